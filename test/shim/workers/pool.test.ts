import cluster, { type Worker } from 'node:cluster';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WorkerEnded, WorkerPool, type WorkerPoolOptions } from '../../../shim/workers/pool.ts';
import { until } from '../../helpers/until.ts';

/** How workers are started, replaced and ended; what the real ones do, e2e/workers.test.ts shows. */
const test = suite('pool of workers');
const pools: WorkerPool[] = [];

test.after.each(async () => {
  for (const pool of pools.splice(0)) await pool.close().catch(() => undefined);
});

type Behaviour = 'good' | 'stillborn' | 'stubborn' | 'failing' | 'waiting';

interface Opened {
  pool: WorkerPool;
  /** Of both kinds. */
  said: string[];
  /** Those that are no warnings. */
  informed: string[];
  /** How many workers were to be started. */
  starts(): number;
  /** Of those that are started from now on. */
  behave(behaviour: Behaviour): void;
  hasGivenUp(): boolean;
}

function make(behaviour: Behaviour = 'good', options: Partial<WorkerPoolOptions> = {}): Opened {
  const said: string[] = [];
  const informed: string[] = [];
  let starts = 0;
  let hasGivenUp = false;
  const pool = new WorkerPool({
    count: 2,
    port: 0,
    program: join(import.meta.dirname, 'worker.cjs'),
    args(port) {
      starts++;
      return [String(port), behaviour];
    },
    endMs: 200,
    log: {
      info(line) {
        said.push(line);
        informed.push(line);
      },
      warn: line => said.push(line),
    },
    onGivingUp: () => {
      hasGivenUp = true;
    },
    ...options,
  });
  pools.push(pool);
  return {
    pool,
    said,
    informed,
    starts: () => starts,
    behave(next) {
      behaviour = next;
    },
    hasGivenUp: () => hasGivenUp,
  };
}

/**
 * Node keeps a connection open that it was handing to a worker that died just then: whoever asks needs a time limit.
 *
 * @returns the process that answered
 */
const ask = async (port: number, path = '/'): Promise<number> =>
  Number(
    await (await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2000) })).text(),
  );

const isUp = (port: number): Promise<boolean> =>
  ask(port).then(
    () => true,
    () => false,
  );

function newestWorker(): Worker {
  const workers = Object.values(cluster.workers ?? {}).filter(worker => worker !== undefined);
  return workers.reduce((a, b) => (a.id > b.id ? a : b));
}

test('if the first worker ends before it listens, no other starts, and its exit code is returned', async () => {
  const { pool, said, hasGivenUp } = make('stillborn');
  try {
    await pool.open();
    assert.unreachable();
  } catch (error) {
    assert.instance(error, WorkerEnded);
    assert.is((error as WorkerEnded).code, 3);
  }
  await pool.close();
  assert.equal([said, hasGivenUp()], [[], false]);
});

test('a worker program that cannot run is an error at once', async () => {
  const { pool } = make();
  const { execPath } = process;
  process.execPath = '/nowhere/node';
  try {
    await pool.open();
    assert.unreachable();
  } catch (error) {
    assert.instance(error, WorkerEnded);
    assert.is(
      (error as WorkerEnded).message,
      'A worker ended before it listened (spawn /nowhere/node ENOENT).',
    );
  } finally {
    process.execPath = execPath;
  }
  await pool.close();
});

test('ended workers are replaced, after growing pauses', async () => {
  const { pool, said, informed } = make('good', { count: 1 });
  const port = await pool.open();
  const pids: number[] = [];
  for (let death = 1; death <= 3; death++) {
    await until(() => isUp(port));
    pids.push(await ask(port, '/die'));
    await until(() => said.length === death);
  }
  assert.equal(
    said,
    ['0.1', '0.2', '0.4'].map(
      (pause, i) => `Worker ${pids[i]} ended (exit code 7); another one starts in ${pause} s.`,
    ),
  );
  await until(() => isUp(port));
  await pool.close();
  assert.not(await isUp(port));
  assert.is(said.length, 3, 'those that are told to end are not replaced');
  assert.equal(informed, [], 'a failure is a warning');
});

test('a worker that ends in order causes no warning, and is replaced after the pause', async () => {
  const { pool, informed } = make('good', { count: 1, pauses: { first: 1000, longest: 1000 } });
  const port = await pool.open();
  // Before it is asked: the pause may begin before its answer is read.
  const left = performance.now();
  const pid = await ask(port, '/leave');
  await until(() => informed.length === 1);
  assert.equal(informed, [`Worker ${pid} ended (exit code 0); another one starts in 1 s.`]);
  await until(() => isUp(port));
  assert.ok(performance.now() - left > 990);
});

