import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Random } from '../helpers/random.ts';
import { nights } from './helpers.ts';
import { killSyncs } from './kill.ts';

const ROUNDS = 10;

test('after a run killed at any moment readers see a whole tree, and the next run completes it', async () => {
  const { at, reads, resumed } = await killSyncs(await nights(60, 24), ROUNDS, new Random(160));
  assert.ok((at.fetching ?? 0) + (at.publishing ?? 0) >= ROUNDS / 3, JSON.stringify(at));
  assert.ok(reads > 1000, `${reads}`);
  assert.ok(resumed > 0);
});

test.run();
