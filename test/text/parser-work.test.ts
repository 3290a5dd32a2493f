import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Allowance, workOf } from '../../build/text/parser-work.ts';
import { plainText } from '../../build/text/plain.ts';

test('work grows with the constructs that cost a parser time', () => {
  assert.ok(workOf('a *b* c') < 10);
  for (const [less, more] of [
    ['a', 'a'.repeat(100)],
    ['a a', 'a\na'],
    ['a\na', '> a\na'],
    ['- a', '- - a'],
    ['- a\nb', '- a\n        b'],
    ['[a] b', '[a] [b]'],
    ['*'.repeat(100), '*'.repeat(100) + 'a'.repeat(5000)],
  ] as const)
    assert.ok(workOf(less) < workOf(more), JSON.stringify(more.slice(0, 20)));
});

test('a quadratic flood of four times the length has more than ten times the work', () => {
  assert.ok(workOf('=\n'.repeat(12_800)) > 10 * workOf('=\n'.repeat(3200)));
  assert.ok(workOf('[a](<? '.repeat(600)) > 8 * workOf('[a](<? '.repeat(150)));
});

test('paragraphs that a blank line, a bullet or a table row ends cost less than half the work of one', () => {
  const words = `${'*a* '.repeat(30)}b`;
  const apart = workOf(Array(20).fill(words).join('\n\n'));
  const once = workOf(Array(20).fill(words).join('\n'));
  assert.ok(apart * 2 < once);
  assert.ok(workOf(Array(20).fill(`- ${words}`).join('\n')) * 2 < once);
  assert.ok(workOf(['a | b', '--- | ---', ...Array(20).fill(`${words} | a`)].join('\n')) * 2 < once);
  // More cells in the delimiter row than in the header: no table.
  assert.ok(workOf(['a | b', '--- | --- | ---', ...Array(20).fill(`${words} | a`)].join('\n')) > once);
});

test('deep nesting, wide indents and too many markers have infinite work', () => {
  for (const piece of [
    '>'.repeat(51),
    '- '.repeat(51),
    '1. '.repeat(51),
    `a\n${' '.repeat(101)}b`,
    '*a'.repeat(2001),
  ])
    assert.is(workOf(piece), Number.POSITIVE_INFINITY, piece.slice(0, 10));
  for (const piece of ['>'.repeat(50), `a\n${' '.repeat(100)}b`, '*a'.repeat(2000)])
    assert.ok(workOf(piece) < Number.POSITIVE_INFINITY, piece.slice(0, 10));
});

test('an allowance covers a bounded amount of work', () => {
  const allowance = new Allowance(1_000_000);
  const item = '- a\n  *b*\n';
  let covered = 0;
  while (allowance.covers(item)) covered += 1;
  // Some thousand blocks in a document of 1 MB, and not many times as many.
  assert.ok(covered * workOf(item) > 40_000 && covered * workOf(item) < 80_000);
  assert.ok(allowance.covers('a') === workOf('a') < workOf(item) || !allowance.covers('a'));
});

test('a block beyond a limit stays literal, and its neighbours are read', () => {
  for (const block of [
    `- ${'1. '.repeat(50_000)}a`,
    '[^a]: - '.repeat(50_000),
    '*a '.repeat(50_000),
    '![a]('.repeat(50_000),
    '=\n'.repeat(50_000),
    `> a\n${'a\n'.repeat(50_000)}`,
  ])
    assert.ok(
      plainText(`*before*\n\n${block}\n\n*after*`).startsWith(`before\n\n${block.trim()}`.slice(0, 60)) &&
        plainText(`*before*\n\n${block}\n\n*after*`).endsWith('\n\nafter\n'),
      block.slice(0, 20),
    );
});

test('a block beyond the limits keeps every character', () => {
  const block = `> a\n${'*a* b\n'.repeat(20_000)}`.trim();
  assert.ok(plainText(`${block}\n\n*c*`) === `${block}\n\nc\n`);
});

test('long lists and long tables lose no words', () => {
  assert.ok(plainText('- *a*\n  b\n'.repeat(2000)) === 'a\nb\n'.repeat(2000));
  assert.ok(
    plainText(`| a \\| b |\n| --- |\n${'| *c* |\n'.repeat(1000)}`) === `a | b\n${'c\n'.repeat(1000)}`,
  );
  assert.ok(plainText('> *a*\n>\n'.repeat(50_000)) === `${'a\n\n'.repeat(49_999)}a\n`);
});

test.run();
