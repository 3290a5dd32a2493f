import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { FACETS } from '../../build/contract/search.ts';
import { printKeys } from '../../shim/keys/keys-file.ts';
import { type Running, start, untilListening } from '../helpers/commands.ts';
import { newKey } from '../helpers/key-records.ts';
import { Random } from '../helpers/random.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { exchange } from '../helpers/shim.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { attacks } from './flood-attacks.ts';
import type { Flood, FloodAnswer } from './flood-client.ts';
import { check, PacedClient, printTimes, quantile, type Served } from './flood-paced.ts';
import { SEARCHES, searchesOf, USUAL, WORST } from './flood-queries.ts';
import { measuredBuild } from './measured.ts';

const FLOODS = 3;
const DOCUMENT = '/api/usc/documents/t17%2Fs106';
const GOAL = 100;

interface Server extends Served {
  shim: Running;
}

/**
 * 2,000 slow searches at once, three times, beside a client that reads documents: what becomes of the process, of the
 * documents, of the searches, and of the usual searches afterwards. Then slow readers and pipelines (`flood-attacks.ts`). Fails where the process ends or a status is wrong; the
 * times are printed beside their goals.
 * @param args the tree to serve; one of the real corpora is built where it is not given
 */
export async function run([named]: string[]): Promise<void> {
  const dist = named ?? (await builtTree());
  const server = await open(dist);
  const client = fork(fileURLToPath(new URL('flood-client.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  try {
    await flood(server, client);
    await attacks(server, server.shim.child.pid as number, dist);
  } finally {
    client.kill();
    server.shim.child.kill('SIGTERM');
  }
  const { code, signal } = await server.shim.finished;
  check('the process lives to the end, and ends well', code === 0, `exit code ${code}, signal ${signal}`);
}

async function builtTree(): Promise<string> {
  const corpus = realCorpora();
  if (corpus === null) return (await sampleTree()).dist;
  const dist = join(temporaryFolder(), 'dist');
  await measuredBuild(corpus, dist);
  return dist;
}

async function open(dist: string): Promise<Server> {
  const { secret, record } = newKey({ tier: 'unlimited' });
  const keysFile = join(temporaryFolder(), 'keys.json');
  writeFileSync(keysFile, printKeys([record]));
  const shim = start('serve', ['--dist', dist, '--port', '0'], { KEYS_FILE: keysFile });
  return { shim, port: await untilListening(shim), key: secret };
}

async function flood(server: Server, client: ChildProcess): Promise<void> {
  const random = new Random(2026);
  await usualSearches(server, 10);
  const before = await usualSearches(server, 20);
  await worstSearches(server);
  const calm = new PacedClient(server, DOCUMENT);
  await new Promise(resolve => setTimeout(resolve, 2000));
  printTimes('documents, before', (await calm.end()).times);
  for (let round = 1; round <= FLOODS; round++) {
    const documents = new PacedClient(server, DOCUMENT);
    const wanted: Flood = { port: server.port, searches: searchesOf(round, server.key, random) };
    client.send(wanted);
    const [answers] = (await once(client, 'message')) as [FloodAnswer[]];
    const { times, isGood } = await documents.end();
    const counts = countsOf(answers);
    console.log(
      `\nflood ${round}: ${Object.entries(counts)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')}`,
    );
    printTimes('documents', times, GOAL);
    const refused = answers.filter(({ status }) => status === 503);
    printTimes(
      '503, as the client sees it',
      refused.map(({ ms }) => ms),
      GOAL,
    );
    check('every document is answered 200', isGood);
    check(
      'searches are 200, 503 or 504',
      answers.every(({ status }) => [200, 503, 504].includes(status)),
    );
    check(
      'more than half are refused, with Retry-After',
      refused.length > SEARCHES / 2 && refused.every(({ hasRetryAfter }) => hasRetryAfter),
    );
    check('the process lives', server.shim.child.exitCode === null && server.shim.child.signalCode === null);
  }
  console.log(
    '\nThe client counts from when it has written a request to when it reads the answer. All of a flood is written at once,',
  );
  console.log(
    "and client and shim share the processors: so that time holds the client's own work and the wait for all others.",
  );
  printTimes('503, as the shim logs it', logged(server.shim, 503), GOAL);
  const after = await usualSearches(server, 21);
  check('the usual searches find what they found before', isDeepStrictEqual(after.hits, before.hits));
  const ratio = quantile(after.times, 0.5) / quantile(before.times, 0.5);
  console.log(`usual searches after / before: ${ratio.toFixed(2)} of the time (median)`);
}

async function worstSearches({ port, key }: Server): Promise<void> {
  const facets = FACETS.join(',');
  for (const [name, q] of Object.entries(WORST)) {
    const path = `/api/search?q=${encodeURIComponent(q.slice(0, 500))}&limit=100&facets=${facets}`;
    const began = performance.now();
    const { status } = await exchange({ host: '127.0.0.1', port, path, headers: { 'x-api-key': key } });
    console.log(
      `alone: ${name.padEnd(28)} ${Math.round(performance.now() - began)
        .toString()
        .padStart(5)} ms, goal 1000`,
    );
    check(`${name}: 200`, status === 200, `${status}`);
  }
}

/** @param limit another one each time, so that no answer comes from the cache; the first hits are the same */
async function usualSearches(
  { port, key }: Server,
  limit: number,
): Promise<{ hits: unknown[]; times: number[] }> {
  const [hits, times]: [unknown[], number[]] = [[], []];
  for (const q of USUAL) {
    const began = performance.now();
    const path = `/api/search?q=${encodeURIComponent(q)}&limit=${limit}`;
    const { status, json } = await exchange({ host: '127.0.0.1', port, path, headers: { 'x-api-key': key } });
    times.push(performance.now() - began);
    hits.push([status, json?.data?.estimated_total_hits, json?.data?.hits.slice(0, 20)]);
  }
  return { hits, times };
}

/** Milliseconds from when the shim has read a request for a search to its answer, of those with this status. */
const logged = ({ stdout }: Running, wanted: number): number[] =>
  stdout()
    .split('\n')
    .filter(line => line.includes(`"status":${wanted}`) && line.includes('/api/search'))
    .map(line => JSON.parse(line).ms);

function countsOf(answers: readonly FloodAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
