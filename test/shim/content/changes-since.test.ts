import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiError } from '../../../build/contract/errors.ts';
import { changesPath } from '../../../build/contract/paths.ts';
import { ChangesSince } from '../../../shim/content/changes-since.ts';
import { TreeFiles } from '../../../shim/content/tree-files.ts';
import { listOf, treeWith } from '../../helpers/history.ts';

/** Changes of several builds from the lists in a tree. `e2e/changes.test.ts` asks a server. */

test('an answer that failed is made again where the list is back', async () => {
  const tree = treeWith([listOf(1), listOf(2), listOf(3)], 1);
  const changes = new ChangesSince(new TreeFiles(tree));
  const list = path.join(tree, changesPath(3));
  fs.renameSync(list, `${list}-away`);
  const error = await changes.answer('1').catch((error: ApiError) => error);
  assert.is((error as ApiError).status, 410);
  fs.renameSync(`${list}-away`, list);
  assert.is(JSON.parse(await changes.answer('1')).data.length, 3);
});

test.run();
