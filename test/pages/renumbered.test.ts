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
});

test.run();
