import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printKeys } from '../../shim/keys/keys-file.ts';
import { start, untilListening } from '../helpers/commands.ts';
import { newKey } from '../helpers/key-records.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import type { Load, Measured } from './load.ts';

/** What benchmarks that count requests a second have in common. */

export const ROUNDS = 11;
export const SECONDS = 1;
const CONNECTIONS = 32;

export const CONDITIONS = `${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections, Node ${process.version}; medians`;

export const forkModule = (name: string): ChildProcess =>
  fork(fileURLToPath(new URL(name, import.meta.url)), { execArgv: ['--import', 'tsx'] });

type Wanted = Pick<Load, 'port' | 'urls' | 'headers' | 'seconds' | 'isAwake'>;

/** A shim in a process of its own, and the load generator in another. */
export interface Server {
  port: number;
  /** Of the shim. */
  pid: number;
  /** With the key of an unlimited client. */
  headers: Readonly<Record<string, string>>;
  /** Requests a second. */
  rate(wanted: Wanted): Promise<number>;
  close(): void;
}

/** @param env further settings of the shim */
export async function openServer(dist: string, env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const { secret, record } = newKey({ tier: 'unlimited' });
  const keysFile = join(temporaryFolder(), 'keys.json');
  writeFileSync(keysFile, printKeys([record]));
  const shim = start('serve', ['--dist', dist, '--port', '0'], { KEYS_FILE: keysFile, ...env });
  const port = await untilListening(shim);
  // Its log goes to nobody: whoever reads and keeps so many lines takes processor time from it, and has no memory left in the end.
  for (const stream of [shim.child.stdout, shim.child.stderr]) stream?.removeAllListeners('data').resume();
  const load = forkModule('load.ts');
  return {
    port,
    pid: shim.child.pid ?? 0,
    headers: { 'x-api-key': secret },
    async rate(wanted) {
      load.send({ ...wanted, connections: CONNECTIONS } satisfies Load);
      const [measured] = (await once(load, 'message')) as [Measured];
      return measured.requests / measured.seconds;
    },
    close() {
      for (const child of [shim.child, load]) child.kill();
    },
  };
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

export const perSecond = (rates: readonly number[]): string =>
  `${Math.round(median(rates)).toLocaleString('en-US').padStart(7)}/s`;

/** The median of the ratios of the rounds, beside a goal. */
export function verdict(rates: readonly number[], reference: readonly number[], goal: number): string {
  const share = median(rates.map((rate, i) => rate / (reference[i] ?? 0)));
  const outcome = share >= goal ? 'reached' : 'MISSED';
  return `${(share * 100).toFixed(0).padStart(3)}%  goal ${goal * 100}% ${outcome}`;
}
