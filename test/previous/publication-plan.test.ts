import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  isWhole,
  manifestDigest,
  type Plan,
  readPlan,
  writePlan,
} from '../../build/previous/publication-plan.ts';
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

const MANY: Plan = {
  ...{ from: DIGEST, to: 'b'.repeat(64), keepsIndex: true },
  renames: [...Array.from({ length: 2500 }, (_, i) => `api/${i}.json`), 'manifest.json'],
  deletions: Array.from({ length: 1000 }, (_, i) => `api/§${i}.json`),
};

test('a plan of many files is written in lines, and read in the same order', () => {
  for (const plan of [MANY, { ...MANY, renames: [] }, { ...MANY, deletions: [] }]) {
    const workspace = withPlan(() => '');
    writePlan(workspace, plan);
    assert.equal(readPlan(workspace), plan);
    const lines = fs.readFileSync(workspace.journal, 'utf8').trimEnd().split('\n');
    assert.ok(Math.max(...lines.map(line => line.length)) < 30_000);
    assert.equal(fs.readdirSync(path.dirname(workspace.journal)).sort(), ['journal.json', 'staging']);
  }
});

test('a plan has its name when all of it is on the disk, and its file is closed then', () => {
  const workspace = withPlan(() => '');
  const { openSync, fsyncSync, closeSync, renameSync } = fs;
  const done: string[] = [];
  let plan = -1;
  fs.openSync = (...args) => {
    plan = openSync(...args);
    return plan;
  };
  fs.fsyncSync = handle => {
    done.push(`sync ${handle === plan}, ${fs.fstatSync(handle).size} bytes`);
    fsyncSync(handle);
  };
  fs.closeSync = handle => {
    done.push(`close ${handle === plan}`);
    closeSync(handle);
  };
  fs.renameSync = (from, to) => {
    done.push('rename');
    renameSync(from, to);
  };
  try {
    writePlan(workspace, PLAN);
  } finally {
    Object.assign(fs, { openSync, fsyncSync, closeSync, renameSync });
  }
  const { size } = fs.statSync(workspace.journal);
  assert.equal(done, [`sync true, ${size} bytes`, 'close true', 'rename']);
});

test('a plan that cannot be written leaves the one before', () => {
  const workspace = withPlan(() => '');
  writePlan(workspace, PLAN);
  const unwritten = {
    toJSON() {
      throw new Error('the disk is full');
    },
  } as unknown as string;
  assert.throws(() => writePlan(workspace, { ...MANY, deletions: [unwritten] }), /the disk is full/);
  assert.equal(readPlan(workspace), PLAN);
});

test('staging becomes the tree as a whole where nothing is moved out of it, whatever is deleted', () => {
  assert.ok(isWhole({ ...PLAN, renames: [] }));
  assert.not(isWhole({ ...PLAN, renames: ['manifest.json'], deletions: [] }));
});

test('a folder without a manifest has no digest', () => {
  assert.is(manifestDigest(temporaryFolder()), null);
});

test('a plan that lost its end, or a line of which is damaged, counts as none', () => {
  const workspace = withPlan(() => '');
  writePlan(workspace, MANY);
  const lines = fs.readFileSync(workspace.journal, 'utf8').trimEnd().split('\n');
  for (let kept = 0; kept < lines.length; kept++) {
    fs.writeFileSync(workspace.journal, lines.slice(0, kept).join('\n'));
    assert.is(readPlan(workspace), null, `${kept} lines`);
    const damaged = lines.with(kept, '{"renames":["../x"],"deletions":[]}');
    fs.writeFileSync(workspace.journal, damaged.join('\n'));
    assert.is(readPlan(workspace), null, `line ${kept}`);
  }
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
