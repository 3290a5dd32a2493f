import { createRequire } from 'node:module';
import type { Piscina } from 'piscina';
import { bundled } from '../../build/common/bundle.cjs';
import { diffTooLong } from '../../build/contract/errors.ts';
import type { DiffAnswer, ReadDiff } from '../../build/diff/answer.ts';

/** Loaded on demand: most servers are asked for no difference. */
const require = createRequire(import.meta.url);

const WORKER = new URL('./diff-worker.ts', import.meta.url);
/** Milliseconds without a difference after which the thread ends. */
const IDLE = 60_000;
/** Two versions with more code units have `TIME_LIMIT`. The bound of work (`build/diff/work.ts`) ends others soon, even on a busy machine. */
export const LARGE = 512 << 10;
/** Milliseconds. */
const TIME_LIMIT = 1000;

/** The thread that makes differences, so that other requests are answered meanwhile. The first difference starts it. */
export class DiffThread {
  /** Made in advance: to make it takes a second, in which nothing else is answered. */
  readonly #program = bundled(WORKER);
  readonly #timeLimit: number;
  #thread: Piscina | null = null;

  /** @param timeLimit for two large versions, in milliseconds */
  constructor(timeLimit = TIME_LIMIT) {
    this.#timeLimit = timeLimit;
  }

  /** @throws ApiError 503 for large versions that take too long */
  async run(diff: ReadDiff): Promise<DiffAnswer> {
    this.#thread ??= start(this.#program);
    // A thread that has to start first takes no time from the difference.
    await this.#thread.run(null);
    const isLarge = diff.old.body.length + diff.next.body.length > LARGE;
    const signal = isLarge ? AbortSignal.timeout(this.#timeLimit) : null;
    try {
      return await this.#thread.run(diff, { signal });
    } catch (error) {
      throw signal?.aborted ? diffTooLong() : error;
    }
  }

  /** Ends the thread, whatever it does. */
  async close(): Promise<void> {
    await this.#thread?.destroy();
  }
}

function start(filename: string): Piscina {
  const { Piscina } = require('piscina') as typeof import('piscina');
  const execArgv = [...process.execArgv, '--enable-source-maps'];
  return new Piscina({ filename, execArgv, minThreads: 0, maxThreads: 1, idleTimeout: IDLE });
}
