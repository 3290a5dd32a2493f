import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { markedPieces } from '../../../build/site/app/marked.ts';

const plain = (text: string) => ({ text, isMarked: false });
const marked = (text: string) => ({ text, isMarked: true });

test('what matched is marked, in order', () => {
  assert.equal(markedPieces('a <mark>lighthouse</mark> keeper'), [
    plain('a '),
    marked('lighthouse'),
    plain(' keeper'),
  ]);
  assert.equal(markedPieces('<mark>a</mark><mark>b</mark>'), [marked('a'), marked('b')]);
  assert.equal(markedPieces(''), []);
});

test('escapes are read once, and nothing else is', () => {
  assert.equal(markedPieces('R&amp;D &lt;b&gt; &quot;q&quot; &#39;s'), [plain('R&D <b> "q" \'s')]);
  assert.equal(markedPieces('&amp;lt;mark&amp;gt; &copy;'), [plain('&lt;mark&gt; &copy;')]);
});

test('any other tag is text', () => {
  assert.equal(markedPieces('<script>x</script><MARK onclick=x>'), [
    plain('<script>x</script><MARK onclick=x>'),
  ]);
  assert.equal(markedPieces('<mark>never closed'), [marked('never closed')]);
});

test.run();
