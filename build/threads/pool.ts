import { createRequire } from 'node:module';
import os from 'node:os';
import type { Piscina } from 'piscina';
import { bundled, loadBundled } from '../common/bundle.cjs';

/** Loaded on demand: only large builds need it. */
const require = createRequire(import.meta.url);

const PROCESSORS = os.availableParallelism();

/** One task at work, and one ready in the thread, which then need not wait for this thread. */
const TASKS_A_THREAD = 2;

/**
 * Megabytes of a thread's young generation. The usual size, three times as large, made a build of 14,000 documents no faster.
 */
const YOUNG_MB = 16;

const WORTH_A_START = 100_000;

/** Worker threads, one per processor, that run the tasks of one module. */
export class WorkerPool {
  readonly #worker: URL;
  /** One pool per thread, since a pool itself chooses the thread of a task. */
  readonly #threads: Piscina[] = [];
  /** Fulfilled when dismissed threads have ended. */
  readonly #ends: Promise<unknown>[] = [];
  #closed: Promise<unknown> | null = null;

  /** @param worker the module whose default export runs one task */
  constructor(worker: URL) {
    this.#worker = worker;
  }

  /** Whether there are threads. Once started, they stay. */
  get hasThreads(): boolean {
    return this.#threads.length > 0;
  }

  /** Starts threads before there are tasks. @param most how many threads are worth starting; one is not */
  start(most: number): void {
    const wanted = Math.min(PROCESSORS, most);
    if (wanted <= 1 || wanted <= this.#threads.length) return;
    const { Piscina } = require('piscina') as typeof import('piscina');
    while (this.#threads.length < wanted) {
      this.#threads.push(
        new Piscina({
          filename: bundled(this.#worker),
          execArgv: [...process.execArgv, '--enable-source-maps'],
          minThreads: 1,
          maxThreads: 1,
          concurrentTasksPerWorker: TASKS_A_THREAD,
          resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
        }),
      );
    }
  }

  /**
   * Runs tasks.
   * @param tasks a list, of which each thread takes a stretch of its own, since neighbors touch the same folders; or a stream,
   * which is asked for a task whenever a thread is free
   * @param most how many threads are worth starting; at one, and without running threads, this thread does it all
   * @param take receives each result at once, in any order
   * @throws the first error of a task
   */
  async run<Task, Result>(
    tasks: readonly Task[] | AsyncIterable<Task>,
    most: number,
    take: (result: Result, task: Task) => void,
  ): Promise<void> {
    this.start(most);
    const threads = this.#threads;
    if (threads.length === 0) {
      const { default: run } = loadBundled(this.#worker) as { default(task: Task): Result | Promise<Result> };
      for await (const task of tasks) take(await run(task), task);
      return;
    }
    const next = Symbol.asyncIterator in tasks ? fromStream(tasks) : inStretches(tasks, threads.length);
    const feed = async (piscina: Piscina<Task, Result>, thread: number): Promise<void> => {
      for (let task = await next(thread); task !== undefined; task = await next(thread)) {
        take(await piscina.run(task), task);
      }
    };
    const feeders = Array.from({ length: TASKS_A_THREAD * threads.length }, (_, i) => i % threads.length);
    await Promise.all(feeders.map(thread => feed(threads[thread] as Piscina, thread)));
  }

  /** Ends the threads, and so frees the memory that their tasks left. Others may be started. No thread may be at work. */
  async dismiss(): Promise<void> {
    const end = Promise.all(this.#threads.splice(0).map(piscina => piscina.destroy()));
    this.#ends.push(end);
    await end;
  }

  /**
   * Replaces each thread by a new one at once.
   * @param documents how many documents filled their memory; after a few, restarting costs more than it gains
   * @returns when the old threads have ended
   */
  async renew(documents: number): Promise<void> {
    if (documents < WORTH_A_START) return;
    const count = this.#threads.length;
    const end = this.dismiss();
    this.start(count);
    await end;
  }

  /** Ends the threads for good, whatever they do. Waits for dismissed threads, too. */
  close(): Promise<unknown> {
    this.#closed ??= Promise.all([...this.#ends, ...this.#threads.map(piscina => piscina.destroy())]);
    return this.#closed;
  }
}

/** Returns the next task of a thread; undefined where none is left. */
type Next<Task> = (thread: number) => Task | undefined | Promise<Task | undefined>;

function fromStream<Task>(tasks: AsyncIterable<Task>): Next<Task> {
  const iterator = tasks[Symbol.asyncIterator]();
  return async () => {
    const { done, value } = await iterator.next();
    return done ? undefined : value;
  };
}

/** Gives each thread a stretch of the tasks. A thread that is done takes from the end of the longest stretch left. */
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
