import { type ChildProcess, spawn } from 'node:child_process';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { STOP } from '../../../shim/workers/pool.ts';
import { Lines } from '../../helpers/lines.ts';
import { within } from '../../helpers/until.ts';
import { closeAfter } from '../../runner/leftovers.cjs';

/** How a process ends; what clients see of that, e2e/shutdown.test.ts shows. */

const PROGRAM = join(import.meta.dirname, 'stop-worker.cjs');
const IN_ORDER = ['runs', 'leaves', 'closes', 'flushed'];

interface Stopping {
  /** Milliseconds. */
  delay?: number;
  bound?: number;
  closing?: 'good' | 'failing' | 'endless';
}

interface Running {
  child: ChildProcess;
  said: Lines;
  /** @returns its exit code, and the milliseconds that it took from now on */
  ended(): Promise<{ code: number; took: number }>;
}

const argsOf = ({ delay = 0, bound = 60_000, closing = 'good' }: Stopping): string[] =>
  [delay, bound, closing].map(String);

/** Resolves when it runs. */
async function watch(child: ChildProcess): Promise<Running> {
  closeAfter(() => child.kill('SIGKILL'));
  const said = new Lines(child.stdout);
  const exit = once(child, 'close');
  await said.match(/^runs$/);
  return {
    child,
    said,
    async ended() {
      const began = performance.now();
      const [code] = await within(exit, { seen: said.text });
      return { code, took: performance.now() - began };
    },
  };
}

const start = (options: Stopping = {}): Promise<Running> =>
  watch(spawn(process.execPath, [PROGRAM, ...argsOf(options)], { stdio: ['ignore', 'pipe', 'inherit'] }));

/** As a worker of this process. */
function startWorker(options: Stopping = {}): Promise<Running> {
  // Whatever was set before in this process.
  const stdio = ['ignore', 'pipe', 'inherit', 'ipc'] as const;
  cluster.setupPrimary({ exec: PROGRAM, args: argsOf(options), stdio: [...stdio] });
  return watch(cluster.fork().process);
}

test('every stop signal makes the process leave, close, and write its last lines', async () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    const { child, said, ended } = await start();
    child.kill(signal);
    assert.is((await ended()).code, 0, signal);
    assert.equal(said.all, IN_ORDER, signal);
  }
});

test('a failed close has exit code 1, and the last lines are written', async () => {
  const { child, said, ended } = await start({ closing: 'failing' });
  child.kill('SIGTERM');
  assert.is((await ended()).code, 1);
  assert.equal(said.all, IN_ORDER);
});

test('it closes after its delay, and an endless close is ended after its time', async () => {
  const { child, said, ended } = await start({ delay: 500, bound: 700, closing: 'endless' });
  child.kill('SIGTERM');
  await said.match(/^leaves$/);
  const { code, took } = await ended();
  assert.is(code, 1);
  assert.ok(took > 1000, `${took} ms`);
  assert.equal(said.all, ['runs', 'leaves', 'closes']);
});

test('equal signals within a second count once, and a later one ends the process', async () => {
  const patient = await start({ delay: 500 });
  for (let i = 0; i < 3; i++) {
    patient.child.kill('SIGINT');
    await patient.said.match(/^leaves$/);
  }
  assert.is((await patient.ended()).code, 0);
  assert.equal(patient.said.all, IN_ORDER);

  const { child, said, ended } = await start({ delay: 60_000 });
  child.kill('SIGTERM');
  await said.match(/^leaves$/);
  await wait(1100);
  child.kill('SIGINT');
  assert.is((await ended()).code, 1);
  assert.equal(said.all, ['runs', 'leaves']);
});

test("a worker ends by its primary's message, whatever else arrives", async () => {
  const { child, said, ended } = await startWorker({ delay: 300 });
  child.send('something else');
  await wait(100);
  assert.equal(said.all, ['runs']);
  child.send(STOP);
  await said.match(/^leaves$/);
  child.kill('SIGTERM');
  child.send(STOP);
  assert.is((await ended()).code, 0);
  assert.equal(said.all, IN_ORDER);
});

test.run();
