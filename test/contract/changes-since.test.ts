import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ChangesEntry } from '../../build/contract/changes.ts';
import {
  MOST_BYTES,
  MOST_CHANGES,
  mergedChanges,
  requireList,
  wantedChanges,
} from '../../build/contract/changes-since.ts';
import type { ApiError } from '../../build/contract/errors.ts';
import { etagOf } from '../../build/contract/etag.ts';
import { digestOf, lineOf } from '../helpers/history.ts';

/** Parts of one answer; test/e2e/changes.test.ts and test/edge/cloudflare/changes.test.ts test answers of whole trees. */

const entry = (number: number, more: Partial<ChangesEntry> = {}): ChangesEntry => ({
  number,
  build: digestOf(String(number)),
  previous: digestOf(String(number - 1)),
  published: `2026-11-22T03:00:0${number % 10}.000Z`,
  complete: false,
  documents: { added: 1, changed: 2, removed: 3 },
  sources: {},
  pages: { written: 5, removed: 0 },
  path: `changes/${number}.ndjson`,
  url: `/api/changes/${number}`,
  bytes: 900,
  sha256: digestOf(''),
  ...more,
});

const refusalOf = (index: readonly ChangesEntry[], since: string): [number, string] => {
  try {
    wantedChanges(index, since);
  } catch (error) {
    return [(error as ApiError).status, (error as ApiError).message];
  }
  return [200, ''];
};

test('a number or a build selects later lists, oldest first', () => {
  const index = [entry(9), entry(8), entry(7)];
  const numbersOf = (since: string) => wantedChanges(index, since).entries.map(({ number }) => number);
  for (const [since, numbers] of [
    ['9', []],
    ['8', [9]],
    [digestOf('7'), [8, 9]],
    ['6', [7, 8, 9]],
    [digestOf('6'), [7, 8, 9]],
  ] as const)
    assert.equal(numbersOf(since), numbers, since);
  const wanted = wantedChanges(index, digestOf('7'));
  assert.equal([wanted.since, wanted.newest.number], [7, 9]);
  assert.equal(
    index.map(({ number }) => number),
    [9, 8, 7],
    'the index stays as it is',
  );
});

test('changes or bytes beyond the limits of an answer are GONE; only requested ones count', () => {
  const old = entry(1, { documents: { added: 0, changed: MOST_CHANGES, removed: 0 }, bytes: MOST_BYTES });
  for (const [more, status] of [
    [{ documents: { added: MOST_CHANGES - 2, changed: 1, removed: 1 } }, 200],
    [{ documents: { added: MOST_CHANGES - 2, changed: 1, removed: 2 } }, 410],
    [{ bytes: MOST_BYTES }, 200],
    [{ bytes: MOST_BYTES + 1 }, 410],
  ] as const) {
    const [found, message] = refusalOf([entry(2, more), old], '1');
    assert.is(found, status, JSON.stringify(more));
    if (status === 410) assert.match(message, /more than 10000 documents have changed\. Remember the build/);
  }
  assert.is(
    refusalOf([entry(2, { bytes: MOST_BYTES / 2 + 1 }), entry(1, { bytes: MOST_BYTES / 2 })], '0')[0],
    410,
  );
});

test('a list that differs from the index is GONE', () => {
  const wanted = entry(3, { sha256: digestOf('list') });
  requireList(wanted, etagOf('list'));
  for (const etag of [etagOf('other'), undefined])
    assert.throws(
      () => requireList(wanted, etag),
      ({ status, message }: ApiError) => status === 410 && /not kept any more/.test(message),
    );
});

test('merging yields to other work', () => {
  const list = Array.from({ length: 1500 }, (_, i) => lineOf(`s${i}`)).join('');
  const work = mergedChanges({ since: 1, newest: entry(3), entries: [entry(2), entry(3)] }, [
    list,
    lineOf('s0'),
  ]);
  let pieces = 0;
  for (;;) {
    const { done, value } = work.next();
    if (!done) {
      pieces++;
      continue;
    }
    const { data, meta } = JSON.parse(value);
    assert.is(data.length, 1500);
    assert.equal([meta.since, meta.number, meta.timestamp], [1, 3, '2026-11-22T03:00:03.000Z']);
    break;
  }
  assert.is(pieces, 3);
});

test.run();
