import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { agencyFacet, greatestFirst } from '../../build/search/facet-counts.ts';

test('counts come with the greatest first, equal ones by their values', () => {
  assert.equal(
    greatestFirst([
      ['b', 2],
      ['c', 5],
      ['a', 2],
    ]),
    [
      ['c', 5],
      ['a', 2],
      ['b', 2],
    ],
  );
});

test('an agency counts in all its spellings, under the most frequent one, and its offices count with it', () => {
  const counts = new Map([
    ['Energy Department', 3],
    ['DEPARTMENT OF ENERGY', 1],
    ['Department of Energy, Office of Hearings', 2],
    ['Office of Hearings', 9],
  ]);
  const facet = agencyFacet(counts);
  assert.equal(facet, {
    'Office of Hearings': 9,
    'Energy Department': 6,
    'Department of Energy, Office of Hearings': 2,
  });
  assert.equal(Object.values(facet), [9, 6, 2]);
});

test.run();
