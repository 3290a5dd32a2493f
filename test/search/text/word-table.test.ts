import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { wordNumbers } from '../../../build/search/text/signature.ts';
import { foldedWords, stem } from '../../../build/search/text/tokens.ts';
import { WordTable } from '../../../build/search/text/word-table.ts';
import { settledHeap } from '../../helpers/heap.ts';
import { Random } from '../../helpers/random.ts';

const PIECES = [
  'lamp',
  'Lamps',
  'LAMP',
  'Résumés',
  'U.S.C.',
  '§ 106(a)(1)',
  '—',
  '𝒜lamp',
  '𝟙𝟚',
  '🛶',
  '\ud800',
  '\udc00x',
  '\u0301',
  'e\u0301',
  '日本',
  'of the',
  '\n',
  '2018-09910',
];

const read = (table: WordTable, text: string, limit = 0, words = new Int32Array(2)) => {
  const found = table.read(text, limit, { words });
  return { ...found, list: [...found.words.subarray(0, found.count)] };
};

test('words of a table have the stems and numbers of queries and highlights', () => {
  const random = new Random(5);
  const table = new WordTable();
  for (let round = 0; round < 300; round++) {
    const text = Array.from({ length: random.below(30) }, () => random.pick(PIECES)).join(
      random.pick([' ', '', '-', ', ']),
    );
    const { list } = read(table, text);
    const expected = foldedWords(text).filter(word => word !== '');
    assert.equal(
      list.map(word => table.stems[table.stemOf[word]!]),
      expected.map(stem),
      JSON.stringify(text),
    );
    assert.equal(
      list.map(word => table.signOf[word]).filter(sign => sign !== 0),
      wordNumbers(text, 1000),
    );
  }
});

test('`within` counts the words that begin before the limit', () => {
  const table = new WordTable();
  for (const [limit, within] of [
    [0, 0],
    [1, 1],
    [5, 1],
    [6, 2],
    [100, 3],
  ] as const)
    assert.is(read(table, 'lamp oil wick', limit).within, within, `${limit}`);
});

test('words that begin before the end are read whole, others are not', () => {
  const table = new WordTable();
  for (const [end, count] of [
    [0, 0],
    [1, 1],
    [5, 1],
    [6, 2],
    [100, 3],
  ] as const)
    assert.is(table.read('lamp oil wick', 0, { words: new Int32Array(2) }, end).count, count, `${end}`);
  assert.equal(table.stems, ['lamp', 'oil', 'wick']);
});

test('each of many words keeps its number', () => {
  const table = new WordTable();
  const text = Array.from({ length: 100_000 }, (_, i) => `w${i}`).join(' ');
  const first = read(table, text).list;
  assert.is(new Set(first).size, 100_000);
  assert.equal(read(table, text.toUpperCase()).list, first);
});

test('a kept word does not keep its text in memory', async () => {
  const table = new WordTable();
  const before = await settledHeap();
  for (let i = 0; i < 100; i++) {
    const word = `${'qz'.repeat(10)}${i}q`;
    read(table, Buffer.from(`${word} ${'lamp '.repeat(40_000)}`).toString());
  }
  const grown = (await settledHeap()) - before;
  assert.is(table.stems.length, 101);
  assert.ok(grown < 10e6, `${grown} of 20,000,000 bytes of text`);
});

test.run();
