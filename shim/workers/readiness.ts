import cluster from 'node:cluster';
import { Readiness } from '../http/readiness.ts';

/** Messages from workers to their primary, whose probes speak for all. */

interface ReadinessMessage {
  kind: 'readiness';
  problem: string | null;
}

const REPORT_EVERY_MS = 200;

/** In a listening worker: tells the primary every change. */
export function reportReadiness(readiness: Readiness): void {
  let last: string | null | undefined;
  const report = (): void => {
    const { problem } = readiness;
    if (problem === last || !process.connected) return;
    last = problem;
    process.send?.({ kind: 'readiness', problem } satisfies ReadinessMessage);
  };
  report();
  setInterval(report, REPORT_EVERY_MS).unref();
}

/** In the primary: ready while there are listening workers and all of them are ready, since any may get the next connection. */
export function poolReadiness(): Readiness {
  const problems = new Map<number, string | null>();
  cluster.on('message', (worker, message: Partial<ReadinessMessage>) => {
    if (message?.kind === 'readiness') problems.set(worker.id, message.problem ?? null);
  });
  cluster.on('exit', ({ id }) => problems.delete(id));
  const readiness = new Readiness();
  readiness.require(() => (problems.size === 0 ? 'no worker listens' : null));
  readiness.require(() => [...problems.values()].find(problem => problem !== null) ?? null);
  return readiness;
}
