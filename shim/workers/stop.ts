import cluster from 'node:cluster';
import { STOP } from './pool.ts';

const SAME_SIGNAL_MS = 1000;

export interface Stopping {
  /** Milliseconds between the announcement of the end and the end. Requests are answered meanwhile. */
  delay: number;
  /** Milliseconds that the end may take. */
  bound: number;
  leave(): void;
  close(): PromiseLike<unknown>;
  flush(): Promise<unknown>;
}

/**
 * Ends the process on a signal, after open requests, and at once on a second one. Ctrl-C counts once, though it arrives from
 * the terminal and from npm. A primary may end its workers, too.
 */
export function stopOnSignals({ delay, bound, leave, close, flush }: Stopping): void {
  let began: number | null = null;
  const stop = (): void => {
    began = performance.now();
    leave();
    // A client that never finishes must not keep the process.
    setTimeout(() => process.exit(1), delay + bound).unref();
    const exit = (code: number) => flush().finally(() => process.exit(code));
    const end = () =>
      close().then(
        () => exit(0),
        () => exit(1),
      );
    setTimeout(end, delay);
  };
  const onSignal = (): void => {
    if (began === null) stop();
    else if (performance.now() - began > SAME_SIGNAL_MS) process.exit(1);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
  if (cluster.isWorker) process.on('message', message => message === STOP && began === null && stop());
}
