import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Progress } from '../../build/report/progress.ts';
import { writeCorpus } from '../bench/generator/corpus.ts';
import { assertSameTree, buildHere, editable, run } from '../helpers/builds.ts';
import { testWhere } from '../helpers/needs.ts';
import { referencePages } from '../helpers/references.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** Why a test that needs a tool cannot run; null where it can. */
const without = (tool: string): string | null =>
  spawnSync(tool, ['--version']).status === 0 ? null : `there is no ${tool}`;

/** How many documents a tree has. */
const documentsIn = (dist: string): number => {
  const { documents } = JSON.parse(fs.readFileSync(path.join(dist, 'manifest.json'), 'utf8'));
  return Object.values<number>(documents).reduce((sum, count) => sum + count, 0);
};

const folder = temporaryFolder();
/** Long enough for two threads. */
const corpus = path.join(folder, 'corpus');
const reference = path.join(folder, 'reference');

test.before(async () => {
  writeCorpus(corpus, { documents: 900, seed: 1 });
  const { code, err } = await run('build', ['--corpus', corpus, '--out', reference]);
  assert.is(code, 0, err);
});

test('time zone, locale, umask and working directory do not change the tree', async () => {
  const out = path.join(folder, 'elsewhere');
  const env = { TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', LANGUAGE: 'tr' };
  const shell = ['sh', '-c', 'umask 077; cd /; exec "$0" "$@"'];
  const { code, err } = await run('build', ['--corpus', corpus, '--out', out], { env, prefix: shell });
  assert.is(code, 0, err);
  assertSameTree(out, reference);
});

testWhere(test, without('taskset'), 'the number of threads does not change the tree', async () => {
  const out = path.join(folder, 'single');
  const { code, err } = await run('build', ['--corpus', corpus, '--out', out], {
    prefix: ['taskset', '-c', '0'],
  });
  assert.is(code, 0, err);
  assertSameTree(out, reference);
});

/** Notes, of a build with threads in this process, how many are alive when a phase starts, and which references are there while pages are made. */
function watched(staged: string) {
  const alive: Record<string, number> = {};
  const referencesBeside: string[] = [];
  let [phase, groups, threads] = ['', 0, 0];
  const count = (worker: Worker): void => {
    threads++;
    worker.once('exit', () => threads--);
  };
  const progress: Progress = {
    // Work is told where the phase begins only now, and is not waited for alone.
    start(name, _total, work) {
      phase = work === undefined ? `${name} at their end` : name;
      if (name === 'page groups') phase = name;
      alive[phase] = threads;
    },
    advance() {
      if (phase !== 'page groups') return;
      groups++;
      for (const name of fs.readdirSync(staged, { recursive: true, encoding: 'utf8' }))
        if (name.endsWith('references.json')) referencesBeside.push(name);
    },
    stop() {},
  };
  process.on('worker', count);
  return { progress, alive, referencesBeside, groups: () => groups, end: () => process.off('worker', count) };
}

test('pages, references and dumps that are made one after the other do not change the tree, and no thread outlives the pages', async () => {
  const out = path.join(folder, 'one-by-one');
  const seen = watched(path.join(folder, '.one-by-one.build/staging/api'));
  await buildHere(corpus, out, { oneByOne: documentsIn(reference), progress: seen.progress });
  seen.end();
  assert.ok(seen.groups() > 10, `${seen.groups()} groups`);
  assert.equal(seen.referencesBeside, []);
  assert.ok(referencePages(out).length > 10);
  assert.is(seen.alive['page groups'], os.availableParallelism() > 1 ? os.availableParallelism() : 0);
  assert.is(seen.alive.dumps, 0);
  for (const root of ['api', 'bulk']) assertSameTree(path.join(out, root), path.join(reference, root));
});

test('a small update of a large tree makes dumps when pages are done, and others make them beside', async () => {
  const { corpus: sample, dist } = editable();
  await buildHere(sample, dist);
  const documents = documentsIn(dist);
  for (const [oneByOne, phase] of [
    [documents, 'dumps'],
    [documents + 1, 'dumps at their end'],
  ] as const) {
    fs.appendFileSync(
      path.join(sample, 'usc/title-30/chapter-02/section-28–1.md'),
      `\nOne more sentence, see section ${oneByOne}.\n`,
    );
    const seen = watched(path.join(path.dirname(dist), '.dist.build/staging/api'));
    await buildHere(sample, dist, { oneByOne, progress: seen.progress });
    seen.end();
    assert.equal(Object.keys(seen.alive), ['documents', 'page groups', phase]);
    await buildHere(sample, `${dist}-cold`, { cold: true });
    for (const root of ['api', 'bulk', 'catalog'])
      assertSameTree(path.join(dist, root), path.join(`${dist}-cold`, root));
  }
});

test("the file system's order of the corpus does not change the tree", async () => {
  const { corpus: sample, dist } = editable();
  await buildHere(sample, dist);
  const files = fs
    .readdirSync(sample, { recursive: true, encoding: 'utf8' })
    .filter(name => fs.statSync(path.join(sample, name)).isFile());
  for (const order of [files.toReversed(), files.toSorted((a, b) => a.length - b.length)]) {
    const copy = path.join(temporaryFolder(), 'corpus');
    for (const name of order) {
      fs.mkdirSync(path.dirname(path.join(copy, name)), { recursive: true });
      fs.copyFileSync(path.join(sample, name), path.join(copy, name));
    }
    await buildHere(copy, `${copy}-dist`);
    assertSameTree(`${copy}-dist`, dist);
  }
});

/** Trees of one corpus that were made at other times. */
async function builtApart(): Promise<[dist: string, later: string]> {
  const { corpus: sample, dist } = editable();
  await buildHere(sample, dist, { now: () => Date.UTC(2026, 2, 1) });
  const later = path.join(temporaryFolder(), 'later');
  await buildHere(sample, later, { now: () => Date.UTC(2031, 11, 31, 23, 59) });
  assertSameTree(later, dist);
  // Again in place: every file is written anew.
  await buildHere(sample, later, { now: () => Date.UTC(2040, 0, 1), cold: true });
  return [dist, later];
}

test('builds on different days give the same tree', async () => {
  assertSameTree(...(await builtApart()));
});

testWhere(test, without('rsync'), 'rsync transfers nothing after a second build', async () => {
  const [dist, later] = await builtApart();
  const transfer = execFileSync('rsync', [
    ...['-a', '--delete', '--dry-run', '--itemize-changes'],
    ...['--exclude=/build.json', '--exclude=/changes', '--exclude=/catalog/search*'],
    ...[`${later}/`, `${dist}/`],
  ]);
  assert.is(transfer.toString(), '');
});

test.run();
