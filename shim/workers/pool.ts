import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds before an ended worker is replaced. Each pause is twice the one before. */
const PAUSES = { first: 100, longest: 10_000 };
/** Milliseconds of listening after which a worker counts as good: the next pause is short again. */
const GOOD_MS = 30_000;
/** The pool gives up after so many workers in a row that ended before they listened, while no other listens. */
const MAX_STILLBORN = 10;

/** The message that tells a worker to end in an orderly way. */
export const STOP = 'stop';

export interface WorkerPoolOptions {
  count: number;
  program: string;
  args(port: number): string[];
  /** The port of all workers; 0 takes a free one. */
  port: number;
  /** Milliseconds for a worker to end. Then it is killed. */
  endMs: number;
  log: { info(message: string): void; warn(message: string): void };
  pauses?: typeof PAUSES;
  /** Called where no worker runs and none can be started. */
  onGivingUp(): void;
}

/** A worker ended before it listened. It has logged the reason itself. */
export class WorkerEnded extends Error {
  /** Null where a signal ended it. */
  readonly code: number | null;

  constructor(code: number | null, how: string) {
    super(`A worker ended before it listened (${how}).`);
    this.code = code;
  }
}

/** Workers that share a port and get connections in turn (node:cluster). Ended ones are replaced. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #running = new Set<Worker>();
  /** The start of listening of each worker, by the monotonic clock. */
  readonly #listening = new Map<Worker, number>();
  readonly #stopping = new AbortController();
  #port: number;
  /** The port that running workers were given: equal ports share a socket. */
  #givenPort: number;
  readonly #pauses: typeof PAUSES;
  #pause: number;
  #stillborn = 0;
  #unruly = 0;
  #onEmpty: () => void = () => {};

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#port = options.port;
    this.#givenPort = options.port;
    this.#pauses = options.pauses ?? PAUSES;
    this.#pause = this.#pauses.first;
  }

  /** Starts one worker alone, so that a common fault is reported once, then the others. @throws WorkerEnded */
  async open(): Promise<number> {
    await this.#start();
    await Promise.all(Array.from({ length: this.#options.count - 1 }, () => this.#start()));
    return this.#port;
  }

  /** Ends all workers. @throws where one failed, or had to be killed */
  async close(): Promise<void> {
    this.#stopping.abort();
    for (const worker of this.#running) {
      // A worker that does not listen yet receives no messages and has nothing to finish.
      if (this.#listening.has(worker)) worker.send(STOP, () => undefined);
      else worker.process.kill();
    }
    const kill = setTimeout(() => {
      for (const worker of this.#running) worker.process.kill('SIGKILL');
    }, this.#options.endMs);
    await new Promise<void>(resolve => {
      this.#onEmpty = resolve;
      if (this.#running.size === 0) resolve();
    });
    clearTimeout(kill);
    if (this.#unruly > 0) throw new Error(`${this.#unruly} workers did not end as they were told`);
  }

  #start(): Promise<void> {
    // A free port stays taken while a worker that was given 0 listens.
    if (this.#listening.size === 0) this.#givenPort = this.#port;
    const { program, args } = this.#options;
    cluster.setupPrimary({
      exec: program,
      args: args(this.#givenPort),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const worker = cluster.fork();
    this.#running.add(worker);
    return new Promise((resolve, reject) => {
      worker.once('listening', ({ port }) => {
        // The last worker with the free port ended meanwhile, and this one got another port.
        if (this.#port !== 0 && port !== this.#port) return worker.process.kill('SIGKILL');
        this.#port = port;
        this.#stillborn = 0;
        this.#listening.set(worker, performance.now());
        resolve();
      });
      const end = (code: number | null, how: string): void => {
        if (!this.#running.delete(worker)) return;
        const since = this.#listening.get(worker);
        this.#listening.delete(worker);
        if (since === undefined) reject(new WorkerEnded(code, how));
        else this.#bury(worker, since, code, how);
        if (this.#running.size === 0) this.#onEmpty();
      };
      worker.once('exit', (code, signal) => end(code, signal ?? `exit code ${code}`));
      worker.once('error', ({ message }) => worker.process.pid === undefined && end(null, message));
    });
  }

  #bury({ process: { pid } }: Worker, since: number, code: number | null, how: string): void {
    if (this.#stopping.signal.aborted) {
      if (code !== 0) this.#unruly++;
      return;
    }
    if (performance.now() - since > GOOD_MS) this.#pause = this.#pauses.first;
    const message = `Worker ${pid} ended (${how}); another one starts in ${this.#pause / 1000} s.`;
    this.#options.log[code === 0 ? 'info' : 'warn'](message);
    this.#replace();
  }

  async #replace(): Promise<void> {
    const { log, onGivingUp } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const pause = this.#pause;
      this.#pause = Math.min(2 * pause, this.#pauses.longest);
      await wait(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        return await this.#start();
      } catch (error) {
        this.#stillborn++;
        if (signal.aborted) return;
        if (this.#listening.size === 0 && this.#stillborn >= MAX_STILLBORN) return onGivingUp();
        log.warn(`${(error as Error).message} Another one starts in ${this.#pause / 1000} s.`);
      }
    }
  }
}
