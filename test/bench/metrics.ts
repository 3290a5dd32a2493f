import { readFileSync } from 'node:fs';
import { freePort } from '../helpers/edges/process.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { realTree } from '../helpers/real-tree.ts';
import { sampleTree } from '../helpers/tree.ts';
import { openServer, perSecond, SECONDS, type Server, verdict } from './rates.ts';

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
/** Two processes of the same program differ by a tenth, for as long as they live: pairs of new ones are what is compared. */
const PAIRS = 10;
const ROUNDS = 3;
/** Rounds in which a new process is several times slower. */
const WARM_UP = 5;

/** Of one kind of server: a rate for each round, and what all of them took. */
interface Measured {
  rates: number[];
  /** Of a processor. */
  seconds: number;
  requests: number;
}

type Pair<T> = Record<'on' | 'off', T>;

const newMeasured = (): Pair<Measured> => ({
  on: { rates: [], seconds: 0, requests: 0 },
  off: { rates: [], seconds: 0, requests: 0 },
});

/** Requests a second of shims that tell metrics, asked for them every second, beside shims that do not; both log. */
export async function run(): Promise<void> {
  const { dist } = realCorpora() === null ? await sampleTree() : await realTree();
  const subjects = SUBJECTS.map(([name, urls]) => ({ name, urls, measured: newMeasured() }));
  for (let i = 0; i < PAIRS; i++) await measurePair(dist, subjects);
  console.log(
    `${PAIRS} pairs of shims, each asked at the same time, ${ROUNDS} rounds of ${SECONDS} s; Node ${process.version}; medians`,
  );
  for (const { name, measured } of subjects) tell(name, measured);
}

async function measurePair(
  dist: string,
  subjects: readonly { urls: readonly string[]; measured: Pair<Measured> }[],
): Promise<void> {
  const metricsPort = await freePort();
  const off = await openServer(dist);
  const on = await openServer(dist, { METRICS_PORT: String(metricsPort) });
  const scraping = setInterval(
    () =>
      fetch(`http://127.0.0.1:${metricsPort}/metrics`)
        .then(answer => answer.text())
        .catch(() => ''),
    SCRAPE_MS,
  );
  try {
    for (const [i, { urls, measured }] of subjects.entries()) {
      for (let warm = 0; warm < (i === 0 ? WARM_UP : 1); warm++)
        await round({ on, off }, urls, newMeasured());
      for (let i = 0; i < ROUNDS; i++) await round({ on, off }, urls, measured);
    }
  } finally {
    clearInterval(scraping);
    on.close();
    off.close();
  }
}

/** Both at the same time, so that what else the machine does meets both alike. */
async function round(pair: Pair<Server>, urls: readonly string[], measured: Pair<Measured>): Promise<void> {
  const measure = async ({ pid, port, headers, rate }: Server, into: Measured): Promise<void> => {
    const before = processorSeconds(pid);
    const found = await rate({ port, urls, headers, seconds: SECONDS });
    into.seconds += processorSeconds(pid) - before;
    into.requests += found * SECONDS;
    into.rates.push(found);
  };
  await Promise.all([measure(pair.on, measured.on), measure(pair.off, measured.off)]);
}

function tell(name: string, { on, off }: Pair<Measured>): void {
  const rates = `with metrics ${perSecond(on.rates)}  without ${perSecond(off.rates)}`;
  console.log(`${name.padEnd(20)} ${rates}  ${verdict(on.rates, off.rates, GOAL)}`);
  const share = off.seconds / off.requests / (on.seconds / on.requests);
  console.log(
    `${''.padEnd(20)} requests for a second of processor: ${(share * 100).toFixed(1)}% of those without`,
  );
}

/** proc(5), in ticks of 10 ms: what the process has taken, its threads included. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
