import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { naturalKey } from '../../build/contract/natural-order.ts';
import { sourceOf } from '../../build/contract/sources.ts';
import { keysOfIdentifiers, MOST_KEYS } from '../../build/lists/identifier-keys.ts';
import { catalogOf, documentWith } from '../helpers/catalogs.ts';

const usc = sourceOf('usc');
const NAMES = ['t1/s1', 't1/s2', 't1/s10', 't1/s80a-1', 't1/s80a–1', 't1/s80b', 't01/s80b'];
const catalog = catalogOf(
  usc,
  NAMES.map(name => documentWith(usc, `/us/usc/${name}`, {})),
);
const keys = keysOfIdentifiers(catalog);

test('a document is found by its exact identifier, also among those with the same key', () => {
  for (const name of NAMES) {
    const ordinal = keys.ordinalOf(`/us/usc/${name}`);
    assert.is(ordinal === null ? null : catalog.identifier(ordinal), `/us/usc/${name}`);
  }
  assert.is(naturalKey('/us/usc/t1/s80b'), naturalKey('/us/usc/t01/s80b'));
});

test('what is not there is not found, before, between and behind the documents', () => {
  for (const name of ['t1/s0', 't1/s3', 't1/S80b', 't1/s80a—1', 't2/s1'])
    assert.is(keys.ordinalOf(`/us/usc/${name}`), null, name);
});

test('the first document from a key on', () => {
  assert.is(keys.from(naturalKey('/us/usc/t1/s2')), 1);
  assert.is(keys.from(naturalKey('/us/usc/t1/s3')), 2);
  assert.is(keys.from(naturalKey('/us/usc/t9')), NAMES.length);
});

test('a catalog has its keys once', () => assert.is(keysOfIdentifiers(catalog), keys));

test('a bounded number of keys is remembered', () => {
  const asked: number[] = [];
  const count = MOST_KEYS + 10;
  const large = {
    ...catalog,
    count,
    identifier: (ordinal: number) => {
      asked.push(ordinal);
      return `/us/usc/t1/s${ordinal}`;
    },
  };
  const all = keysOfIdentifiers(large);
  const ask = (): number => {
    asked.length = 0;
    for (const ordinal of [0, 1, 2]) assert.is(all.at(ordinal), naturalKey(`/us/usc/t1/s${ordinal}`));
    return asked.length;
  };
  assert.is(ask(), 3);
  assert.is(ask(), 0);
  for (let ordinal = 0; ordinal < count; ordinal++) all.at(ordinal);
  assert.is(ask(), 3);
});

test.run();
