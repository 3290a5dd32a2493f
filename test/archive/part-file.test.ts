import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sparsePacks } from '../../build/archive/compaction.ts';
import type { ArchivedVersion, Run } from '../../build/archive/history.ts';
import { lineOf } from '../../build/archive/part-file.ts';

/** The lines of an index, and the packs that are written anew. */

const key = (day: string) => ({ day, edition: day });
const [ONE, TWO, THREE, FOUR] = ['2020-01-01', '2020-01-02', '2020-01-03', '2020-01-04'] as const;

const versionOf = (digest: string): ArchivedVersion => ({
  ...{ text: digest, sha256: digest },
  ...{ pack: 'packs/000001.pack', offset: 0, bytes: 1 },
});

const run = (day: string, text: string | null): Run => ({
  ...{ first: key(day), last: key(day) },
  version: text === null ? null : versionOf(text.repeat(64)),
});

function reasonsOf(runs: readonly Run[]): string[] {
  const editions = [ONE, TWO, THREE, FOUR].map(key);
  const line = lineOf('/us/usc/t9/s1', runs, editions);
  return (JSON.parse(line) as { versions: { reason: string }[] }).versions.map(({ reason }) => reason);
}

test('an index tells why a text, or its absence, begins', () => {
  assert.equal(reasonsOf([run(ONE, 'a'), run(TWO, 'b'), run(THREE, null), run(FOUR, 'a')]), [
    ...['first', 'amended', 'removed', 'restored'],
  ]);
  assert.equal(reasonsOf([run(ONE, null), run(TWO, 'a'), run(THREE, 'b')]), ['absent', 'added', 'amended']);
  assert.equal(reasonsOf([run(TWO, 'a')]), ['added']);
});

test('a pack is written anew when more than half of it was dropped, but not the last', () => {
  const pack = (number: number, dropped?: number) => ({
    ...{ path: `packs/00000${number}.pack`, bytes: 10, sha256: '' },
    ...(dropped !== undefined && { dropped }),
  });
  const sparse = sparsePacks([pack(1), pack(2, 5), pack(3, 6), pack(4, 10), pack(5, 10)]);
  assert.equal(
    sparse.map(({ path }) => path),
    ['packs/000003.pack', 'packs/000004.pack'],
  );
});

test.run();
