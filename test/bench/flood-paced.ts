import http from 'node:http';
import { exchange } from '../helpers/shim.ts';

/** What the floods have in common: the server, a client that goes on asking while they last, and how times are told. */

export interface Served {
  port: number;
  key: string;
}

/** Milliseconds between two requests, whether or not the answer to the one before has come. */
const PACE = 10;

/** Asks for one path again and again, at a fixed pace. */
export class PacedClient {
  readonly #agent = new http.Agent({ keepAlive: true });
  readonly #answers: Promise<{ ms: number; status: number }>[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(server: Served, path: string) {
    this.#timer = setInterval(() => this.#answers.push(this.#ask(server, path)), PACE);
  }

  async end(): Promise<{ times: number[]; isGood: boolean }> {
    clearInterval(this.#timer);
    const answers = await Promise.all(this.#answers);
    this.#agent.destroy();
    return { times: answers.map(({ ms }) => ms), isGood: answers.every(({ status }) => status === 200) };
  }

  async #ask({ port, key }: Served, path: string): Promise<{ ms: number; status: number }> {
    const began = performance.now();
    const headers = { 'x-api-key': key };
    const answer = await exchange({
      host: '127.0.0.1',
      port,
      agent: this.#agent,
      path,
      headers,
    }).catch(() => null);
    return { ms: performance.now() - began, status: answer?.status ?? 0 };
  }
}

export function printTimes(name: string, times: readonly number[], goal?: number): void {
  const [p50, p99, most] = [0.5, 0.99, 1].map(share => quantile(times, share).toFixed(1).padStart(7));
  const within = times.filter(ms => ms <= (goal ?? 0)).length / times.length;
  const verdict = goal === undefined ? '' : `  ${(within * 100).toFixed(1)}% within ${goal} ms`;
  console.log(
    `${name.padEnd(28)} p50 ${p50}  p99 ${p99}  most ${most} ms, ${times.length} of them${verdict}`,
  );
}

export function check(what: string, isGood: boolean, detail = ''): void {
  if (isGood) return;
  console.log(`FAILED: ${what} ${detail}`);
  process.exitCode = 1;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
