import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../helpers/tree.ts';
import { killBuilds } from './kill.ts';

test('killed builds leave a sound tree, and the next build completes it', async () => {
  const { reads } = await killBuilds({ folder: temporaryFolder(), documents: 120, rounds: 12, seed: 5 });
  assert.ok(reads > 0);
});

test.run();
