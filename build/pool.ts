import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Piscina } from 'piscina';

const require = createRequire(import.meta.url);

/** One at work, and one that lies ready in the thread, which need not wait until this thread finds the time. */
const TASKS_A_THREAD = 2;

/** Worker threads, as many as the machine has processors, that all do the tasks of one module. */
export class WorkerPool {
  readonly #worker: URL;
  /** A pool for each thread, since a pool itself chooses the thread for a task. */
  #threads: Piscina[] = [];

  /** @param worker the module whose default export does one task */
  constructor(worker: URL) {
    this.#worker = worker;
  }

  /** Whether there are threads: the first tasks start them, and they stay. */
  get hasThreads(): boolean {
    return this.#threads.length > 0;
  }

  /**
   * @param tasks a list, of which each thread begins in a stretch of its own, since neighbors are alike and touch the
   *   same folders; or a stream, which is asked for a task when there is a thread for it
   * @param most threads that are worth their start; where that is one, and there are none yet, this thread does it all
   * @param take is given each result as soon as it is there, in any order
   * @throws the first error of a task
   */
  async run<Task, Result>(
    tasks: readonly Task[] | AsyncIterable<Task>,
    most: number,
    take: (result: Result) => void,
  ): Promise<void> {
    const filename = await bundled(this.#worker);
    const wanted = Math.min(os.availableParallelism(), most);
    if (wanted <= 1 && !this.hasThreads) {
      const { default: run } = require(filename) as { default(task: Task): Result };
      for await (const task of tasks) take(run(task));
      return;
    }
    while (this.#threads.length < wanted) {
      this.#threads.push(
        new Piscina({ filename, minThreads: 1, maxThreads: 1, concurrentTasksPerWorker: TASKS_A_THREAD }),
      );
    }
    const threads = this.#threads;
    const next = Symbol.asyncIterator in tasks ? fromStream(tasks) : inStretches(tasks, threads.length);
    const feed = async (piscina: Piscina<Task, Result>, thread: number): Promise<void> => {
      for (let task = await next(thread); task !== undefined; task = await next(thread)) {
        take(await piscina.run(task));
      }
    };
    const feeders = Array.from({ length: TASKS_A_THREAD * threads.length }, (_, i) => i % threads.length);
    await Promise.all(feeders.map(thread => feed(threads[thread] as Piscina, thread)));
  }

  /** Ends the threads, whatever they are at. */
  async close(): Promise<void> {
    const threads = this.#threads;
    this.#threads = [];
    await Promise.all(threads.map(piscina => piscina.destroy()));
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

/** Begins to make ready what threads need, beside this one: worth it where tasks are sure to come. */
export function prepareWorker(worker: URL): void {
  // What goes wrong is told by `run`.
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
