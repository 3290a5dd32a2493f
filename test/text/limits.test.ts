import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { stretches } from '../../build/text/limits.ts';
import { plainText } from '../../build/text/plain.ts';
import { referenceText } from '../../build/text/reference.ts';

function flood(piece: string, times = 50_000): string {
  return piece.repeat(times);
}

test('a document within the limits is one stretch', () => {
  const quote = flood('> *a* `b`\n>\n', 400);
  const table = `| a |\n| --- |\n${flood('| *b* |\n', 5000)}`;
  for (const document of ['', '# Title', `# Title\n\n${quote}\n${table}\n* * *`])
    assert.ok(stretches(document).length === 1 && stretches(document)[0]?.literal === false);
});

test('a document with more containers is cut between blocks', () => {
  const document = flood('> a\n\n', 2500);
  const parts = stretches(document);
  assert.is(parts.length, 3);
  assert.ok(parts.map(part => part.text).join('') === document);
  assert.ok(plainText(document) === referenceText(document));
});

test('a block beyond a limit is literal text, its neighbours are not', () => {
  for (const block of [
    flood('>'),
    flood('- '),
    flood('1. '),
    flood('[^a]: '),
    flood('- [^a]: '),
    flood('['),
    flood('*a '),
    flood('`a'),
    flood('![a]('),
    flood('\\*'),
    flood('> a\n'),
    flood('[', 25_000) + flood(']', 25_000),
    `a\n${flood(' ', 200)}b`,
    flood('|*a*|\n'),
  ]) {
    const text = `before\n\n${block.trim()}\n\nafter\n`;
    assert.ok(plainText(`*before*\n\n${block}\n\n*after*`) === text, block.slice(0, 20));
    assert.ok(referenceText(`*before*\n\n${block}\n\n*after*`) === text, block.slice(0, 20));
  }
});

test('floods within the limits of a block end, with their words', () => {
  const words = (text: string) => text.match(/\w+/g)?.length ?? 0;
  for (const piece of [
    '*x* y\n\n',
    '> a\n\n',
    '- a\n\n',
    '\n',
    ' \n',
    '|a',
    '    ',
    '#',
    '&',
    '"a.',
    '|a|\n|-|\n\n',
  ]) {
    const document = flood(piece);
    assert.is(words(plainText(document)), words(document), JSON.stringify(piece));
  }
  assert.ok(plainText(`a${flood(' ')}b\n#${flood(' ')}#`) === `a${flood(' ')}b\n`);
});

test.run();
