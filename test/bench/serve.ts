import { once } from 'node:events';
import { Random } from '../helpers/random.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { realTree } from '../helpers/real-tree.ts';
import { exchange } from '../helpers/shim.ts';
import { sampleTree } from '../helpers/tree.ts';
import type { Load } from './load.ts';
import { processorOf } from './measured.ts';
import {
  CONDITIONS,
  forkModule,
  openServer,
  perSecond,
  ROUNDS,
  SECONDS,
  type Server,
  verdict,
} from './rates.ts';

interface Subject {
  name: string;
  urls: readonly string[];
  /** The least share of the bare route's requests a second. */
  goal: number;
}

const PRECOMPUTED = 0.7;
const DYNAMIC = 0.4;
/** Of the requests a second for the same document, whole and plain. */
const NOT_MODIFIED = 1.3;
const COMPRESSED = 1;

const DOCUMENT = '/api/usc/documents/t17%2Fs106';

/** What is asked of one server. */
interface Side extends Pick<Load, 'port' | 'urls' | 'headers'> {
  /** Of the server. */
  pid: number;
}

/**
 * Requests of the shim in a second of its processor's time, beside a bare Fastify route that sends the same bytes from memory; and of
 * answers without a body and compressed ones, beside whole plain ones. All in one run. A second of the clock would also hold what the
 * client takes, which shares the machine.
 */
export async function run(): Promise<void> {
  const { dist } = realCorpora() === null ? await sampleTree() : await realTree();
  const server = await openServer(dist);
  const { port, headers, pid } = server;
  const origin = `http://127.0.0.1:${port}`;
  try {
    console.log(`${CONDITIONS} of requests in a second of the processor`);
    for (const { name, urls, goal } of await subjects(origin, headers)) {
      const bare = forkModule('bare.ts');
      try {
        bare.send({ origin, urls, headers });
        const [barePort] = (await once(bare, 'message')) as [number];
        const sides = [
          { port, urls, headers, pid },
          { port: barePort, urls, headers, pid: bare.pid as number },
        ] as const;
        await compare(`${name}, beside bare Fastify`, goal, server, ...sides);
      } finally {
        bare.kill();
      }
    }
    const document = { port, urls: [DOCUMENT], headers, pid };
    const { etag } = (await exchange({ port, path: DOCUMENT, headers })).headers;
    const known = { ...document, headers: { ...headers, 'if-none-match': etag ?? '' } };
    await compare('304, beside the document', NOT_MODIFIED, server, known, document);
    await comparePlain(server, known, document);
    const gzip = { ...document, headers: { ...headers, 'accept-encoding': 'gzip' } };
    await compare('gzip, beside the document', COMPRESSED, server, gzip, document);
  } finally {
    server.close();
  }
}

/** What the machine allows: both answers by `node:http` alone. */
async function comparePlain(server: Server, known: Side, document: Side): Promise<void> {
  const plain = forkModule('plain.ts');
  try {
    plain.send({ url: `http://127.0.0.1:${server.port}${DOCUMENT}`, headers: server.headers });
    const [port] = (await once(plain, 'message')) as [number];
    const of = (side: Side): Side => ({ ...side, port, pid: plain.pid as number });
    await compare('the same, node:http alone', NOT_MODIFIED, server, of(known), of(document));
  } finally {
    plain.kill();
  }
}

/** Alternates between the two, so that what else the machine does meets both alike. */
async function compare(name: string, goal: number, server: Server, subject: Side, reference: Side) {
  async function rate({ pid, ...side }: Side, seconds: number): Promise<number> {
    const before = processorOf(pid);
    const requests = seconds * (await server.rate({ ...side, seconds, isAwake: true }));
    return requests / (processorOf(pid) - before);
  }
  await rate(subject, 1);
  await rate(reference, 1);
  const ours: number[] = [];
  const others: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await rate(subject, SECONDS));
    others.push(await rate(reference, SECONDS));
  }
  console.log(`${name.padEnd(44)} ${perSecond(ours)}  ${perSecond(others)}  ${verdict(ours, others, goal)}`);
}

async function subjects(origin: string, headers: Readonly<Record<string, string>>): Promise<Subject[]> {
  const totalOf = async (url: string): Promise<number> => {
    const { pagination } = (await (await fetch(origin + url, { headers })).json()) as {
      pagination: { total: number };
    };
    return pagination.total;
  };
  const total = await totalOf('/api/usc/documents');
  const deep = Math.floor((total - 1) / 20) * 20;
  return [
    { name: 'document', urls: [DOCUMENT], goal: PRECOMPUTED },
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
