import { setTimeout as wait } from 'node:timers/promises';

/** Far more than anything takes that tests wait for, on a machine that does ten things at once. */
const BOUND_MS = 60_000;

export interface Watching {
  /** What is told where it does not come to be. */
  seen?: () => unknown;
  boundMs?: number;
}

/**
 * Waits until something is so.
 *
 * @param isSo may throw, which counts as not yet
 * @throws Error where it is not in time, with what was seen last
 */
export async function until(
  isSo: () => unknown,
  { seen = () => '', boundMs = BOUND_MS }: Watching = {},
): Promise<void> {
  for (const end = performance.now() + boundMs; ; ) {
    let failure = '';
    try {
      if (await isSo()) return;
    } catch (error) {
      failure = ` It fails: ${(error as Error).message}`;
    }
    if (performance.now() > end)
      throw new Error(
        `It did not come to be within ${boundMs / 1000} s.${failure} Seen last: ${told(seen())}`,
      );
    await wait(20);
  }
}

/** Waits for what comes by itself. @throws Error where it does not in time, with what was seen last */
export async function within<T>(
  work: Promise<T>,
  { seen = () => '', boundMs = BOUND_MS }: Watching = {},
): Promise<T> {
  const ends = new AbortController();
  const overdue = wait(boundMs, undefined, { signal: ends.signal }).then(() => {
    throw new Error(`It did not come within ${boundMs / 1000} s. Seen last: ${told(seen())}`);
  });
  overdue.catch(() => {});
  return Promise.race([work, overdue]).finally(() => ends.abort());
}

/** Of a log its end. */
const told = (seen: unknown): string =>
  (typeof seen === 'string' ? seen : (JSON.stringify(seen) ?? '')).slice(-4000);
