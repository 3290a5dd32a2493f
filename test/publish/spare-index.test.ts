import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SEARCH_INDEX } from '../../build/contract/paths.ts';
import { openWorkspace } from '../../build/previous/workspace.ts';
import { keepSpare, putBackSpare } from '../../build/publish/spare-index.ts';
import { temporaryFolder } from '../helpers/tree.ts';

function workspaceWith(text: string) {
  const workspace = openWorkspace(path.join(temporaryFolder(), 'dist'));
  for (const folder of [workspace.tree, workspace.staging])
    fs.mkdirSync(path.dirname(path.join(folder, SEARCH_INDEX)), { recursive: true });
  fs.writeFileSync(path.join(workspace.tree, SEARCH_INDEX), text);
  return workspace;
}

const read = (file: string): string => fs.readFileSync(file, 'utf8');

test('the published index becomes the spare and replaces the former one', () => {
  const workspace = workspaceWith('published');
  fs.writeFileSync(workspace.spare, 'older');
  const index = path.join(workspace.tree, SEARCH_INDEX);
  keepSpare(workspace);
  assert.is(fs.statSync(workspace.spare).ino, fs.statSync(index).ino);
  // A publication that was killed here is finished by the next build.
  keepSpare(workspace);
  fs.writeFileSync(`${index}.next`, 'next');
  fs.renameSync(`${index}.next`, index);
  assert.is(read(workspace.spare), 'published');
  assert.is(read(index), 'next');
});

test('without a published index there is no spare', () => {
  const workspace = workspaceWith('published');
  fs.writeFileSync(workspace.spare, 'older');
  fs.rmSync(path.join(workspace.tree, SEARCH_INDEX));
  keepSpare(workspace);
  assert.not(fs.existsSync(workspace.spare));
  putBackSpare(workspace);
  assert.not(fs.existsSync(workspace.spare));
});

test('a staged index that is not published becomes the spare again', () => {
  const workspace = workspaceWith('published');
  fs.writeFileSync(path.join(workspace.staging, SEARCH_INDEX), 'staged');
  putBackSpare(workspace);
  assert.is(read(workspace.spare), 'staged');
  assert.is(read(path.join(workspace.tree, SEARCH_INDEX)), 'published');
});

test.run();
