import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../helpers/tree.ts';
import { killBuilds, OVER } from './kill.ts';

const ROUNDS = 8;

test('killed builds leave a sound tree, and the next build completes it', async () => {
  const { at, reads } = await killBuilds({
    folder: temporaryFolder(),
    documents: 120,
    rounds: ROUNDS,
    seed: 5,
  });
  assert.ok(reads > 0);
  const killed = Object.entries(at).filter(([where]) => !where.endsWith(OVER));
  assert.is(
    killed.reduce((sum, [, count]) => sum + count, 0),
    ROUNDS,
  );
  assert.ok(
    killed.some(([where]) => where.endsWith('publishing')),
    Object.keys(at).join('; '),
  );
});

test.run();
