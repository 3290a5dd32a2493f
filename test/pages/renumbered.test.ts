import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Candidate, renumbered } from '../../build/pages/renumbered.ts';

/** Documents that only have another number. */

const words = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `word${from + i}`).join(' ');

const document = (identifier: string, text: string): Candidate => ({
  identifier,
  body: `# § ${identifier}. A heading of its own\n\n${text}\n`,
});

const pairs = (gone: Candidate[], fresh: Candidate[]): string[] =>
  Array.from(renumbered(gone, fresh), ([now, was]) => `${was} ${now}`);

test('the same text under another number is renumbered, whatever the heading says', () => {
  assert.equal(pairs([document('1', words(0, 20))], [document('2', words(0, 20))]), ['1 2']);
});

test('four of five words in common are enough, fewer are not', () => {
  const old = [document('1', words(0, 100))];
  assert.equal(pairs(old, [document('2', `${words(0, 80)} ${words(500, 20)}`)]), ['1 2']);
  assert.equal(pairs(old, [document('2', `${words(0, 79)} ${words(500, 21)}`)]), []);
});

test('texts of fewer than twenty words are alike by chance', () => {
  assert.equal(pairs([document('1', words(0, 19))], [document('2', words(0, 19))]), []);
  assert.equal(pairs([document('1', '[Reserved]')], [document('2', '[Reserved]')]), []);
  assert.equal(pairs([document('1', words(0, 20))], [document('2', words(0, 19))]), []);
  assert.equal(pairs([document('1', words(0, 19))], [document('2', words(0, 20))]), []);
});

test('words of the heading at the beginning do not count, also behind an empty line; those of later headings do', () => {
  const behind = (identifier: string): Candidate => {
    const { body } = document(identifier, words(0, 19));
    return { identifier, body: `\n${body}` };
  };
  assert.equal(pairs([behind('1')], [behind('2')]), []);
  const text = `${words(0, 19)}\n\n# Lamps`;
  assert.equal(pairs([document('1', text)], [document('2', text)]), ['1 2']);
});

test('lines that tell the history of a number do not count', () => {
  for (const [former, now] of [
    ['**Source Credit**: (July 1, 1990, 104 Stat. 7.)', `**Source Credit**: (${words(100, 20)}.)`],
    [
      '[80 FR 1, Jan. 1, 2015]',
      `[80 FR 1, Jan. 1, 2015. Redesignated and amended at 85 FR 2, ${words(100, 20)}]`,
    ],
  ]) {
    const [old, next] = [former, now].map(line => `${words(0, 20)}\n\n${line}`) as [string, string];
    assert.equal(pairs([document('1', old)], [document('2', next)]), ['1 2'], former);
    assert.equal(pairs([document('1', `${words(0, 19)}\n\n${now}`)], [document('2', next)]), [], former);
  }
  const inside = `${words(0, 12)} [85 FR 2, Lamps] ${words(12, 7)}`;
  assert.equal(pairs([document('1', inside)], [document('2', inside)]), ['1 2']);
});

test('the likest are pairs, each document is in one, and of equal ones the first in the law counts', () => {
  const [same, near] = [words(0, 50), `${words(0, 45)} ${words(900, 5)}`];
  assert.equal(pairs([document('1', near), document('2', same)], [document('3', same)]), ['2 3']);
  assert.equal(pairs([document('1', same)], [document('2', same), document('3', same)]), ['1 2']);
  assert.equal(
    pairs([document('1', same), document('2', same)], [document('3', same), document('4', same)]),
    ['1 3', '2 4'],
  );
  assert.equal(
    pairs([document('1', near), document('2', same)], [document('3', same), document('4', near)]),
    ['1 4', '2 3'].sort((a, b) => (a > b ? 1 : -1)),
  );
});

test('on a day with very many documents only equal texts are pairs', () => {
  const many = (numbers: number, of: (i: number) => Candidate) =>
    Array.from({ length: numbers }, (_, i) => of(i));
  const gone = many(201, i => document(`old${i}`, words(1000 * i, 30)));
  const near = (i: number): string => `${words(1000 * i, 29)} other`;
  const fresh = many(200, i => document(`new${i}`, i < 2 ? words(1000 * i, 30) : near(i)));
  assert.equal(pairs(gone, fresh), ['old0 new0', 'old1 new1']);
  assert.is(pairs(gone.slice(0, 200), fresh).length, 200);
  assert.is(
    pairs([...gone.slice(0, 200), document('short', 'lamp')], fresh).length,
    200,
    'short ones are no pair',
  );
  assert.is(pairs(gone, fresh.slice(0, 100)).length, 100, 'both numbers count');
});

test('on such a day each of several equal texts is one, the first is the first, and empty lines do not count', () => {
  const others = Array.from({ length: 201 }, (_, i) => document(`other${i}`, words(1000 * (i + 1), 30)));
  const same = words(0, 30);
  const [gone, fresh] = [
    [document('old1', same), document('old2', same), ...others],
    [
      document('new1', `${same}\n\n`),
      document('new2', same),
      ...others.map((_, i) => document(`x${i}`, words(1e6 + 1000 * i, 30))),
    ],
  ];
  assert.equal(pairs(gone, fresh), ['old1 new1', 'old2 new2']);
});

test.run();
