import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { piecesOf } from '../../../build/site/app/read/markdown/pieces.ts';

const PARAGRAPH = `${'The keeper of a lighthouse shall keep the lamp. '.repeat(20).trim()}`;
const without = (markdown: string): string => markdown.replace(/\s+/g, '');

test('a short document is one piece', () => {
  assert.equal(piecesOf('# § 1. Lanterns\n\nWords.\n'), [
    { markdown: '# § 1. Lanterns\n\nWords.', isLiteral: false },
  ]);
});

test('a long document is cut between blocks, with a short first piece', () => {
  const body = Array.from({ length: 400 }, (_, i) => `(${i}) ${PARAGRAPH}`).join('\n\n');
  const pieces = piecesOf(body);
  assert.ok(pieces.length > 10);
  assert.ok(pieces[0]!.markdown.length <= 7_000);
  assert.ok(pieces.every(({ markdown, isLiteral }) => markdown.length < 30_000 && !isLiteral));
  assert.is(without(pieces.map(({ markdown }) => markdown).join('')), without(body));
});

test('fences, raw HTML and lists are never cut', () => {
  const long = `${PARAGRAPH}\n\n`.repeat(40);
  for (const block of [
    `\`\`\`\n${long}\`\`\``,
    `<!--\n${long}-->`,
    `- item\n\n  ${long.replaceAll('\n\n', '\n\n  ')}`,
  ]) {
    const pieces = piecesOf(`Before.\n\n${block}\n\nAfter.\n`);
    assert.is(pieces.filter(({ markdown }) => markdown.includes('keeper')).length, 1, block.slice(0, 8));
  }
});

test('definitions of links apply to a whole document of usual length', () => {
  const body = `[a][lamp]\n\n${`${PARAGRAPH}\n\n`.repeat(60)}[lamp]: https://example.org/\n`;
  assert.is(piecesOf(body).length, 1);
  assert.ok(
    piecesOf(`${body}\n${`${PARAGRAPH}\n\n`.repeat(300)}`).length > 5,
    'and through their piece of a longer one',
  );
});

test('text that is too much for the parser is shown as written, and the rest is set', () => {
  const pieces = piecesOf(`Before.\n\n${'>'.repeat(5_000)} deep\n\nAfter.\n`);
  assert.equal(
    pieces.map(({ isLiteral }) => isLiteral),
    [false, true, false],
  );
  const many = piecesOf(`${'['.repeat(5_000)}\n\n`.repeat(200));
  assert.ok(many.every(({ isLiteral }) => isLiteral));
});

test('text that would block the page for long is shown as written', () => {
  const lines = (count: number) =>
    piecesOf('words and words\n'.repeat(count)).map(({ isLiteral }) => isLiteral);
  assert.equal(lines(5_000), [true]);
  assert.equal(lines(500), [false]);
});

test('a long table is cut between its rows', () => {
  const rows = Array.from({ length: 3_000 }, (_, i) => `| ${i} | d |`);
  const pieces = piecesOf(`Before.\n\n| a | b |\n|---|---|\n${rows.join('\n')}\n`);
  assert.ok(pieces.every(({ isLiteral }) => !isLiteral));
  assert.equal(
    pieces.map(({ isContinued = false }) => isContinued),
    [false, false, ...Array.from({ length: 14 }, () => true)],
  );
  const [, first, second] = pieces;
  assert.match(first!.markdown, /^\| a \| b \|\n\|---\|---\|\n\| 0 \| d \|/);
  assert.match(second!.markdown, /^\| a \| b \|\n\|---\|---\|\n\| 200 \| d \|/);
});

const htmlTable = (rows: readonly string[]): string =>
  ['<table>', '<thead>', '<tr><th>a</th></tr>', '</thead>', '<tbody>', ...rows, '</tbody>', '</table>'].join(
    '\n',
  );

test('a long table in HTML is cut between its rows, whatever the parser makes of it', () => {
  const rows = Array.from({ length: 1_001 }, (_, i) => `<tr><td>${i}</td><td colspan="2">d</td></tr>`);
  const pieces = piecesOf(`Before.\n\n${htmlTable(rows)}\n\nAfter.\n`);
  assert.equal(
    pieces.map(({ isLiteral, isContinued = false, html }) => [isLiteral, isContinued, html !== undefined]),
    [
      [false, false, false],
      [false, false, true],
      ...Array.from({ length: 5 }, () => [false, true, true]),
      [false, false, false],
    ],
  );
  const set = pieces.map(({ html = '' }) => html).join('');
  assert.equal(
    [...set.matchAll(/<tr><td>(\d+)<.td><td colspan="2">d<.td><.tr>/g)].map(([, i]) => Number(i)),
    rows.map((_, i) => i),
  );
  assert.match(pieces[1]?.html ?? '', /^<table><thead><tr><th>a<.th><.tr><.thead><tbody><tr><td>0</);
  assert.match(pieces[6]?.html ?? '', /<td>1000<.*<.tbody><.table>$/);
});

test('a long table that is no sound HTML is shown as written', () => {
  const rows = Array.from({ length: 1_000 }, (_, i) => `<tr><td>${i}</td></tr>`);
  for (const broken of ['<tr><td>x', '<script>x</script>', '<tr onclick="x"><td>x</td>']) {
    const pieces = piecesOf(htmlTable([...rows, broken]));
    assert.equal(
      pieces.map(({ isLiteral, html }) => [isLiteral, html]),
      [[true, undefined]],
      broken,
    );
  }
});

test('rows broken by the converter are joined', () => {
  const [piece] = piecesOf('| a | b |\n|---|---|\n| c\n\nd | e |\n');
  assert.ok(piece!.markdown.includes('| c d | e |'));
});

test.run();
