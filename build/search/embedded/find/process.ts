import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { bundled } from '../../../common/bundle.cjs';
import type { SearchQuery } from '../../../contract/search.ts';
import type { SearchOutcome, SearchTask } from './worker.ts';

interface SearchProcessOptions {
  file: string;
  memory: number;
  /** Milliseconds that a stopped query has to end before its process is killed. */
  grace: number;
}

const PROGRAM = new URL('./worker.ts', import.meta.url);

/**
 * Runs queries, one at a time, in a separate process. A thread would be cheaper, but ending a thread while libsql's native code
 * runs or one of its promises is pending aborts the whole shim (SIGABRT), and so does the shim's own exit. A process can be
 * killed at any moment and keeps its memory and its crashes to itself.
 */
export class SearchProcess {
  readonly #options: SearchProcessOptions;
  #child: ChildProcess;
  isBusy = false;

  constructor(options: SearchProcessOptions) {
    this.#options = options;
    this.#child = start(options);
  }

  /** @param signal aborted when no client waits; the outcome follows soon after */
  async run(query: SearchQuery, signal: AbortSignal): Promise<SearchOutcome> {
    this.isBusy = true;
    // A dead process is replaced only on demand, so that a broken program does not restart forever.
    if (!isAlive(this.#child)) this.#child = start(this.#options);
    const child = this.#child;
    let killing: NodeJS.Timeout | undefined;
    const stop = () => {
      send(child, 'stop');
      killing = setTimeout(() => child.kill('SIGKILL'), this.#options.grace);
    };
    hold(child, true);
    try {
      const outcome = outcomeOf(child);
      send(child, { query });
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      const found = await outcome;
      return signal.aborted ? { failure: 'timed out', message: 'The search was stopped' } : found;
    } catch (error) {
      return { failure: signal.aborted ? 'timed out' : 'unavailable', message: (error as Error).message };
    } finally {
      clearTimeout(killing);
      signal.removeEventListener('abort', stop);
      hold(child, false);
      this.isBusy = false;
    }
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async close(): Promise<void> {
    if (!isAlive(this.#child)) return;
    this.#child.ref();
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}

function start({ file, memory }: SearchProcessOptions): ChildProcess {
  const child = fork(bundled(PROGRAM), [String(memory), file], {
    execArgv: ['--enable-source-maps'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // The next query reports a failed start or message.
  child.on('error', () => undefined);
  hold(child, false);
  return child;
}

const outcomeOf = (child: ChildProcess): Promise<SearchOutcome> =>
  new Promise((resolve, reject) => {
    const end = () => reject(new Error(`The search process ended (${child.signalCode ?? child.exitCode})`));
    if (!isAlive(child)) return end();
    child.once('exit', end);
    child.once('message', (outcome: SearchOutcome) => {
      child.off('exit', end);
      resolve(outcome);
    });
  });

const isAlive = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

/** A process that has just ended takes no messages; its exit event reports that. */
const send = (child: ChildProcess, task: SearchTask): void => {
  if (child.connected) child.send(task, () => undefined);
};

function hold(child: ChildProcess, isHeld: boolean): void {
  const change = isHeld ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
}
