import { once } from 'node:events';
import { Random } from '../helpers/random.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { realTree } from '../helpers/real-tree.ts';
import { sampleTree } from '../helpers/tree.ts';
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

const PRECOMPUTED = 0.6;
const DYNAMIC = 0.4;

/** Requests per second of the shim, beside a bare Fastify route that sends the same bytes from memory, in one run. */
export async function run(): Promise<void> {
  const { dist } = realCorpora() === null ? await sampleTree() : await realTree();
  const server = await openServer(dist);
  const origin = `http://127.0.0.1:${server.port}`;
  try {
    console.log(CONDITIONS);
    for (const subject of await subjects(origin, server.headers)) {
      const bare = forkModule('bare.ts');
      try {
        bare.send({ origin, urls: subject.urls, headers: server.headers });
        const [barePort] = (await once(bare, 'message')) as [number];
        await compare(subject, server, barePort);
      } finally {
        bare.kill();
      }
    }
  } finally {
    server.close();
  }
}

/** Alternates between the two, so that what else the machine does meets both alike. */
async function compare({ name, urls, goal }: Subject, server: Server, barePort: number): Promise<void> {
  const rate = (port: number, seconds: number): Promise<number> =>
    server.rate({ port, urls, headers: server.headers, seconds });
  await rate(server.port, 1);
  await rate(barePort, 1);
  const shim: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    shim.push(await rate(server.port, SECONDS));
    bare.push(await rate(barePort, SECONDS));
  }
  console.log(
    `${name.padEnd(28)} shim ${perSecond(shim)}  bare ${perSecond(bare)}  ${verdict(shim, bare, goal)}`,
  );
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
