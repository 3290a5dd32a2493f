import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
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

test('pages that are made before references do not change the tree, and end before these begin', async () => {
  const out = path.join(folder, 'pages-first');
  const staged = path.join(folder, '.pages-first.build/staging/api');
  let phase = '';
  const referencesBeside: string[] = [];
  let groups = 0;
  const progress: Progress = {
    start: name => {
      phase = name;
    },
    advance() {
      if (phase !== 'page groups') return;
      groups++;
      for (const name of fs.readdirSync(staged, { recursive: true, encoding: 'utf8' }))
        if (name.endsWith('references.json')) referencesBeside.push(name);
    },
    stop() {},
  };
  await buildHere(corpus, out, { pagesFirst: documentsIn(reference), progress });
  assert.ok(groups > 10, `${groups} groups`);
  assert.equal(referencesBeside, []);
  assert.ok(referencePages(out).length > 10);
  for (const root of ['api', 'bulk']) assertSameTree(path.join(out, root), path.join(reference, root));
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
