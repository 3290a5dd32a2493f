import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { highlightSegments } from '../../../build/site/app/highlight.ts';

const plain = (text: string) => ({ text, isMarked: false });
const marked = (text: string) => ({ text, isMarked: true });

test('matches are marked segments, in order', () => {
  assert.equal(highlightSegments('a <mark>lighthouse</mark> keeper'), [
    plain('a '),
    marked('lighthouse'),
    plain(' keeper'),
  ]);
  assert.equal(highlightSegments('<mark>a</mark><mark>b</mark>'), [marked('a'), marked('b')]);
  assert.equal(highlightSegments(''), []);
});

test('HTML escapes are decoded once, and no others', () => {
  assert.equal(highlightSegments('R&amp;D &lt;b&gt; &quot;q&quot; &#39;s'), [plain('R&D <b> "q" \'s')]);
  assert.equal(highlightSegments('&amp;lt;mark&amp;gt; &copy;'), [plain('&lt;mark&gt; &copy;')]);
});

test('tags other than mark are text', () => {
  assert.equal(highlightSegments('<script>x</script><MARK onclick=x>'), [
    plain('<script>x</script><MARK onclick=x>'),
  ]);
  assert.equal(highlightSegments('<mark>never closed'), [marked('never closed')]);
});

test.run();
