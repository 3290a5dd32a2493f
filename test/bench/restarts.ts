import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Arrangement, arrange, requestsOf } from '../helpers/arrangement.ts';
import { run as runCommand } from '../helpers/commands.ts';
import { nginxEdge } from '../helpers/edges/nginx.ts';
import { type LoadOutcome, pacedLoad } from '../helpers/paced-load.ts';
import { type RedisServer, redisHindrance, startRedis } from '../helpers/redis-server.ts';
import { SAMPLE_CORPUS, temporaryFolder } from '../helpers/tree.ts';
import {
  API_KEY,
  startTypesense,
  type TypesenseServer,
  typesenseBinary,
} from '../helpers/typesense-server.ts';

/**
 * Everything that an operator does to a running service, under an even load through nginx: shims are started anew one after the
 * other, the store dies, the search engine dies, a new tree comes every five seconds. No request may fail but searches while the engine
 * is away, which are 503. `test/e2e/restarts.test.ts` is the short of it.
 *
 * @param args minutes of rolling restarts, and of new trees (2 where nothing is said), and requests a second (1,000)
 * @returns the exit code: 1 where a request failed
 */
export async function run([minutes = '2', rate = '1000']: string[]): Promise<number> {
  const hindrance = nginxEdge.hindrance() ?? redisHindrance();
  if (hindrance !== null) throw new Error(hindrance);
  const milliseconds = Number(minutes) * 60_000;
  const trees = await Trees.first();
  const redis = await startRedis();
  const typesense = await startEngine(trees.dist);
  const arrangement = await arrange({
    ...{ dist: trees.dist, shims: 3, keys: 40 },
    env: { RATE_LIMIT_URL: redis.url, ...typesense?.env },
  });
  console.log(
    `nginx, 3 shims, Redis, ${typesense ? 'Typesense' : 'the embedded engine'}; ${rate} requests a second\n`,
  );
  const phase = phasesOf(arrangement, Number(rate));
  try {
    await warmUp(arrangement);
    await phase('nothing happens', () => sleep(Math.min(10_000, milliseconds)));
    await phase('rolling restarts', () => restarts(arrangement, milliseconds));
    await phase('the store dies, 5 s away', () => storeDies(redis));
    if (typesense)
      await phase('the search engine dies, 5 s away', () => engineDies(typesense.server), isSearch503);
    await phase('a new tree every 5 s', () => trees.publishFor(milliseconds));
  } finally {
    await arrangement.stop();
    await redis.stop();
    await typesense?.server.stop();
  }
  return phase.failed() === 0 ? 0 : 1;
}

/** The first searches of each shim take longest. */
async function warmUp({ port, keys }: Arrangement): Promise<void> {
  const stop = pacedLoad({ port, rate: 20, requests: requestsOf(keys) });
  await sleep(5000);
  await stop();
}

const isSearch503 = (failure: string): boolean => failure === '503 /api/search';

/** Runs what happens under load, and tells what became of the requests. */
function phasesOf({ port, keys }: Arrangement, rate: number) {
  let failed = 0;
  const phase = async (name: string, happens: () => Promise<unknown>, isAllowed = (_: string) => false) => {
    const stop = pacedLoad({ port, rate, requests: requestsOf(keys) });
    await happens();
    const outcome = await stop();
    const failures = [...outcome.failures].filter(([failure]) => !isAllowed(failure));
    failed += failures.reduce((sum, [, count]) => sum + count, 0);
    console.log(lineOf(name, outcome, failures.length === 0));
  };
  return Object.assign(phase, { failed: () => failed });
}

function lineOf(name: string, { sent, failures, times }: LoadOutcome, isGood: boolean): string {
  const at = (share: number): string =>
    `${(times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(0)} ms`.padStart(8);
  const told = [...failures].map(([failure, count]) => `${count} × ${failure}`).join(', ') || 'none failed';
  return `${name.padEnd(34)}${String(sent).padStart(8)} requests; p50${at(0.5)}, p99${at(0.99)}, longest${at(1)}; ${told}${isGood ? '' : '  FAILED'}`;
}

async function restarts(arrangement: Arrangement, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  for (let i = 0; performance.now() < end; i++) await arrangement.restart(i % arrangement.shims);
}

async function storeDies(redis: RedisServer): Promise<void> {
  await sleep(2000);
  await redis.kill();
  await sleep(5000);
  await redis.start();
  await sleep(5000);
}

async function engineDies(server: TypesenseServer): Promise<void> {
  await sleep(2000);
  await server.kill();
  await sleep(5000);
  await server.start();
  await sleep(5000);
}

async function startEngine(dist: string) {
  const binary = typesenseBinary();
  if (!binary) return null;
  const server = await startTypesense(binary);
  const env = { TYPESENSE_URL: server.url, TYPESENSE_API_KEY: API_KEY };
  const { code, stderr } = await runCommand('index', ['--dist', dist], env);
  if (code !== 0) throw new Error(stderr);
  return { server, env };
}

/** In the corpus; what every load asks for. */
const EDITED = 'usc/title-17/chapter-01/section-106.md';

/** The sample, of which every build finds another. */
class Trees {
  readonly #corpus: string;
  readonly dist: string;
  #edits = 0;

  private constructor(folder: string) {
    this.#corpus = join(folder, 'corpus');
    this.dist = join(folder, 'dist');
    cpSync(SAMPLE_CORPUS, this.#corpus, { recursive: true });
  }

  static async first(): Promise<Trees> {
    const trees = new Trees(temporaryFolder());
    await trees.#build();
    return trees;
  }

  async publishFor(milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds;
    while (performance.now() < end) {
      const next = sleep(5000);
      this.#edit();
      await this.#build();
      await next;
    }
  }

  #edit(): void {
    const file = join(this.#corpus, EDITED);
    const text = readFileSync(file, 'utf8').replace(/\n+(?:Edited \d+ times[.]\n)?$/, '\n\n');
    writeFileSync(file, `${text}Edited ${++this.#edits} times.\n`);
  }

  async #build(): Promise<void> {
    const args = ['--corpus', this.#corpus, '--out', this.dist];
    const { code, stderr } = await runCommand('build', args);
    if (code !== 0) throw new Error(stderr);
  }
}
