import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CorpusProblems } from '../../build/options.ts';
import { workspacesOf } from '../../build/previous/workspace.ts';
import { assertSameTree, buildHere, editable, snapshot, timestamps, touched } from '../helpers/builds.ts';
import { Random } from '../helpers/random.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { EDITS } from './edits.ts';

test('a rebuild of an unchanged corpus changes nothing', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  const before = timestamps(dist);
  for (let i = 0; i < 3; i++) {
    const report = await buildHere(corpus, dist, { now: () => Date.now() + 86_400_000 });
    assert.is(report.rendered, 0);
    assert.equal(report.changes, { written: 0, removed: 0 });
    assert.equal(timestamps(dist), before);
  }
});

test('touched files without changes are not rendered, and nothing is published', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  const before = timestamps(dist);
  const copy = `${corpus}-copy`;
  fs.cpSync(corpus, copy, { recursive: true });
  fs.rmSync(corpus, { recursive: true });
  fs.renameSync(copy, corpus);
  const report = await buildHere(corpus, dist);
  assert.is(report.rendered, 0);
  assert.equal(timestamps(dist), before);
});

test("an edited body changes only its document's files, its dump, the catalog and the manifest", async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  const before = timestamps(dist);
  fs.appendFileSync(path.join(corpus, 'usc/title-17/chapter-01/section-106.md'), '\nOne more lighthouse.\n');
  const report = await buildHere(corpus, dist);
  assert.is(report.rendered, 1);
  assert.equal(report.changes, { written: 6, removed: 0 });
  const document = 'api/usc/documents/t17';
  const files = [`${document}/s106.json`, `${document}/s106.md`, `${document}/s106.txt`];
  const isFile = (name: string) => fs.statSync(path.join(dist, name)).isFile();
  assert.equal(touched(before, timestamps(dist)).filter(isFile), [
    'build.json',
    'api/bulk.json',
    ...files,
    'bulk/index.json',
    'bulk/usc/t17.jsonl.gz',
    'catalog/catalog.bin',
    'manifest/bulk/usc.ndjson',
    'manifest/bulk.ndjson',
    'manifest/usc/t17.ndjson',
    'manifest.json',
  ]);
});

test('a removed title loses its folders', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  fs.rmSync(path.join(corpus, 'usc/title-48'), { recursive: true });
  const report = await buildHere(corpus, dist);
  assert.is(report.rendered, 0);
  assert.ok(report.changes.removed > 6);
  assert.not.ok(fs.existsSync(path.join(dist, 'api/usc/documents/t48')));
  const cold = path.join(temporaryFolder(), 'cold');
  await buildHere(corpus, cold);
  assertSameTree(dist, cold);
});

test('problems stop a build unless it keeps going, even if nothing else has changed', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  const before = snapshot(dist);
  const bad = path.join(corpus, 'usc/title-17/chapter-01/section-107.md');
  fs.writeFileSync(bad, 'no frontmatter');
  // So much later that the times of all files can be relied on.
  const now = () => Date.now() + 60_000;
  const refusal = async () => {
    const error = await buildHere(corpus, dist, { now }).then(
      () => null,
      thrown => thrown,
    );
    assert.instance(error, Error);
    return (error as CorpusProblems).problems.map(problem => problem.path);
  };
  assert.equal(await refusal(), ['usc/title-17/chapter-01/section-107.md']);
  assert.equal(snapshot(dist), before);
  for (let i = 0; i < 3; i++) {
    const { problems, rendered } = await buildHere(corpus, dist, { keepGoing: true, now });
    assert.is(problems.length, 1);
    assert.is(rendered, 0);
    assert.not.ok(fs.existsSync(path.join(dist, 'api/usc/documents/t17/s107.json')));
    assert.equal(await refusal(), ['usc/title-17/chapter-01/section-107.md']);
  }
  assert.not.ok(fs.existsSync(workspacesOf(dist)[0].staging));
});

test('only the first of two colliding documents has files, even in a first build', async () => {
  const { corpus, dist } = editable();
  const alone = path.join(temporaryFolder(), 'alone');
  await buildHere(corpus, alone);
  const file = path.join(corpus, 'usc/title-48/section-5.md');
  const text = fs.readFileSync(file, 'utf8');
  const [identifier] = /\/us\/usc\/t\S+?(?=")/.exec(text) ?? [''];
  fs.writeFileSync(path.join(corpus, 'usc/title-48/section-6.md'), text);
  // The same id by another identifier: a path of its own.
  const other = identifier.replace('/s5', '-s5');
  fs.writeFileSync(path.join(corpus, 'usc/title-48/section-7.md'), text.replace(identifier, other));
  const { problems } = await buildHere(corpus, dist, { keepGoing: true });
  assert.is(problems.length, 2);
  assertSameTree(dist, alone);
});

const SEQUENCES = 25;

test('after any edits, an incremental build equals a cold one', async () => {
  const random = new Random(4);
  let { corpus, dist } = editable();
  const names = Object.keys(EDITS);
  await buildHere(corpus, dist);
  for (let i = 0; i < SEQUENCES; i++) {
    // Problems pile up otherwise.
    if (i % 10 === 9) ({ corpus, dist } = editable());
    const edits = Array.from({ length: 1 + random.below(4) }, () => random.pick(names));
    for (const edit of edits) EDITS[edit]?.(corpus, random);
    const options = { keepGoing: true, now: () => Date.now() + i * 86_400_000 };
    const state = workspacesOf(dist)[0].state;
    if (random.chance(0.1)) fs.rmSync(state, { force: true });
    const { problems } = await buildHere(corpus, dist, options);
    const cold = path.join(temporaryFolder(), 'cold');
    const afresh = await buildHere(corpus, cold, options);
    assert.equal(problems, afresh.problems, edits.join());
    assertSameTree(dist, cold, `sequence ${i}: ${edits.join()}`);
    // Nothing but lock and state is left behind.
    assert.equal(fs.readdirSync(path.dirname(state)).sort(), ['lock', 'state.sqlite']);
  }
});

test.run();
