import { freePort } from '../helpers/edges/process.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { realTree } from '../helpers/real-tree.ts';
import { sampleTree } from '../helpers/tree.ts';
import { CONDITIONS, openServer, perSecond, ROUNDS, SECONDS, type Server, verdict } from './rates.ts';

const SUBJECTS: readonly (readonly [name: string, urls: readonly string[]])[] = [
  ['document', ['/api/usc/documents/t17%2Fs106']],
  ['first list page', ['/api/usc/documents']],
  [
    'computed lists',
    Array.from({ length: 300 }, (_, i) => `/api/usc/documents?sort=-section_number&limit=20&offset=${i}`),
  ],
];
/** Metrics may cost so much: a twentieth. */
const GOAL = 0.95;
const SCRAPE_MS = 1000;

/** Requests a second of a shim that tells metrics, asked for them every second, beside one that does not; both log. */
export async function run(): Promise<void> {
  const { dist } = realCorpora() === null ? await sampleTree() : await realTree();
  const metricsPort = await freePort();
  const without = await openServer(dist);
  const measured = await openServer(dist, { METRICS_PORT: String(metricsPort) });
  const scraping = setInterval(
    () =>
      fetch(`http://127.0.0.1:${metricsPort}/metrics`)
        .then(answer => answer.text())
        .catch(() => ''),
    SCRAPE_MS,
  );
  try {
    console.log(CONDITIONS);
    for (const [name, urls] of SUBJECTS) await compare(name, urls, measured, without);
  } finally {
    clearInterval(scraping);
    measured.close();
    without.close();
  }
}

/** By turns, so that what else the machine does meets both alike. */
async function compare(
  name: string,
  urls: readonly string[],
  measured: Server,
  without: Server,
): Promise<void> {
  const rate = (server: Server): Promise<number> =>
    server.rate({ port: server.port, urls, headers: server.headers, seconds: SECONDS });
  await rate(measured);
  await rate(without);
  const on: number[] = [];
  const off: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Whoever comes first in a round is another one each time.
    const turns: [Server, number[]][] = [
      [measured, on],
      [without, off],
    ];
    for (const [server, rates] of round % 2 === 0 ? turns : turns.reverse()) rates.push(await rate(server));
  }
  console.log(
    `${name.padEnd(20)} with metrics ${perSecond(on)}  without ${perSecond(off)}  ${verdict(on, off, GOAL)}`,
  );
}
