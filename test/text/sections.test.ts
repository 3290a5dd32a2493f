import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { plainText } from '../../build/text/plain.ts';
import { sections } from '../../build/text/sections.ts';

test('a document is cut at blank lines where no block continues', () => {
  for (const parts of [
    ['a', 'b\nc', '- d\n\n  e', '> f', '# g'],
    ['```\na\n\nb\n```', '~~~~ x\n\n~~~\n\n```\n\n~~~~', 'c'],
    ['``` not `code`', 'b'],
    ['<pre>\n\na</pre>', '<!-- a\n\nb -->', '<? a\n\n?>', '<![CDATA[\n\n]]>', '<!A\n\n>', 'b'],
    ['<!-- a -->', '<pre>a</pre>', '<div>', '<prefix>', 'a'],
    ['a\n<!--\n\n-->', 'b'],
  ])
    assert.equal(sections(parts.join('\n\n')), parts);
});

test("a document beyond the parser's limits is read section by section", () => {
  const code = '```\n*a*\n\n*b*\n```';
  const lines = 15_000;
  const document = `${code}\n\n${'*c*\n\n'.repeat(lines)}<!-- hidden\n\n-->\n\n*d*`;
  assert.ok(plainText(document) === `*a*\n\n*b*\n\n${'c\n\n'.repeat(lines)}d\n`);
});

test.run();
