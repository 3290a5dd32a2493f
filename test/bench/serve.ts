import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printKeys } from '../../shim/keys/file.ts';
import { start, untilListening } from '../e2e/processes.ts';
import { Random } from '../helpers/random.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { realTree } from '../helpers/real-tree.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { newKey } from '../shim/keys/records.ts';
import type { Load, Measured } from './load.ts';

interface Subject {
  name: string;
  urls: readonly string[];
  /** The least share of the bare route's requests a second. */
  goal: number;
}

const PRECOMPUTED = 0.6;
const DYNAMIC = 0.4;
const ROUNDS = 11;
const SECONDS = 1;
const CONNECTIONS = 32;

/** Requests per second of the shim, beside a bare Fastify route that sends the same bytes from memory, in one run. */
export async function run(): Promise<void> {
  const { dist } = realCorpora() === null ? await sampleTree() : await realTree();
  const { secret, record } = newKey({ tier: 'unlimited' });
  const keysFile = join(temporaryFolder(), 'keys.json');
  writeFileSync(keysFile, printKeys([record]));
  const headers = { 'x-api-key': secret };

  const shim = start('serve', ['--dist', dist, '--port', '0'], { KEYS_FILE: keysFile });
  const port = await untilListening(shim);
  const origin = `http://127.0.0.1:${port}`;
  const load = forkModule('load.ts');
  const children = [shim.child, load];
  try {
    console.log(
      `${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections, Node ${process.version}; medians`,
    );
    for (const subject of await subjects(origin, headers)) {
      const bare = forkModule('bare.ts');
      children.push(bare);
      bare.send({ origin, urls: subject.urls, headers });
      const [barePort] = (await once(bare, 'message')) as [number];
      await compare(subject, load, { port, barePort, headers });
      bare.kill();
    }
  } finally {
    for (const child of children) child.kill();
  }
}

const forkModule = (name: string): ChildProcess =>
  fork(fileURLToPath(new URL(name, import.meta.url)), { execArgv: ['--import', 'tsx'] });

interface Ports {
  port: number;
  barePort: number;
  headers: Record<string, string>;
}

/** Alternates between the two, so that what else the machine does meets both alike. */
async function compare({ name, urls, goal }: Subject, load: ChildProcess, ports: Ports): Promise<void> {
  const rate = async (port: number, seconds: number): Promise<number> => {
    const wanted: Load = { port, urls, headers: ports.headers, seconds, connections: CONNECTIONS };
    load.send(wanted);
    const [measured] = (await once(load, 'message')) as [Measured];
    return measured.requests / measured.seconds;
  };
  await rate(ports.port, 1);
  await rate(ports.barePort, 1);
  const shim: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    shim.push(await rate(ports.port, SECONDS));
    bare.push(await rate(ports.barePort, SECONDS));
  }
  const share = median(shim.map((rate, i) => rate / (bare[i] ?? 0)));
  const verdict = share >= goal ? 'reached' : 'MISSED';
  console.log(
    `${name.padEnd(28)} shim ${perSecond(shim)}  bare ${perSecond(bare)}  ${(share * 100).toFixed(0).padStart(3)}%  goal ${goal * 100}% ${verdict}`,
  );
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const perSecond = (rates: readonly number[]): string =>
  `${Math.round(median(rates)).toLocaleString('en-US').padStart(7)}/s`;

async function subjects(origin: string, headers: Record<string, string>): Promise<Subject[]> {
  const totalOf = async (url: string): Promise<number> => {
    const { pagination } = (await (await fetch(origin + url, { headers })).json()) as {
      pagination: { total: number };
    };
    return pagination.total;
  };
  const total = await totalOf('/api/usc/documents');
  const deep = Math.floor((total - 1) / 20) * 20;
  return [
    { name: 'document', urls: ['/api/usc/documents/t17%2Fs106'], goal: PRECOMPUTED },
    { name: 'first list page', urls: ['/api/usc/documents'], goal: PRECOMPUTED },
    {
      name: 'deep list page',
      urls: [`/api/usc/documents?sort=identifier&limit=20&offset=${deep}`],
      goal: PRECOMPUTED,
    },
    { name: 'title list', urls: ['/api/usc/titles'], goal: PRECOMPUTED },
    { name: 'filtered lists, dynamic', urls: dynamicQueries(), goal: DYNAMIC },
  ];
}

/** So many different queries that nothing is answered from a cache of answers. */
function dynamicQueries(): string[] {
  const random = new Random(8);
  const pairs = [
    () => `title_number=${random.pick([1, 17, 30, 44, 45, 48])}`,
    () => `positive_law=${random.pick(['true', 'false'])}`,
    () => `status=${random.pick(['in_force', 'repealed', 'omitted', 'transferred'])}`,
    () => `legal_status=${random.pick(['official_legal_evidence', 'official_prima_facie'])}`,
  ];
  const sorts = ['identifier', 'title_number', 'section_number', 'last_updated'].flatMap(sort => [
    sort,
    `-${sort}`,
  ]);
  return Array.from({ length: 2000 }, () => {
    const filters = pairs.filter(() => random.chance(0.4)).map(make => make());
    const query = [...filters, `sort=${random.pick(sorts)}`, 'limit=20', `offset=${random.below(300)}`];
    return `/api/usc/documents?${query.join('&')}`;
  });
}
