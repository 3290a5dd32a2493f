import cluster from 'node:cluster';
import { STOP } from './pool.ts';

const SAME_SIGNAL_MS = 1000;

export interface Stopping {
  /** Milliseconds between the word that the server goes and its end, in which everything is answered. */
  delay: number;
  /** Milliseconds that the end may take then. */
  bound: number;
  /** Says that the server goes. */
  leave(): void;
  close(): PromiseLike<unknown>;
  flush(): Promise<unknown>;
}

/**
 * Has balancers and clients turn to others, finishes what is being answered, then ends the process. A second signal ends it at
 * once; but Ctrl-C comes from the terminal and again from npm, which is one signal. A worker is told by its primary, too, which got
 * the same signal where that went to a group of processes.
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
