import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sortLevels } from '../../build/lists/level-order.ts';

/** @param text such as `part 52 @7`, the last being the first document; a level without it is empty */
function levelIn(text: string) {
  const [level = '', number = '', first] = text.split(' ');
  return {
    ...{ level, number: number === '-' ? null : number, identifier: `/us/usc/t1/${level}${number}` },
    first: first === undefined ? Number.POSITIVE_INFINITY : Number(first.slice(1)),
  };
}

const sorted = (...texts: string[]): string[] =>
  sortLevels(texts.map(levelIn)).map(({ level, number }) => `${level} ${number}`);

test('levels are in the order of their first documents, whatever their numbers', () => {
  assert.equal(sorted('part 9 @20', 'part 10 @3', 'chapter 1 @7'), ['part 10', 'chapter 1', 'part 9']);
});

test('an empty level follows the last of its kind that is not above it', () => {
  assert.equal(sorted('part 1 @0', 'part 12 @9', 'part 10', 'part 2', 'part 13'), [
    ...['part 1', 'part 2', 'part 10', 'part 12', 'part 13'],
  ]);
  assert.equal(sorted('part 5 @4', 'subject x @1', 'part 3'), ['subject x', 'part 3', 'part 5']);
  assert.equal(sorted('part 5 @4', 'chapter 2', 'part 6 @7'), ['part 5', 'part 6', 'chapter 2']);
});

test('Roman numerals count by value where all of a kind are, else letters as A to Z, AA', () => {
  assert.equal(sorted('chapter V @0', 'chapter XI @5', 'chapter IX', 'chapter VI'), [
    ...['chapter V', 'chapter VI', 'chapter IX', 'chapter XI'],
  ]);
  assert.equal(sorted('subpart B @0', 'subpart BB @9', 'subpart C', 'subpart AA', 'subpart I'), [
    ...['subpart B', 'subpart C', 'subpart I', 'subpart AA', 'subpart BB'],
  ]);
});

test('levels without numbers are ordered by identifier behind the others', () => {
  assert.equal(
    sortLevels([
      { level: 'level', number: null, identifier: '/b', first: Number.POSITIVE_INFINITY },
      { level: 'level', number: null, identifier: '/a', first: Number.POSITIVE_INFINITY },
      { level: 'part', number: '1', identifier: '/c', first: 5 },
    ]).map(({ identifier }) => identifier),
    ['/c', '/a', '/b'],
  );
});

test.run();
