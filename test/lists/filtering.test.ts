import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sourceOf } from '../../build/contract/sources.ts';
import { membersFrom } from '../../build/formats/bitmap.ts';
import { Filtering } from '../../build/lists/filtering.ts';
import { catalogOf, documentWith, filterOf } from '../helpers/catalogs.ts';

const usc = sourceOf('usc');
const documents = ['t1/s1', 't1/s2', 't2/s1'].map((shorthand, i) =>
  documentWith(usc, `/us/usc/${shorthand}`, { status: i === 1 ? null : 'in_force', positive_law: i === 2 }),
);
const catalog = catalogOf(usc, documents);
const ranksOf = () => Uint32Array.of(2, 1, 0);
const matching = new Filtering(catalog, ranksOf);
const filter = (param: string, value: string | number | boolean) => ({ filter: filterOf(usc, param), value });

function ordinalsOf(...filters: ReturnType<typeof filter>[]): number[] {
  const { members, total } = matching.of(filters, 'identifier');
  const ordinals = membersFrom(members, 0, 0, 100);
  assert.is(total, ordinals.length);
  return ordinals;
}

test('no filter gives all documents, several give those that pass each', () => {
  assert.equal(ordinalsOf(), [0, 1, 2]);
  assert.equal(ordinalsOf(filter('status', 'in_force')), [0, 2]);
  assert.equal(ordinalsOf(filter('status', 'in_force'), filter('title_number', 1)), [0]);
  assert.equal(ordinalsOf(filter('positive_law', false)), [0, 1]);
  assert.equal(ordinalsOf(filter('status', 'repealed')), []);
});

test('matches are ranks in the requested sort', () => {
  const { members } = matching.of([filter('title_number', 2)], 'section_number');
  assert.equal(membersFrom(members, 0, 0, 100), [0]);
  assert.equal(ordinalsOf(filter('title_number', 2)), [2], 'and by ordinals for the identifier');
});

test('matches are kept for the next page', () => {
  const first = matching.of([filter('title_number', 1)], 'identifier');
  assert.is(matching.of([filter('title_number', 1)], 'identifier'), first);
  assert.is.not(matching.of([filter('title_number', 2)], 'identifier'), first);
});

test('no more documents are kept than the bound allows', () => {
  const one = matching.of([filter('title_number', 1)], 'identifier').members.byteLength + 64;
  const bounded = new Filtering(catalog, ranksOf, { keptBytes: one });
  const first = bounded.of([filter('title_number', 1)], 'identifier');
  assert.is(bounded.of([filter('title_number', 1)], 'identifier'), first);
  bounded.of([filter('title_number', 2)], 'identifier');
  assert.is.not(bounded.of([filter('title_number', 1)], 'identifier'), first);
});

test.run();
