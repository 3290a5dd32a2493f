import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { printKeys } from '../../shim/keys/keys-file.ts';
import { type Running, start, untilListening } from './commands.ts';
import { newKey } from './key-records.ts';
import { Lines } from './lines.ts';
import { Random } from './random.ts';
import { exchange } from './shim.ts';
import { sampleTree, temporaryFolder } from './tree.ts';

/** Several shims, real processes, that count one client's requests together; and what each of their answers said. */

export interface Outcome {
  /** Which of the shims answered. */
  shim: number;
  /** When it was asked, in milliseconds since the beginning. */
  at: number;
  ms: number;
  status: number;
  remaining: number;
  /** Unix seconds. */
  reset: number;
}

export interface Fleet {
  /** Of a client of the tier `standard`. */
  headers: Readonly<Record<string, string>>;
  /** Asks one of them, at random. */
  ask(headers?: Readonly<Record<string, string>>): Promise<Outcome>;
  /** The lines of all logs that tell of the store. */
  told: readonly string[];
  /** Waits until there are so many of them. */
  untilTold(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startFleet(count: number, env: NodeJS.ProcessEnv): Promise<Fleet> {
  const { secret, record } = newKey({ tier: 'standard' });
  const keysFile = join(temporaryFolder(), 'keys.json');
  writeFileSync(keysFile, printKeys([record]));
  const { dist } = await sampleTree();
  const shims: Running[] = Array.from({ length: count }, () =>
    start('serve', ['--dist', dist, '--port', '0'], {
      KEYS_FILE: keysFile,
      TRUST_PROXY: 'loopback',
      // Nobody searches: so no search processes are started.
      TYPESENSE_URL: 'http://127.0.0.1:1',
      TYPESENSE_API_KEY: 'none',
      ...env,
    }),
  );
  const log = new Lines(...shims.map(({ child }) => child.stdout));
  const told: string[] = [];
  log.onLine(line => {
    if (line.includes('The store of')) told.push(line);
  });
  const ports = await Promise.all(shims.map(untilListening));
  const agent = new http.Agent({ keepAlive: true });
  const random = new Random(18);
  const began = performance.now();
  const headers = { 'x-api-key': secret };
  return {
    headers,
    async ask(as = headers) {
      const shim = random.below(count);
      const asked = performance.now();
      const answer = await exchange({
        host: '127.0.0.1',
        port: ports[shim],
        path: '/api/stats',
        agent,
        headers: { ...as },
      });
      return {
        shim,
        at: asked - began,
        ms: performance.now() - asked,
        status: answer.status,
        remaining: Number(answer.headers['x-ratelimit-remaining']),
        reset: Number(answer.headers['x-ratelimit-reset']),
      };
    },
    told,
    untilTold: count => log.until(() => told.length >= count),
    async close() {
      agent.destroy();
      for (const { child } of shims) child.kill();
      await Promise.all(shims.map(({ finished }) => finished));
    },
  };
}

/** Requests at random times. @param rate a second, on average */
export async function load(fleet: Fleet, seconds: number, rate: number, seed = 1): Promise<Outcome[]> {
  const random = new Random(seed);
  const times = Array.from({ length: Math.round(seconds * rate) }, () => 1000 * seconds * random.next());
  const began = performance.now();
  return Promise.all(
    times
      .sort((a, b) => a - b)
      .map(async time => {
        await new Promise(resolve => setTimeout(resolve, time - (performance.now() - began)));
        return fleet.ask();
      }),
  );
}

/** One window, as the answers tell of it. */
export interface Window {
  reset: number;
  passed: number;
  refused: number;
}

/** Times are rounded to seconds, and clocks differ a little; windows are a minute apart, or as long as a store was away. */
const SAME_WINDOW_S = 2;

export function windowsOf(outcomes: readonly Outcome[]): Window[] {
  const windows: Window[] = [];
  for (const { reset, status } of [...outcomes].sort((a, b) => a.reset - b.reset)) {
    let window = windows.at(-1);
    if (window === undefined || reset > window.reset + SAME_WINDOW_S) {
      window = { reset, passed: 0, refused: 0 };
      windows.push(window);
    }
    if (status === 200) window.passed++;
    else window.refused++;
  }
  return windows;
}
