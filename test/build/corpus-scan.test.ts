import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CorpusScan, isUnchanged, scanChanges } from '../../build/corpus-scan.ts';
import type { BuildOptions } from '../../build/options.ts';
import { WorkerPool } from '../../build/threads/pool.ts';
import { writeCorpus } from '../bench/generator/corpus.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const corpus = path.join(temporaryFolder(), 'corpus');
writeCorpus(corpus, { documents: 300, seed: 5 });
/** Long enough after the files were written for their timestamps to be relied on. */
const began = Date.now() + 60_000;
const pool = new WorkerPool(new URL('../../build/worker.ts', import.meta.url));

type Known = ReadonlyMap<string, string | null>;

/** @param documents so many there were */
const lookWith = (
  known: Known,
  documents: number,
  threads: WorkerPool = pool,
  onChanged: () => void = () => {},
): Promise<CorpusScan> =>
  scanChanges(
    { corpus } as BuildOptions,
    { documents: { usc: documents }, files: 0, bytes: 0, index: null },
    known,
    threads,
    began,
    onChanged,
  );

const fingerprintsOf = ({ folders }: CorpusScan): Map<string, string | null> =>
  new Map(folders.map(({ folder, times }) => [folder.name, times?.fingerprint(folder.text) ?? null]));

const told = ({ count, folders, same, gone }: CorpusScan) => ({
  count,
  folders: folders.map(({ folder, times }) => [folder.name, folder.source, folder.files(), times?.numbers]),
  same: [...same],
  gone,
});

test('one thread and several find the same unchanged, changed and removed folders', async () => {
  const first = await lookWith(new Map(), 0);
  assert.is(first.count, 300);
  assert.is(first.same.size, 0);
  assert.not(pool.hasThreads);
  const known = fingerprintsOf(first);
  let changes = 0;
  const count = () => changes++;
  assert.ok(isUnchanged(await lookWith(known, 300, pool, count)));
  assert.ok(isUnchanged(await lookWith(known, 60_000, pool, count)));
  assert.is(changes, 0);
  assert.ok(pool.hasThreads);

  const [changed, emptied] = [...known.keys()] as [string, string];
  const edited = first.folders.find(({ folder }) => folder.name === changed)?.folder.files()[0]?.path ?? '';
  fs.appendFileSync(path.join(corpus, edited), 'More.\n');
  fs.rmSync(path.join(corpus, emptied), { recursive: true });
  fs.mkdirSync(path.join(corpus, emptied));
  const alone = told(await lookWith(known, 300, pool, count));
  assert.is(changes, 1, 'who waits for a change is told');
  assert.equal(alone, told(await lookWith(known, 60_000, pool, count)));
  assert.is(changes, 2);
  assert.equal(
    alone.folders.map(([name]) => name),
    [changed],
  );
  assert.equal(alone.gone, [emptied]);
  assert.is(alone.same.length, known.size - 2);
});

test('a folder that failed in a thread is scanned again', async () => {
  const known = fingerprintsOf(await lookWith(new Map(), 0));
  const failing = { run: () => Promise.reject(new Error('EIO, without its code')) };
  assert.ok(isUnchanged(await lookWith(known, 60_000, failing as unknown as WorkerPool)));
});

test.after(() => pool.close().then(() => {}));

test.run();
