import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { manifestDigest } from '../../build/previous/publication-plan.ts';
import { openWorkspace } from '../../build/previous/workspace.ts';
import { ObstructedTree } from '../../build/publish/obstacles.ts';
import { DirectoryTarget } from '../../build/sync/directory-target.ts';
import type { Moves } from '../../build/sync/file-moves.ts';
import type { Publication } from '../../build/sync/target.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** A directory as a target; whole runs are in sync.test.ts. */

test('every moved file is counted', async () => {
  const tree = path.join(temporaryFolder(), 'tree');
  const target = DirectoryTarget.open(tree, () => {});
  try {
    const names = ['api/a.json', 'api/b.json', 'manifest.json'];
    for (const name of names) {
      fs.mkdirSync(path.dirname(path.join(target.staging, name)), { recursive: true });
      fs.writeFileSync(path.join(target.staging, name), '{}');
    }
    const moves = {
      inOrder: () => names.map(name => ({ path: name })),
      removed: () => [],
    } as unknown as Moves;
    let count = 0;
    const onFile = () => count++;
    await target.publish({
      moves,
      to: 'a'.repeat(64),
      removes: true,
      jobs: 1,
      onFile,
    } as unknown as Publication);
    assert.is(count, names.length);
    assert.equal(fs.readdirSync(path.join(tree, 'api')).sort(), ['a.json', 'b.json']);
  } finally {
    target.close();
  }
});

test('a tree whose publication cannot be finished is an error each time it is opened', () => {
  const tree = path.join(temporaryFolder(), 'tree');
  const { staging, journal } = openWorkspace(tree);
  for (const [folder, content] of [
    [tree, '{}'],
    [staging, '{"new":1}'],
  ] as const) {
    fs.mkdirSync(path.join(folder, 'api'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'manifest.json'), content);
  }
  // One file is in its place; the next one's folder is a file of somebody else.
  fs.mkdirSync(path.join(staging, 'api/b'));
  fs.writeFileSync(path.join(staging, 'api/b/c.json'), '{}');
  fs.writeFileSync(path.join(tree, 'api/b'), '');
  const [from, to] = [tree, staging].map(manifestDigest);
  const renames = ['api/a.json', 'api/b/c.json', 'manifest.json'];
  fs.writeFileSync(journal, JSON.stringify({ from, to, renames, deletions: [], newFolders: [] }));
  for (let i = 0; i < 2; i++)
    assert.throws(
      () => DirectoryTarget.open(tree, () => {}),
      (error: Error) => error instanceof ObstructedTree,
    );
});

test.run();
