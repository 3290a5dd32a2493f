import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Piscina } from 'piscina';

const require = createRequire(import.meta.url);

/**
 * Runs tasks in worker threads, as many at a time as the machine has processors for.
 *
 * @param worker the module whose default export does one task
 * @param tasks a list, of which each thread begins in a stretch of its own, since neighbors are alike and touch the
 *   same folders; or a stream, which is asked for a task when there is a thread for it
 * @param most threads that are worth their start; one thread is this one
 * @param take is given each result as soon as it is there, in any order
 * @throws the first error of a task
 */
export async function runTasks<Task, Result>(
  worker: URL,
  tasks: readonly Task[] | AsyncIterable<Task>,
  most: number,
  take: (result: Result) => void,
): Promise<void> {
  const threads = Math.min(os.availableParallelism(), most);
  if (threads <= 1) {
    const { default: run } = require(await bundled(worker)) as { default(task: Task): Result };
    for await (const task of tasks) take(run(task));
    return;
  }
  const next = Symbol.asyncIterator in tasks ? fromStream(tasks) : inStretches(tasks, threads);
  const filename = await bundled(worker);
  const pools: Piscina<Task, Result>[] = [];
  try {
    // A pool for each thread, since a pool itself chooses the thread for a task.
    for (let i = 0; i < threads; i++) pools.push(new Piscina({ filename, minThreads: 1, maxThreads: 1 }));
    const feed = async (pool: Piscina<Task, Result>, thread: number): Promise<void> => {
      for (let task = await next(thread); task !== undefined; task = await next(thread)) {
        take(await pool.run(task));
      }
    };
    // Two tasks a thread: one at work, one waiting.
    await Promise.all([...pools, ...pools].map((pool, i) => feed(pool, i % threads)));
  } finally {
    await Promise.all(pools.map(pool => pool.destroy()));
  }
}

/** The next task for a thread; undefined where there is none left. */
type Next<Task> = (thread: number) => Task | undefined | Promise<Task | undefined>;

function fromStream<Task>(tasks: AsyncIterable<Task>): Next<Task> {
  const iterator = tasks[Symbol.asyncIterator]();
  return async () => {
    const { done, value } = await iterator.next();
    return done ? undefined : value;
  };
}

/** From the thread's own stretch; a thread that is done with it takes from the end of the longest that is left. */
export function inStretches<Task>(tasks: readonly Task[], threads: number): Next<Task> {
  const border = (i: number) => Math.floor((tasks.length * i) / threads);
  const stretches = Array.from({ length: threads }, (_, i) => ({ next: border(i), end: border(i + 1) }));
  return thread => {
    const own = stretches[thread];
    if (own && own.next < own.end) return tasks[own.next++];
    const longest = stretches.reduce((a, b) => (b.end - b.next > a.end - a.next ? b : a));
    return longest.next < longest.end ? tasks[--longest.end] : undefined;
  };
}

/** Begins to make ready what `runTasks` will need, beside this thread: worth it where that is soon to come. */
export function prepareTasks(worker: URL): void {
  // Told by `runTasks`.
  bundled(worker).catch(() => {});
}

const bundles = new Map<string, Promise<string>>();

/**
 * Makes one file of a worker and all that it imports: loading a hundred modules through tsx takes ten times as
 * long, and each thread would do it.
 *
 * @returns the file, which works wherever it lies, until the process ends
 */
function bundled(worker: URL): Promise<string> {
  const made = bundles.get(worker.href) ?? bundle(worker);
  bundles.set(worker.href, made);
  return made;
}

async function bundle(worker: URL): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pandect-worker-'));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  const outfile = path.join(folder, 'worker.cjs');
  await build({
    entryPoints: [fileURLToPath(worker)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    define: { 'import.meta.url': JSON.stringify(worker.href) },
  });
  return outfile;
}
