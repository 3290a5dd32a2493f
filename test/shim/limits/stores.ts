import { readStoreAddress } from '../../../shim/limits/shared/store-address.ts';
import { SharedWindows, type SharedWindowsOptions } from '../../../shim/limits/shared/windows.ts';
import { type Counter, Windows } from '../../../shim/limits/windows.ts';
import { type RedisServer, startRedis } from '../../helpers/redis-server.ts';
import { closeAfter } from '../../runner/leftovers.cjs';
import { clock } from './server.ts';

/** What counts requests, and what tests have to know of it. */
export interface Store {
  start(): Promise<void>;
  /** @returns a counter of its own; those of one store count together, those of processes apart */
  open(): Promise<Counter>;
  /** Forgets what was counted. */
  reset(): Promise<void>;
  stop(): Promise<void>;
  /** Seconds that a time may be off, since another clock goes on. */
  tolerance: number;
  /** Milliseconds before an end in which there is still time for a few requests. */
  slack: number;
}

export const inProcess = (): Store => ({
  start: async () => clock.follow(null),
  open: async () => new Windows(() => clock.forward),
  reset: async () => {},
  stop: async () => {},
  tolerance: 0,
  slack: 1,
});

/** Lets the windows of all clients be older. */
const AGE = `
for _, key in ipairs(redis.call('KEYS', 'pandect:limit:[ik]*')) do
  redis.call('PEXPIRE', key, redis.call('PTTL', key) - ARGV[1])
end`;

export function inRedis(): Store {
  let redis: RedisServer;
  const opened: SharedWindows[] = [];
  return {
    async start() {
      redis = await startRedis();
      clock.follow(ms => redis.ask('EVAL', AGE, '0', String(ms)));
    },
    async open() {
      const windows = await openShared(redis.url);
      opened.push(windows);
      return windows;
    },
    async reset() {
      for (const windows of opened.splice(0)) windows.close();
      await redis.ask('FLUSHALL');
    },
    async stop() {
      clock.follow(null);
      await redis.stop();
    },
    tolerance: 1,
    slack: 40_000,
  };
}

/** For tests that are not about late answers: machines that run tests stand still now and then. */
const PATIENT = { answerMs: 10_000 };

/** A counter in the store at an address. @param said gets the lines of the log */
export async function openShared(
  url: string,
  said: string[] = [],
  options: Pick<SharedWindowsOptions, 'answerMs' | 'pauses'> = PATIENT,
): Promise<SharedWindows> {
  const log = { info: (line: string) => said.push(line), warn: (line: string) => said.push(line) };
  const address = readStoreAddress(url);
  const windows = new SharedWindows({ address, log, now: () => clock.forward, ...options });
  closeAfter(() => windows.close());
  await windows.open();
  return windows;
}
