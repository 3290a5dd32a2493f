import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { caddy } from '../../build/edge/caddy/caddy.ts';
import { nginx } from '../../build/edge/nginx/nginx.ts';
import type { EdgeOptions, EdgeTarget } from '../../build/edge/target.ts';
import { caddyWith } from '../helpers/edges/caddy.ts';
import type { Edge } from '../helpers/edges/edge.ts';
import { nginxWith } from '../helpers/edges/nginx.ts';
import { urlsOfTree } from '../helpers/edges/urls.ts';
import { Random } from '../helpers/random.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { realTree } from '../helpers/real-tree.ts';
import { type Answer, exchange, type Shim, startShim } from '../helpers/shim.ts';
import { sampleTree } from '../helpers/tree.ts';
import type { Load, Measured } from './load.ts';

/** An edge, and the same server with a file alone. */
interface Subject {
  edge: Edge;
  bare: Edge;
}

const bareOf = (target: EdgeTarget, files: (options: EdgeOptions) => Record<string, string>): EdgeTarget => ({
  ...target,
  files: async options => files(options),
});

const SUBJECTS: readonly Subject[] = [
  {
    edge: nginxWith(nginx),
    bare: nginxWith(
      bareOf(nginx, ({ dist, listen }) => ({
        'nginx.conf': `server { listen ${listen.host}:${listen.port}; root "${dist}"; }\n`,
      })),
    ),
  },
  {
    edge: caddyWith(caddy),
    bare: caddyWith(
      bareOf(caddy, ({ dist, listen }) => ({
        Caddyfile: `http://:${listen.port} {\n\tbind ${listen.host}\n\troot * "${dist}"\n\tfile_server\n}\n`,
      })),
    ),
  },
];

const REQUESTS = 2000;
const GOAL = 0.95;
const ROUNDS = 5;
const CONNECTIONS = 16;

/** What clients ask for: one kind of four, all alike often. */
const ACCEPTS = [
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
];

interface Asked {
  url: string;
  accept: string;
}

function documentRequest(random: Random, documents: readonly string[]): Asked {
  const url = random.pick(documents);
  return random.pick([
    () => ({ url, accept: random.pick(ACCEPTS) }),
    () => ({ url: `${url}?format=${random.pick(['json', 'markdown', 'text'])}`, accept: '*/*' }),
    () => ({ url, accept: random.pick(['text/markdown', 'text/plain']) }),
  ])();
}

/** Walks go on from page to page, each a step of up to ten. */
async function* mix(urls: readonly string[], nextOf: (url: string) => Promise<string | null>) {
  const random = new Random(14);
  const documents = urls.filter(url => /\/documents\/./.test(url));
  const hierarchy = urls.filter(url => /\/(titles|years)/.test(url));
  const first = urls.filter(url => /\/documents(\?[a-z_]+=[^&]*)?$/.test(url));
  for (let i = 0; i < REQUESTS; ) {
    if (random.chance(0.5)) yield documentRequest(random, documents);
    else if (random.chance(0.4)) yield { url: random.pick(hierarchy), accept: random.pick(ACCEPTS) };
    else {
      let next: string | null = random.pick(first);
      for (let step = 0; step < 10 && next; step++, i++) {
        yield { url: next, accept: random.pick(ACCEPTS) };
        next = await nextOf(next);
      }
      continue;
    }
    i++;
  }
}

/** For each edge the share of a realistic mix that never reaches the shim, and requests a second beside a bare file of the same server. */
export async function run(): Promise<number> {
  const { dist } = realCorpora() === null ? await sampleTree() : await realTree();
  const shim = await startShim({ dist, trustProxy: '127.0.0.1' });
  const load = fork(fileURLToPath(new URL('load.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] });
  let isReached = true;
  try {
    for (const subject of SUBJECTS) {
      const hindrance = subject.edge.hindrance();
      if (hindrance !== null) console.log(`SKIPPED ${subject.edge.name}: ${hindrance}`);
      else isReached = (await measure(subject, dist, shim, load)) && isReached;
    }
  } finally {
    load.kill();
    await shim.close();
  }
  return isReached ? 0 : 1;
}

async function measure({ edge, bare }: Subject, dist: string, shim: Shim, load: ChildProcess) {
  const running = await edge.start({ dist, origin: new URL(`http://127.0.0.1:${shim.port}`) });
  const plain = await bare.start({ dist, origin: null });
  const agent = new Agent({ keepAlive: true });
  const port = Number(running.base.port);
  const ask = ({ url, accept }: Asked): Promise<Answer> =>
    exchange({ host: '127.0.0.1', port, agent, path: url, headers: { accept, 'x-api-key': shim.key } });
  try {
    let count = 0;
    let fromShim = 0;
    const nextOf = async (url: string) => (await shim.get(url)).json?.pagination?.next ?? null;
    for await (const asked of mix(urlsOfTree(dist), nextOf)) {
      const { status, headers } = await ask(asked);
      if (status !== 200) throw new Error(`${status} ${asked.url}`);
      count++;
      // The shim alone counts requests.
      if (headers['x-ratelimit-policy'] !== undefined) fromShim++;
    }
    const share = 1 - fromShim / count;
    const verdict = share >= GOAL ? 'reached' : 'MISSED';
    console.log(
      `${edge.name.padEnd(8)} ${(share * 100).toFixed(2)}% of ${count} requests never reach the shim, goal ${GOAL * 100}% ${verdict}`,
    );
    for (const [url, file] of [
      ['/api/usc/documents/t17%2Fs106', '/api/usc/documents/t17/s106.json'],
      ['/api/usc/documents?title_number=17', '/api/usc/documents/_q/title_number=17.json'],
      ['/api/usc/titles/17', '/api/usc/titles/17.json'],
    ] as const)
      await compare(load, url, [port, url], [Number(plain.base.port), file]);
    return share >= GOAL;
  } finally {
    agent.destroy();
    await running.stop();
    await plain.stop();
  }
}

type At = readonly [port: number, url: string];

/** Alternates between the two, so that what else the machine does meets both alike. */
async function compare(load: ChildProcess, label: string, edge: At, bare: At): Promise<void> {
  const rate = async ([port, url]: At): Promise<number> => {
    const wanted: Load = { port, urls: [url], headers: {}, seconds: 1, connections: CONNECTIONS };
    load.send(wanted);
    const [measured] = (await once(load, 'message')) as [Measured];
    return measured.requests / measured.seconds;
  };
  const rates: [number, number][] = [];
  for (let round = 0; round <= ROUNDS; round++) rates.push([await rate(edge), await rate(bare)]);
  // The first warms up.
  const measured = rates.slice(1);
  const share = median(measured.map(([ours, theirs]) => ours / theirs));
  const [ours, theirs] = [0, 1].map(i => Math.round(median(measured.map(pair => pair[i] ?? 0))));
  console.log(
    `         ${label.padEnd(36)} ${ours?.toLocaleString('en-US')}/s, bare file ${theirs?.toLocaleString('en-US')}/s: ${(share * 100).toFixed(0)}%`,
  );
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
