import http from 'node:http';
import { join } from 'node:path';
import { realCorpora } from '../helpers/real-corpora.ts';
import { exchange } from '../helpers/shim.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { measuredBuild } from './measured.ts';
import { CONDITIONS, median, openServer, perSecond, ROUNDS, SECONDS, type Server, verdict } from './rates.ts';

/** The least share of the plain answer's requests a second. */
const GOAL = 0.8;
const CODINGS = ['identity', 'gzip', 'br'] as const;

interface Subject {
  name: string;
  url: string;
}

const SUBJECTS: readonly Subject[] = [
  { name: 'document', url: '/api/usc/documents/t17%2Fs106' },
  { name: 'list', url: '/api/usc/documents' },
  { name: 'list, computed', url: '/api/usc/documents?title_number=17&status=in_force' },
  { name: 'search', url: '/api/search?q=copyright+owner' },
];

/** Bytes and requests per second of hot compressed answers, beside the plain ones of the same shim, in one run. */
export async function run([named]: string[]): Promise<void> {
  const server = await openServer(named ?? (await treeWithSearch()));
  try {
    console.log(CONDITIONS);
    for (const subject of SUBJECTS) await compare(server, subject);
    await wait(server);
  } finally {
    server.close();
  }
}

/** That of the real corpora, where they are. */
async function treeWithSearch(): Promise<string> {
  const corpora = realCorpora();
  if (corpora === null) return (await sampleTree()).dist;
  const dist = join(temporaryFolder(), 'dist');
  await measuredBuild(corpora, dist);
  return dist;
}

/** Alternates between the codings, so that what else the machine does meets all of them alike. */
async function compare(server: Server, { name, url }: Subject): Promise<void> {
  const rates: Record<string, number[]> = { identity: [], gzip: [], br: [] };
  const bytes: Record<string, number> = {};
  const measure = (coding: string, seconds: number): Promise<number> => {
    const headers = { ...server.headers, 'accept-encoding': coding };
    return server.rate({ port: server.port, urls: [url], headers, seconds });
  };
  for (const coding of CODINGS) {
    bytes[coding] = await lengthOf(server, url, coding);
    await measure(coding, 1);
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const coding of CODINGS) rates[coding]?.push(await measure(coding, SECONDS));
  const { identity: plain = [] } = rates;
  console.log(`${name.padEnd(16)} plain ${bytesOf(bytes.identity)} ${perSecond(plain)}`);
  for (const coding of ['gzip', 'br']) {
    const own = rates[coding] ?? [];
    const share = (100 * (bytes[coding] ?? 0)) / (bytes.identity ?? 1);
    console.log(
      `${''.padEnd(16)} ${coding.padEnd(5)} ${bytesOf(bytes[coding])} ${perSecond(own)}  ${share.toFixed(0).padStart(3)}% of the bytes, requests ${verdict(own, plain, GOAL)}`,
    );
  }
}

const bytesOf = (bytes = 0): string => `${bytes.toLocaleString('en-US').padStart(8)} bytes`;

async function lengthOf(server: Server, path: string, coding: string): Promise<number> {
  const { bytes } = await ask(server, path, coding);
  return bytes.length;
}

const agent = new http.Agent({ keepAlive: true });

async function ask({ port, headers }: Server, path: string, coding: string) {
  const answer = await exchange({
    host: '127.0.0.1',
    port,
    path,
    agent,
    headers: { ...headers, 'accept-encoding': coding },
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${path}`);
  return answer;
}

const COLD = 200;

/** What compressing itself costs, where nothing is held yet: pages of a list, each asked for once in each coding. */
async function wait(server: Server): Promise<void> {
  const times: Record<string, number[]> = { identity: [], gzip: [], br: [] };
  for (let i = 0; i < COLD; i++) {
    for (const coding of CODINGS) {
      const path = `/api/usc/documents?sort=-identifier&limit=50&offset=${7 * i}`;
      const began = performance.now();
      await ask(server, path, coding);
      times[coding]?.push(performance.now() - began);
    }
  }
  const shown = CODINGS.map(coding => `${coding} ${median(times[coding] ?? []).toFixed(2)} ms`);
  console.log(`a computed page of 50, for the first time: ${shown.join(', ')}`);
  agent.destroy();
}
