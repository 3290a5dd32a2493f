import { once } from 'node:events';
import net from 'node:net';
import { readParams } from '../../build/contract/params.ts';
import { parseSearchQuery } from '../../build/contract/search.ts';
import { Random } from '../helpers/random.ts';
import { startShim } from '../helpers/shim.ts';
import type { Subject } from '../search-contract/subject.ts';
import { subjects } from '../search-contract/subjects.ts';
import { newKey } from '../shim/keys/records.ts';
import { type BenchQuery, queryMix } from './search-mix.ts';
import { benchTree, documentsOf } from './search-tree.ts';

const SEED = 2026;
const PATIENCE = 60_000;
/** A server in service has compiled its code: mixes of queries, and single answers from its cache, before what counts. */
const WARM_UPS = 3;
const CACHED_WARM_UPS = 3000;

/** One query, asked both ways, in milliseconds. */
interface Times {
  kind: string;
  bare: number;
  shim: number;
}

/**
 * A fixed mix of 200 queries to `/api/search` of the shim, and in the same run, turn by turn, to the bare engine. No query
 * comes twice, so that the shim's cache answers none.
 * @param args the tree to search; that of the real corpora where it is not given
 */
export async function run(args: string[]): Promise<void> {
  const tree = await benchTree(args);
  const documents = await documentsOf(tree);
  const random = new Random(SEED);
  const mixes = Array.from({ length: WARM_UPS + 1 }, () => queryMix(documents, random));
  console.log(`${documents.length} documents, ${mixes[0]?.length} queries`);
  for (const subject of subjects()) await measure(subject, tree, mixes);
}

async function measure(subject: Subject, tree: string, mixes: readonly BenchQuery[][]): Promise<void> {
  const began = performance.now();
  const engine = await subject.open(tree);
  const seconds = (performance.now() - began) / 1000;
  const { secret, record } = newKey({ tier: 'unlimited' });
  const shim = await startShim({ dist: tree, engine, records: [record] });
  const client = await connect(shim.port, secret);
  // Bound: an engine may be a class.
  const bareSearch = engine.bare ?? engine.search.bind(engine);
  const ask = (query: string) => client.get(`/api/search?${query}`);
  for (let i = 0; i < CACHED_WARM_UPS; i++) await ask('q=notice');
  let measured: Times[] = [];
  for (const queries of mixes) {
    measured = [];
    for (const [i, { kind, query }] of queries.entries()) {
      const parsed = parseSearchQuery(readParams(query));
      const askBare = () => timed(() => bareSearch(parsed, AbortSignal.timeout(PATIENCE)));
      const askShim = () => timed(() => ask(query));
      // Whoever comes second finds the pages read already.
      const isShimFirst = i % 2 === 1;
      const before = isShimFirst ? await askShim() : null;
      const bare = await askBare();
      measured.push({ kind, bare, shim: before ?? (await askShim()) });
    }
  }
  const memory = await engine.memory?.();
  client.close();
  await shim.close();
  print(
    `${subject.name}, filled in ${seconds.toFixed(1)} s${memory ? `, a server of ${megabytes(memory)}` : ''}`,
    measured,
  );
}

interface Client {
  /** One exchange, to the last byte of a good answer. */
  get(path: string): Promise<void>;
  close(): void;
}

/** No more of a client than it takes: a connection that stays, as load generators have it. Its own time counts as ours. */
async function connect(port: number, key: string): Promise<Client> {
  const socket = net.connect(port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  return {
    async get(path) {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-API-Key: ${key}\r\n\r\n`);
      let missing: number | null = null;
      while (missing === null || missing > 0) {
        const [chunk] = (await once(socket, 'data')) as [Buffer];
        missing = (missing ?? lengthOf(chunk)) - chunk.length;
      }
    },
    close: () => socket.destroy(),
  };
}

const GOOD = /^HTTP\/1\.1 200 [\s\S]*?\r\ncontent-length: (\d+)\r\n[\s\S]*?\r\n\r\n/i;

/** Of a whole response. @param beginning all of its head, at least */
function lengthOf(beginning: Buffer): number {
  const [head, length] = GOOD.exec(beginning.toString('latin1')) ?? [];
  if (head === undefined) throw new Error(`The answer begins ${beginning.toString('latin1', 0, 200)}`);
  return head.length + Number(length);
}

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await ask();
  return performance.now() - began;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;

const HEADINGS = ['engine p50', 'p99', 'shim p50', 'p99', 'overhead p50'];

function print(title: string, measured: readonly Times[]): void {
  console.log(`\n${title}`);
  console.log('milliseconds'.padEnd(16) + HEADINGS.map(heading => heading.padStart(13)).join(''));
  for (const kind of [...new Set(measured.map(times => times.kind)), 'all']) {
    const times = measured.filter(time => kind === 'all' || time.kind === kind);
    const bare = times.map(time => time.bare);
    const shim = times.map(time => time.shim);
    const overhead = times.map(time => time.shim - time.bare);
    const columns = [
      quantile(bare, 0.5),
      quantile(bare, 0.99),
      quantile(shim, 0.5),
      quantile(shim, 0.99),
      quantile(overhead, 0.5),
    ];
    console.log(kind.padEnd(16) + columns.map(value => value.toFixed(2).padStart(13)).join(''));
    if (kind !== 'all') continue;
    const share = (100 * quantile(overhead, 0.5)) / quantile(bare, 0.5);
    console.log(`the overhead is ${share.toFixed(0)}% of the engine's own p50`);
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
