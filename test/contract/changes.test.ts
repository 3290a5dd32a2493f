import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ChangesEntry, readChangesIndex, readSince } from '../../build/contract/changes.ts';
import { changesBody } from '../../build/contract/envelope.ts';
import type { ApiError } from '../../build/contract/errors.ts';
import { readParams } from '../../build/contract/params.ts';

/** build/contract/README.md, Changes. */

const digest = (n: number): string => String(n).padStart(64, 'a');

const entry = (number: number, more: Partial<ChangesEntry> = {}): ChangesEntry => ({
  number,
  build: digest(number),
  previous: digest(number - 1),
  published: '2026-11-22T03:00:00.000Z',
  complete: false,
  documents: { added: 1, changed: 2, removed: 0 },
  sources: { usc: { added: 1, changed: 2, removed: 0 } },
  pages: { written: 5, removed: 0 },
  path: `changes/${number}.ndjson`,
  url: `/api/changes/${number}`,
  bytes: 900,
  sha256: digest(0),
  ...more,
});

const COMPLETE = { complete: true, documents: null, sources: null, pages: null };

const indexOf = (entries: readonly unknown[]): string =>
  changesBody(
    entries.map(item => JSON.stringify(item)),
    { number: 1 },
    '2026-11-22T03:00:00.000Z',
  ).json;

test('an index is read as written, a line for each build', () => {
  const entries = [entry(9, { editions: 2 }), entry(8, COMPLETE), entry(7), entry(6)];
  const text = indexOf(entries);
  assert.equal(readChangesIndex(text), entries);
  assert.is(text.split('\n').length, entries.length + 3);
  assert.equal(JSON.parse(text).meta, {
    api_version: 'v1',
    timestamp: '2026-11-22T03:00:00.000Z',
    number: 1,
  });
});

for (const [what, entries] of [
  ['no entry', []],
  ['null as an entry', [null]],
  ['an entry without a number', [entry(0)]],
  ['a gap', [entry(9, { previous: digest(7) }), entry(7)]],
  ['the oldest entry first', [entry(8), entry(9)]],
  ['an entry that does not continue the former one', [entry(9, { previous: digest(3) }), entry(8)]],
  ['an entry without a previous build', [entry(9, { previous: null }), entry(8)]],
  ['a list in another place', [entry(9, { path: '../9.ndjson' })]],
  ['another list', [entry(9, { path: 'changes/8.ndjson' })]],
  ['no digest', [entry(9, { sha256: 'x' })]],
  ['no build', [entry(9, { build: 'x' })]],
  ['an invalid previous build', [entry(9, { previous: 'x' })]],
  ['no length', [entry(9, { bytes: -1 })]],
  ['no counts', [entry(9, { documents: null })]],
  ['invalid counts', [entry(9, { documents: { added: 1, changed: -1, removed: 0 } })]],
  ['invalid counts of sources', [entry(9, { sources: { usc: {} as never } })]],
  ['no pages', [entry(9, { pages: null })]],
  ['counts in a complete build', [entry(9, { complete: true })]],
  ['a number for complete', [entry(9, { ...COMPLETE, complete: 1 as never })]],
  ['no number of editions', [entry(9, { editions: -1 })]],
  ['no day', [entry(9, { published: 'yesterday' })]],
] as const)
  test(`an index is invalid with ${what}`, () => assert.is(readChangesIndex(indexOf(entries)), null));

test('a text that is not JSON, or has another form, is invalid', () => {
  for (const text of ['', '{', 'null', '[]', '{"data":{}}', indexOf([entry(1)]).slice(0, -30)])
    assert.is(readChangesIndex(text), null, text);
});

test('since is read as a number or a build, else refused', () => {
  const since = (search: string) => readSince(readParams(search));
  for (const search of ['x=1', 'since', 'since=']) assert.is(since(search), null, search);
  assert.is(since('since=007'), '7');
  assert.is(since(`since=${digest(1)}`), digest(1));
  for (const search of ['since=x', 'since=1&since=1', `since=${digest(1)}0`])
    assert.throws(
      () => since(search),
      (error: ApiError) => error.code === 'INVALID_PARAMETER',
      search,
    );
});

test.run();
