import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Plan, readPlan, writePlan } from '../../build/previous/publication-plan.ts';
import { type Workspace, workspacesOf } from '../../build/previous/workspace.ts';
import { recover } from '../../build/publish/recover.ts';
import { silent } from '../../build/report/progress.ts';
import { hasFindings, verifyTree } from '../../build/verify/verify.ts';
import { assertSameTree, buildHere, editable, run, sha256 } from '../helpers/builds.ts';
import { SAMPLE } from '../helpers/sample.ts';

/** Stages the change of a corpus beside its tree, as a build does that is interrupted before its `step`th rename. */
async function interrupted(step: number) {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  fs.appendFileSync(path.join(corpus, 'usc/title-17/chapter-01/section-106.md'), '\nOne more lighthouse.\n');
  fs.rmSync(path.join(corpus, 'usc/title-48'), { recursive: true });
  const coming = `${dist}-coming`;
  await buildHere(corpus, coming);
  const [workspace] = workspacesOf(dist);
  const files = (tree: string) =>
    fs
      .readdirSync(tree, { recursive: true, encoding: 'utf8' })
      .filter(name => fs.statSync(path.join(tree, name)).isFile());
  const isNew = (name: string): boolean =>
    !fs.existsSync(path.join(dist, name)) ||
    sha256(path.join(dist, name)) !== sha256(path.join(coming, name));
  const manifest = 'manifest.json';
  const changed = files(coming).filter(isNew);
  const of = (pattern: RegExp): string[] => changed.filter(name => pattern.test(name)).sort();
  const last = ['catalog/catalog.bin', 'build.json', ...of(/^manifest\//), manifest];
  const renames = [...of(/^(api|bulk)\//), ...last];
  const deletions = files(dist).filter(name => !fs.existsSync(path.join(coming, name)));
  const plan = {
    from: sha256(path.join(dist, manifest)),
    to: sha256(path.join(coming, manifest)),
    renames,
    deletions,
  };
  for (const [i, name] of renames.entries()) {
    const target = path.join(i < step ? dist : workspace.staging, name);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.cpSync(path.join(coming, name), target, { preserveTimestamps: true });
  }
  fs.copyFileSync(workspacesOf(coming)[0].state, workspace.state);
  fs.writeFileSync(workspace.journal, JSON.stringify(plan));
  return { corpus, dist, coming, workspace, steps: renames.length };
}

test('a publication interrupted at any step is finished', async () => {
  const { steps } = await interrupted(0);
  for (const step of [0, 1, Math.floor(steps / 2), ...[4, 3, 2, 1, 0].map(left => steps - left)]) {
    const { corpus, dist, coming, workspace } = await interrupted(step);
    const findings = await verifyTree(dist, silent);
    assert.not.ok(hasFindings(findings), JSON.stringify(findings));
    assert.ok(findings.isPending);
    const { notices, rendered } = await buildHere(corpus, dist);
    assert.match(notices.join(), /^Finished the publication/);
    assert.is(rendered, 0);
    assertSameTree(dist, coming);
    assert.not.ok(fs.existsSync(workspace.journal));
  }
});

test('a publication interrupted before its state was written is discarded', async () => {
  const { corpus, dist, coming, workspace } = await interrupted(0);
  const { corpus: before, dist: unchanged } = editable();
  await buildHere(before, unchanged);
  fs.copyFileSync(workspacesOf(unchanged)[0].state, workspace.state);
  // Folders are made before the state is committed.
  const plan = readPlan(workspace) as Plan;
  const added = 'site/new/page.html';
  writePlan(workspace, { ...plan, renames: [added, ...plan.renames] });
  fs.mkdirSync(path.join(workspace.staging, path.dirname(added)), { recursive: true });
  fs.writeFileSync(path.join(workspace.staging, added), '');
  fs.mkdirSync(path.join(dist, path.dirname(added)), { recursive: true });
  assert.is(recover(workspace), 'nothing');
  assert.not.ok(fs.existsSync(workspace.journal));
  assertSameTree(dist, unchanged);
  const { notices } = await buildHere(corpus, dist);
  assert.equal(notices, []);
  assertSameTree(dist, coming);
});

/** Stages the first tree of a corpus, as a build does that is interrupted before it becomes the tree. */
async function interruptedFirst() {
  const { corpus, dist } = editable();
  const [coming, staged] = [`${dist}-coming`, `${dist}-staged`] as const;
  await buildHere(corpus, coming);
  await buildHere(corpus, staged);
  const [workspace] = workspacesOf(dist);
  fs.mkdirSync(workspace.folder);
  fs.renameSync(staged, workspace.staging);
  fs.renameSync(workspacesOf(staged)[0].state, workspace.state);
  const to = sha256(path.join(coming, 'manifest.json'));
  const plan = { from: null, to, renames: [], deletions: [] };
  fs.writeFileSync(workspace.journal, JSON.stringify(plan));
  return { corpus, dist, coming };
}

test('an interrupted first publication is finished', async () => {
  const { corpus, dist, coming } = await interruptedFirst();
  const { notices, rendered } = await buildHere(corpus, dist);
  assert.match(notices.join(), /^Finished the publication/);
  assert.is(rendered, 0);
  assertSameTree(dist, coming);
});

test('an interrupted first publication is discarded if a tree has appeared since', async () => {
  const { corpus, dist } = await interruptedFirst();
  fs.mkdirSync(path.join(dist, 'api'), { recursive: true });
  const { notices, rendered } = await buildHere(corpus, dist);
  assert.match(notices.join(), /^Rebuilding everything: a build was interrupted/);
  assert.is(rendered, SAMPLE.all);
  assert.not.ok(hasFindings(await verifyTree(dist, silent)));
});

const TAMPERED: [what: string, tamper: (workspace: Workspace) => void][] = [
  ['its staged files are gone', ({ staging }) => fs.rmSync(staging, { recursive: true })],
  ['one staged file is gone', ({ staging }) => fs.rmSync(path.join(staging, 'catalog'), { recursive: true })],
  ['the journal is damaged', ({ journal }) => fs.writeFileSync(journal, '{')],
  ['the tree is gone', ({ tree }) => fs.rmSync(tree, { recursive: true })],
  [
    // The same values in other bytes.
    'the tree is another one',
    ({ tree }) => fs.appendFileSync(path.join(tree, 'manifest.json'), '\n'),
  ],
];

for (const [what, tamper] of TAMPERED) {
  test(`everything is rebuilt after an interruption if ${what}`, async () => {
    const { corpus, dist, coming, workspace } = await interrupted(2);
    tamper(workspace);
    const { notices, rendered } = await buildHere(corpus, dist);
    assert.match(notices.join(), /^Rebuilding everything: a build was interrupted/);
    assert.is(rendered, SAMPLE.all - 3);
    assertSameTree(dist, coming);
    assert.not.ok(fs.existsSync(workspace.journal));
  });
}

test('an interrupted first publication overwrites nothing in a folder with files', async () => {
  const { corpus, dist } = await interruptedFirst();
  const [workspace] = workspacesOf(dist);
  // As it would be for a volume, which is there before its tree.
  const plan = readPlan(workspace) as Plan;
  writePlan(workspace, { ...plan, renames: ['api/stats.json', 'manifest.json'] });
  fs.mkdirSync(path.join(dist, 'api'), { recursive: true });
  fs.writeFileSync(path.join(dist, 'api/stats.json'), 'the only copy');
  const { code, err } = await run('build', ['--corpus', corpus, '--out', dist]);
  assert.is(code, 2, err);
  assert.match(err, /cannot be told from files of somebody else/);
  assert.is(fs.readFileSync(path.join(dist, 'api/stats.json'), 'utf8'), 'the only copy');
  assert.equal(fs.readdirSync(path.join(dist, 'api')), ['stats.json']);
  assert.ok(fs.existsSync(path.join(workspace.staging, 'api/stats.json')));
});

test('an obstacle to an interrupted publication is reported, and the next build without it finishes', async () => {
  const { corpus, dist, coming } = await interrupted(0);
  const [folder, kept] = [path.join(dist, 'api/usc'), path.join(dist, '..', 'kept')];
  fs.renameSync(folder, kept);
  fs.symlinkSync(kept, folder);
  for (let i = 0; i < 2; i++) {
    const { code, err } = await run('build', ['--corpus', corpus, '--out', dist]);
    assert.is(code, 1, err);
    assert.match(err, `${folder} is a symbolic link, and has to be a folder`);
  }
  fs.rmSync(folder);
  fs.renameSync(kept, folder);
  const { notices } = await buildHere(corpus, dist);
  assert.match(notices.join(), /^Finished the publication/);
  assertSameTree(dist, coming);
});

test.run();
