import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { documentUrl, healthUrl } from '../../build/contract/paths.ts';
import { sourceOf } from '../../build/contract/sources.ts';
import { check, PacedClient, printTimes, type Served } from './flood-paced.ts';
import type { Attack } from './flood-sockets.ts';

/** Slow readers, who leave their answers unread. */
const READERS = 350;
/** Connections that send all their requests at once. */
const [PIPELINES, PIPELINED] = [100, 2500];
const PIPELINES_MS = 10_000;
const READERS_MS = 8000;

const MEMORY_GOAL = 300;

/** What clients can do with few bytes: the memory and the worst answer of `/api/health` while they last. */
export async function attacks(server: Served, pid: number, dist: string): Promise<void> {
  const target = largestDocument(dist);
  const asking = (i: number): string =>
    `GET ${target}?fields=body,other${i} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${server.key}\r\n\r\n`;
  await attack(`${READERS} slow readers of ${target}?fields=`, 100, READERS_MS, {
    server,
    pid,
    sent: Array.from({ length: READERS }, (_, i) => asking(i)),
  });
  await attack(`${PIPELINES} connections of ${PIPELINED} requests each`, 200, PIPELINES_MS, {
    server,
    pid,
    sent: Array.from({ length: PIPELINES }, () => 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(PIPELINED)),
  });
}

/** @param goal milliseconds within which health is to be told */
async function attack(
  name: string,
  goal: number,
  milliseconds: number,
  { server, pid, sent }: { server: Served; pid: number; sent: string[] },
): Promise<void> {
  const client = fork(fileURLToPath(new URL('flood-sockets.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  try {
    await once(client, 'message');
    const before = memoryOf(pid);
    let most = before;
    const looking = setInterval(() => {
      most = Math.max(most, memoryOf(pid));
    }, 50);
    const health = new PacedClient(server, healthUrl);
    await under(client, { port: server.port, sent, milliseconds });
    const { times, isGood } = await health.end();
    clearInterval(looking);
    const more = Math.round(most - before);
    console.log(`\n${name}: ${more} MB more (goal ${MEMORY_GOAL})`);
    printTimes('health', times, goal);
    check('health is told 200 all the time', isGood);
    check('the memory has its bound', more <= MEMORY_GOAL, `${more} MB`);
  } finally {
    client.kill('SIGKILL');
  }
}

async function under(client: ChildProcess, wanted: Attack): Promise<void> {
  const over = once(client, 'message');
  client.send(wanted);
  await over;
}

function largestDocument(dist: string): string {
  const files = glob.sync('api/*/documents/**/*.json', { cwd: dist, stats: true });
  const [largest] = files.sort((a, b) => (b.stats?.size ?? 0) - (a.stats?.size ?? 0));
  const { data } = JSON.parse(fs.readFileSync(path.join(dist, largest?.path ?? ''), 'utf8'));
  return documentUrl(sourceOf(data.source), data.identifier);
}

/** Resident memory in MB, proc(5). */
const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
