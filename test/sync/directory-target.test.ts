import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DirectoryTarget } from '../../build/sync/directory-target.ts';
import type { Moves } from '../../build/sync/moves.ts';
import type { Publication } from '../../build/sync/target.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** A directory as a target; whole runs are in sync.test.ts. */

test('every file that is moved is counted', async () => {
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

test.run();
