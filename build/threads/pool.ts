import { createRequire } from 'node:module';
import os from 'node:os';
import type { Piscina } from 'piscina';
import { bundled, loadBundled } from '../common/bundle.cjs';

/** What is loaded is needed by large builds alone. */
const require = createRequire(import.meta.url);

const PROCESSORS = os.availableParallelism();

/** One at work, and one that lies ready in the thread, which need not wait until this thread finds the time. */
const TASKS_A_THREAD = 2;

/** For what is new in a thread's memory: three times as much, which is usual, made a build of 14,000 documents no quicker. */
const YOUNG_MB = 16;

const WORTH_A_START = 100_000;

/** Worker threads, as many as the machine has processors, that all do the tasks of one module. */
export class WorkerPool {
  readonly #worker: URL;
  /** A pool for each thread, since a pool itself chooses the thread for a task. */
  readonly #threads: Piscina[] = [];
  /** Fulfilled when threads that were dismissed have ended. */
  readonly #ends: Promise<unknown>[] = [];
  #closed: Promise<unknown> | null = null;

  /** @param worker the module whose default export does one task */
  constructor(worker: URL) {
    this.#worker = worker;
  }

  /** Whether there are threads: once started, they stay. */
  get hasThreads(): boolean {
    return this.#threads.length > 0;
  }

  /** Starts threads ahead of their tasks. @param most threads that are worth their start: one is not */
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
   * @param tasks a list, of which each thread begins in a stretch of its own, since neighbors are alike and touch the
   *   same folders; or a stream, which is asked for a task when there is a thread for it
   * @param most threads that are worth their start; where that is one, and there are none yet, this thread does it all
   * @param take is given each result as soon as it is there, in any order
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

  /**
   * Ends the threads, with what their tasks have left in their memory; others may be started. None is at work.
   * @param documents what their memory grew with so far: after a few, another start costs more than it is worth
   */
  async dismiss(documents: number): Promise<void> {
    if (documents < WORTH_A_START) return;
    const end = Promise.all(this.#threads.splice(0).map(piscina => piscina.destroy()));
    this.#ends.push(end);
    await end;
  }

  /** Puts a new thread in the place of each, at once. @param documents see `dismiss` @returns when the old ones have ended */
  renew(documents: number): Promise<void> {
    const count = this.#threads.length;
    const end = this.dismiss(documents);
    this.start(count);
    return end;
  }

  /** Ends the threads, whatever they are at; for good. Those that were dismissed have ended, too. */
  close(): Promise<unknown> {
    this.#closed ??= Promise.all([...this.#ends, ...this.#threads.map(piscina => piscina.destroy())]);
    return this.#closed;
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
