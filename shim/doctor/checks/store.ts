import { openConnection } from '../../limits/shared/connection.ts';
import { type StoreAddress, shownAddress } from '../../limits/shared/store-address.ts';
import { newClient } from '../../limits/shared/store-client.ts';
import { type Check, type Finding, ok, problem, warning } from '../finding.ts';

const PATIENCE_MS = 2000;
const CLOCKS_MS = 5000;
const MB = 1024 * 1024;

/** Checks that requests can be counted together with other shims. */
export const store: Check = {
  name: 'limits',
  run: async ({ settings: { rateLimitStore }, now }) =>
    rateLimitStore === null
      ? ok('this server counts requests by itself (no RATE_LIMIT_URL)')
      : checkStore(rateLimitStore, now),
};

async function checkStore(address: StoreAddress, now: () => number): Promise<readonly Finding[]> {
  const shown = shownAddress(address);
  try {
    // Counts once, as the server does.
    (await openConnection(address, () => {})).close();
  } catch (error) {
    const { message } = error as Error;
    return [problem(`requests cannot be counted in ${shown}: ${message}`, mendingOf(message))];
  }
  return [ok(`requests are counted in ${shown}`), ...(await qualities(address, shown, now))];
}

const MENDINGS: readonly [RegExp, string][] = [
  [/WRONGPASS|NOAUTH|AUTH/, 'RATE_LIMIT_URL must name user and password'],
  [/NOPERM/, 'allow the user EVAL, EVALSHA, PTTL, GET, SET, PEXPIRE and INCR of keys ~pandect:limit:*'],
  [/READONLY/, 'RATE_LIMIT_URL must name the primary, not a replica'],
  [/OOM/, 'give it more memory, or maxmemory-policy volatile-ttl'],
];

const mendingOf = (message: string): string =>
  MENDINGS.find(([pattern]) => pattern.test(message))?.[1] ?? 'start the server, or mend RATE_LIMIT_URL';

/** Findings that only warn. A user without the right to ask gets none. */
async function qualities(address: StoreAddress, shown: string, now: () => number): Promise<Finding[]> {
  const client = await newClient(address, PATIENCE_MS);
  client.on('error', () => {});
  const ask = async <T>(...command: string[]): Promise<T | null> => {
    const overdue = new Promise<null>(resolve => setTimeout(resolve, PATIENCE_MS, null).unref());
    return Promise.race([client.sendCommand<T>(command).catch(() => null), overdue]);
  };
  try {
    await client.connect();
    const memory = await ask<string>('INFO', 'memory');
    const time = await ask<[string, string]>('TIME');
    return [...ofMemory(memory ?? '', shown), ...ofClock(time, shown, now())];
  } finally {
    client.destroy();
  }
}

function ofMemory(info: string, shown: string): Finding[] {
  const [, bytes = '0'] = /^maxmemory:(\d+)/m.exec(info) ?? [];
  const [, policy = ''] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
  if (bytes === '0') return [];
  const says = `${shown} has ${Math.floor(Number(bytes) / MB)} MB and the policy ${policy}`;
  const mend = 'set maxmemory-policy volatile-ttl: the windows that end first go first';
  if (policy === 'noeviction')
    return [warning(`${says}: when it is full, each server counts by itself`, mend)];
  if (policy.endsWith('-random'))
    return [warning(`${says}: when it is full, windows of busy clients begin anew`, mend)];
  return [];
}

function ofClock(time: [string, string] | null, shown: string, now: number): Finding[] {
  if (time === null) return [];
  const ahead = Number(time[0]) * 1000 + Number(time[1]) / 1000 - now;
  if (Math.abs(ahead) <= CLOCKS_MS) return [];
  const seconds = Math.round(Math.abs(ahead) / 1000);
  const says = `the clock of ${shown} is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this one`;
  return [warning(says, 'let both clocks be set by NTP')];
}