test('the wanted number of workers answers, and dead ones are replaced', async () => {
  const { pool } = make('good', { count: 3 });
  const port = await pool.open();
  /** By turns, but for those that are busy; a connection that was given to one that dies just then fails. */
  const untilAll = async () => {
    let pids = new Set<number>();
    await until(async () => {
      pids = new Set();
      for (let i = 0; i < 12; i++) pids.add(await ask(port).catch(() => 0));
      return pids.size === 3 && !pids.has(0);
    });
    return pids;
  };
  const before = await untilAll();
  const dead = await ask(port, '/die');
  const after = await untilAll();
  assert.not(after.has(dead));
  assert.is([...after].filter(pid => before.has(pid)).length, 2);
});

test('a worker that got another free port than the last one is ended', async () => {
  const { pool, said, behave, starts } = make('good', { count: 2, pauses: { first: 1, longest: 1 } });
  const port = await pool.open();
  behave('waiting');
  await ask(port, '/die');
  await until(() => starts() === 3);
  // It was told to take a free port, which the last worker keeps until it ends.
  const third = newestWorker();
  await ask(port, '/die');
  await until(() => starts() === 4);
  const fourth = newestWorker();
  behave('good');
  third.send('listen');
  await until(() => said.length === 3, { seen: () => said });
  assert.is(said[2], 'A worker ended before it listened (SIGKILL). Another one starts in 0.001 s.');
  fourth.send('listen');
  const pids = new Set<number>();
  await until(async () => pids.add(await ask(port)).size === 2);
});

test('a worker that does not end is killed, and one that fails at the end is reported', async () => {
  for (const behaviour of ['stubborn', 'failing'] as const) {
    const { pool } = make(behaviour);
    const port = await pool.open();
    try {
      await pool.close();
      assert.unreachable();
    } catch (error) {
      assert.is((error as Error).message, '2 workers did not end as they were told', behaviour);
    }
    assert.not(await isUp(port));
  }
});

test('after ten failed starts the pool gives up', async () => {
  const { pool, said, behave, hasGivenUp } = make('good', { count: 1, pauses: { first: 1, longest: 4 } });
  const port = await pool.open();
  behave('stillborn');
  await ask(port, '/die');
  await until(hasGivenUp);
  assert.is(said.length, 10, 'nothing more is said of the last');
  const pauses = said.map(line => Number(/in (\S+) s\.$/.exec(line)?.[1]));
  assert.equal(pauses, [0.001, 0.002, ...Array.from({ length: 8 }, () => 0.004)]);
  assert.match(said[1] ?? '', /^A worker ended before it listened \(exit code 3\)\. Another one starts/);
});

test('failed starts before a success are forgotten', async () => {
  // The first is good, and the one that is started when nine lines have been said.
  const isGood = () => said.length === 0 || said.length === 9;
  const { pool, said, hasGivenUp } = make('good', {
    count: 1,
    pauses: { first: 1, longest: 1 },
    args: port => [String(port), isGood() ? 'good' : 'stillborn'],
  });
  const port = await pool.open();
  await ask(port, '/die');
  await until(() => said.length === 9);
  await until(() => isUp(port));
  await ask(port, '/die');
  await until(hasGivenUp);
  assert.is(said.length, 9 + 10);
});

test('while others listen, any number of starts may fail', async () => {
  const { pool, said, behave, hasGivenUp, starts } = make('good', { pauses: { first: 1, longest: 1 } });
  const port = await pool.open();
  behave('stillborn');
  await ask(port, '/die');
  await until(() => said.length === 12);
  assert.not(hasGivenUp());
  behave('good');
  const pids = new Set<number>();
  await until(async () => pids.add(await ask(port)).size === 2);
  assert.ok(starts() > 13);
});

test('a pool that is closed during a replacement starts no worker', async () => {
  const { pool, said, starts } = make('good', { count: 1 });
  const port = await pool.open();
  await ask(port, '/die');
  await until(() => said.length === 1);
  await pool.close();
  await new Promise(resolve => setTimeout(resolve, 300));
  assert.is(starts(), 1);
  assert.not(await isUp(port));
});

test.run();
