import { createRequire } from 'node:module';
import os from 'node:os';
import { pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';

/**
 * Runs tasks in worker threads, as many at a time as the machine has processors for. Tasks are asked for as they
 * are needed, so that they may be a stream.
 *
 * @param worker the module whose default export does one task
 * @param most threads that are worth their start; one thread is this one
 * @param take is given each result as soon as it is there, in any order
 * @throws the first error of a task
 */
export async function runTasks<Task, Result>(
  worker: URL,
  tasks: Iterable<Task> | AsyncIterable<Task>,
  most: number,
  take: (result: Result) => void,
): Promise<void> {
  const threads = Math.min(os.availableParallelism(), most);
  if (threads <= 1) {
    const { default: run } = (await import(worker.href)) as { default(task: Task): Result };
    for await (const task of tasks) take(run(task));
    return;
  }
  const pool = new Piscina<Task, Result>({
    filename: worker.href,
    minThreads: threads,
    maxThreads: threads,
    // Workers run TypeScript too, wherever the working directory is. (import.meta.resolve is not there in uvu.)
    execArgv: ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href],
  });
  const iterator = Symbol.asyncIterator in tasks ? tasks[Symbol.asyncIterator]() : tasks[Symbol.iterator]();
  const feed = async (): Promise<void> => {
    for (;;) {
      const next = await iterator.next();
      if (next.done) return;
      take(await pool.run(next.value));
    }
  };
  try {
    // Two tasks a thread: one at work, one waiting.
    await Promise.all(Array.from({ length: threads * 2 }, feed));
  } finally {
    await pool.destroy();
  }
}
