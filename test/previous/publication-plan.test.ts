import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { manifestDigest, readPlan } from '../../build/previous/publication-plan.ts';
import { movedContent } from '../../build/previous/published-paths.ts';
import { type Workspace, workspacesOf } from '../../build/previous/workspace.ts';
import { recover } from '../../build/publish/recover.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const DIGEST = 'a'.repeat(64);
const PLAN = {
  from: DIGEST,
  to: DIGEST,
  renames: ['api/a.json', 'manifest.json'],
  deletions: ['api/b.json'],
};

/** A tree whose inner workspace has this plan: whoever gives away the tree can have written it. */
function withPlan(planOf: (to: string | null) => unknown): Workspace {
  const tree = path.join(temporaryFolder(), 'outer', 'dist');
  fs.mkdirSync(path.join(tree, '.build', 'staging'), { recursive: true });
  fs.writeFileSync(path.join(tree, 'manifest.json'), '{}');
  const [, inner] = workspacesOf(tree);
  const plan = planOf(manifestDigest(tree));
  fs.writeFileSync(inner.journal, typeof plan === 'string' ? plan : JSON.stringify(plan));
  return inner;
}

test('a plan is read as it was written', () => {
  for (const plan of [
    PLAN,
    { ...PLAN, from: null },
    { ...PLAN, keepsIndex: true },
    { ...PLAN, renames: [], deletions: [] },
  ])
    assert.equal(readPlan(withPlan(() => plan)), plan);
});

const long = 'n'.repeat(256);
const OUTSIDE = ['../x', 'api/../../x', '/x', '..', '.', '', 'api//x', 'api/', '..\\x', 'C:x', 'a\0', long];
const NO_PATHS = [
  ...OUTSIDE.map(name => ['api/a.json', name]),
  [1],
  [null],
  [['api']],
  'api',
  {},
  null,
  undefined,
];
const NO_DIGESTS = ['', 'lost', DIGEST.toUpperCase(), DIGEST.slice(1), `${DIGEST}0`, 1, [DIGEST], undefined];
const DAMAGED: unknown[] = [
  ...['', '{', 'null', '[]', '1', '""'],
  ...NO_PATHS.flatMap(paths => [
    { ...PLAN, renames: paths },
    { ...PLAN, deletions: paths },
  ]),
  ...[...NO_DIGESTS, null].map(to => ({ ...PLAN, to })),
  ...NO_DIGESTS.map(from => ({ ...PLAN, from })),
];

test('a plan that no build can have written counts as none', () => {
  for (const plan of DAMAGED) assert.is(readPlan(withPlan(() => plan)), null, JSON.stringify(plan));
  assert.is(readPlan(workspacesOf(temporaryFolder())[0]), null);
});

test('the plan of a tree that was received removes nothing outside the tree', () => {
  for (const path_ of ['../victim', '../../victim', 'api/../../victim']) {
    const workspace = withPlan(to => ({ from: null, to, renames: ['manifest.json'], deletions: [path_] }));
    const victim = path.join(workspace.tree, path_);
    fs.writeFileSync(victim, 'mine');
    assert.is(recover(workspace), 'impossible', path_);
    assert.is(fs.readFileSync(victim, 'utf8'), 'mine');
  }
});

test('the plan of a tree that was received moves nothing out of staging', () => {
  for (const path_ of ['../victim', 'api/../../victim']) {
    const workspace = withPlan(to => ({ from: null, to, renames: [path_, 'manifest.json'], deletions: [] }));
    const staged = path.join(workspace.staging, path_);
    fs.writeFileSync(staged, 'a trap');
    assert.is(recover(workspace), 'impossible', path_);
    assert.is(fs.readFileSync(staged, 'utf8'), 'a trap');
    assert.not.ok(fs.existsSync(path.join(workspace.tree, path_)));
    assert.equal(movedContent(workspace), []);
  }
});

test.run();
