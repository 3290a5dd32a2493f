import cluster, { type Worker } from 'node:cluster';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { poolReadiness } from '../../../shim/workers/readiness.ts';
import { until, within } from '../../helpers/until.ts';
import { closeAfter } from '../../runner/leftovers.cjs';

/** What a primary knows of its workers (shim/README.md, Health). */

const readiness = poolReadiness();

/** @returns the worker, and what the primary knew when it heard what the worker had sent behind its readiness */
async function fork(problem: string): Promise<{ worker: Worker; known: string | null }> {
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'readiness-worker.cjs'), args: [problem] });
  const worker = cluster.fork();
  closeAfter(() => worker.process.kill('SIGKILL'));
  const known = await within(
    new Promise<string | null>(resolve => {
      worker.on('message', ({ kind }) => kind === 'other' && resolve(readiness.problem));
    }),
  );
  return { worker, known };
}

const becomes = (problem: string | null): Promise<void> =>
  until(() => readiness.problem === problem, { seen: () => readiness.problem });

test('a pool is ready if it has workers and all are ready', async () => {
  assert.is(readiness.problem, 'no worker listens');
  const first = await fork('the first starts');
  assert.is(first.known, 'the first starts', 'at once, and nothing else that is sent counts');
  first.worker.send({ problem: null });
  await becomes(null);
  const second = await fork('the second starts');
  assert.is(second.known, 'the second starts');
  first.worker.send({ problem: 'the first goes' });
  await becomes('the first goes');
  first.worker.send({ problem: null });
  await becomes('the second starts');
  second.worker.process.kill('SIGKILL');
  await becomes(null);
  first.worker.process.kill('SIGKILL');
  await becomes('no worker listens');
});

test.run();
