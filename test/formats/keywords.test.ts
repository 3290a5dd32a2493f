import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { looseKey } from '../../build/contract/loose.ts';
import {
  codeOf,
  frequentLabels,
  labelsOf,
  ownLabels,
  spanOfKeyword,
  usualSpellings,
} from '../../build/formats/keywords.ts';
import { makeKeywords } from '../helpers/columns.ts';

const keywords = makeKeywords([['b', 'A'], [], ['a', 'c', 'C '], ['a'], ['B']]);
const documents = (spelling: string) => [
  ...keywords.order.subarray(...spanOfKeyword(keywords, spelling, looseKey)),
];

test('a document is once in the group of each of its keywords', () => {
  assert.equal(labelsOf(keywords), ['a', 'B', 'C ']);
  assert.equal([...keywords.starts], [0, 3, 5, 6]);
  assert.equal([...keywords.order], [0, 2, 3, 0, 4, 2]);
});

test('a keyword is found in any spelling', () => {
  for (const spelling of ['a', 'A', ' a ']) assert.equal(documents(spelling), [0, 2, 3], spelling);
  assert.equal(documents('c'), [2]);
  assert.is(codeOf(keywords, 'B', looseKey), 1);
  for (const spelling of ['', 'ab', 'A A', 'zzz']) {
    assert.is(codeOf(keywords, spelling, looseKey), null, spelling);
    assert.equal(documents(spelling), [], spelling);
  }
  assert.equal([...spanOfKeyword(makeKeywords([]), 'a', looseKey)], [0, 0]);
});

test('the usual spelling is the most frequent, then the first, in any order of input', () => {
  const usual = (...spellings: [string, number][]) => {
    const either = [spellings, spellings.toReversed()].map(each => [
      ...usualSpellings(new Map(each), looseKey),
    ]);
    assert.equal(either[0]?.sort(), either[1]?.sort());
    return Object.fromEntries(either[0] ?? []);
  };
  assert.equal(usual(['Lamp', 2], ['LAMP', 3], ['lamp', 1]), { lamp: 'LAMP' });
  assert.equal(usual(['Lamp', 2], ['LAMP', 2], ['lamp', 2]), { lamp: 'LAMP' });
  assert.equal(usual(['Lamp', 1], ['Oil', 1]), { lamp: 'Lamp', oil: 'Oil' });
});

test('labels are in order of frequency', () => {
  assert.equal(frequentLabels(keywords), ['a', 'B', 'C ']);
  assert.equal(frequentLabels(makeKeywords([['x'], ['y'], ['y']])), ['y', 'x']);
});

test('a keyword that is only part of longer ones is left out', () => {
  const field = {
    keyOf: looseKey,
    shorterOf: (keyword: string) => (keyword.includes(',') ? [keyword.replace(/,.*/, '')] : []),
  };
  const own = (documents: string[][]) => ownLabels(makeKeywords(documents), field);
  assert.equal(
    own([
      ['Oil, Navy', 'Oil'],
      ['Oil, Army', 'Oil'],
    ]),
    ['Oil, Army', 'Oil, Navy'],
  );
  assert.equal(own([['Oil, Navy', 'Oil'], ['Oil'], ['Lamps']]), ['Lamps', 'Oil', 'Oil, Navy']);
});

test.run();
