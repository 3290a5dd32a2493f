import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readParams } from '../../build/contract/params.ts';
import { SEARCH_INDEX } from '../../build/contract/paths.ts';
import { parseSearchQuery } from '../../build/contract/search.ts';
import type { SearchDocument } from '../../build/search/documents/search-document.ts';
import { readTypesense } from '../../build/search/typesense/connection.ts';
import { newKey } from '../helpers/key-records.ts';
import { Random } from '../helpers/random.ts';
import { startShim } from '../helpers/shim.ts';
import { typesenseThere } from '../search/typesense/find/subject.ts';
import { embeddedAsBuilt, type OpenSubject, type Subject } from '../search-contract/subject.ts';
import { subjects, subjectsAsBuilt } from '../search-contract/subjects.ts';
import { type Client, connect, RefusedAnswer } from './client.ts';
import type { BenchmarkFlags } from './main.ts';
import { type BenchQuery, queryMix, typedMix } from './search-mix.ts';
import { benchTree, documentsOf, generatedTree, sampleOf } from './search-tree.ts';

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
  /** Whether the shim gave it up: what it took counts all the same. */
  isGivenUp: boolean;
}

/** What the shim answers where the engine takes too long, and while it lets it alone after that. */
const GIVEN_UP = [503, 504];

/** Documents of a generated tree that queries are made of: so many are enough. */
const SAMPLE = 4000;
const TYPED = 200;

/**
 * A fixed mix of 200 queries to `/api/search` of the shim, and in the same run, turn by turn, to the bare engine. No query
 * comes twice, so that the shim's cache answers none. In a generated corpus so many as people type them come on top.
 * @param args the tree to search; that of the real corpora where it is not given. With a generated corpus and TYPESENSE_URL, the server
 *   that it names is asked, which must hold that tree; a tree without an index is then no subject itself.
 */
export async function run(args: string[], { documents: generated }: BenchmarkFlags): Promise<void> {
  const random = new Random(SEED);
  if (generated === undefined) {
    const tree = await benchTree(args);
    const documents = await documentsOf(tree);
    const mixes = Array.from({ length: WARM_UPS + 1 }, () => queryMix(documents, random));
    console.log(`${documents.length} documents, ${mixes[0]?.length} queries`);
    const titles = titlesOf(documents);
    for (const subject of subjects()) await measure(subject, tree, mixes, titles);
    return;
  }
  const count = Number(generated);
  const tree = args[0] ?? (await generatedTree(count));
  const documents = await sampleOf(tree, Math.ceil(count / SAMPLE));
  const mixes = Array.from({ length: WARM_UPS + 1 }, () => [
    ...queryMix(documents, random),
    ...typedMix(documents, TYPED, random),
  ]);
  console.log(`${count} documents, ${mixes[0]?.length} queries`);
  const there = process.env.TYPESENSE_URL ? readTypesense(process.env) : null;
  const built = existsSync(join(tree, SEARCH_INDEX)) ? [embeddedAsBuilt] : [];
  const engines = there ? [...built, typesenseThere(there)] : subjectsAsBuilt();
  for (const subject of engines) await measure(subject, tree, mixes, []);
}

/** Titles of documents as queries, from everywhere in the corpus, each once: the longest that people ask. */
function titlesOf(documents: readonly SearchDocument[]): string[] {
  const titles = [...new Set(documents.map(({ heading }) => heading.slice(0, LONGEST_QUERY)))];
  const step = Math.ceil(titles.length / TITLES);
  return titles.filter((_, i) => i % step === 0);
}

const TITLES = 2000;
const LONGEST_QUERY = 300;
const CLIENTS = 8;

async function measure(
  subject: Subject,
  tree: string,
  mixes: readonly BenchQuery[][],
  titles: readonly string[],
): Promise<void> {
  const began = performance.now();
  const engine = await subject.open(tree);
  const seconds = (performance.now() - began) / 1000;
  const { secret, record } = newKey({ tier: 'unlimited' });
  const shim = await startShim({ dist: tree, engine, records: [record] });
  const client = await connect(shim.port, secret);
  try {
    const measured = await askAll(engine, client, mixes);
    const memory = await engine.memory?.();
    print(
      `${subject.name}, filled in ${seconds.toFixed(1)} s${memory ? `, a server of ${megabytes(memory)}` : ''}`,
      measured,
    );
    if (titles.length > 0) await askAtOnce(shim.port, secret, titles);
  } finally {
    client.close();
    await shim.close();
  }
}

/** @returns the times of the last mix */
async function askAll(
  engine: OpenSubject,
  client: Client,
  mixes: readonly BenchQuery[][],
): Promise<readonly Times[]> {
  // Bound: an engine may be a class.
  const bareSearch = engine.bare ?? engine.search.bind(engine);
  /** @returns whether there was an answer */
  const ask = async (query: string): Promise<boolean> => {
    try {
      await client.get(`/api/search?${query}`);
      return true;
    } catch (error) {
      if (error instanceof RefusedAnswer && GIVEN_UP.includes(error.status)) return false;
      throw error;
    }
  };
  for (let i = 0; i < CACHED_WARM_UPS; i++) await ask('q=notice');
  let measured: Times[] = [];
  for (const queries of mixes) {
    measured = [];
    for (const [i, { kind, query }] of queries.entries()) {
      const parsed = parseSearchQuery(readParams(query));
      const askBare = () => timed(() => bareSearch(parsed, AbortSignal.timeout(PATIENCE)));
      let isAnswered = true;
      const askShim = () => timed(async () => (isAnswered = await ask(query)));
      // Whoever comes second finds the pages read already.
      const isShimFirst = i % 2 === 1;
      const before = isShimFirst ? await askShim() : null;
      const bare = await askBare();
      const shim = before ?? (await askShim());
      measured.push({ kind, bare, shim, isGivenUp: !isAnswered });
    }
  }
  return measured;
}

/** Asks titles by several clients at once, and tells how many get no answer. */
async function askAtOnce(port: number, secret: string, titles: readonly string[]): Promise<void> {
  const times: number[] = [];
  const refused = new Map<number, number>();
  const left = titles.values();
  const ask = async (): Promise<void> => {
    const client = await connect(port, secret);
    for (const q of left) {
      const query = new URLSearchParams({ q });
      const time = await timed(() =>
        client.get(`/api/search?${query}`).catch(error => {
          if (!(error instanceof RefusedAnswer)) throw error;
          refused.set(error.status, (refused.get(error.status) ?? 0) + 1);
        }),
      );
      times.push(time);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: CLIENTS }, ask));
  const without = Array.from(refused, ([status, count]) => `, ${count} with ${status}`).join('');
  const [median, most] = [quantile(times, 0.5), quantile(times, 0.99)].map(value => value.toFixed(0));
  console.log(
    `${times.length} titles, ${CLIENTS} at a time: p50 ${median} ms, p99 ${most} ms${without || ', all answered'}`,
  );
}

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await ask();
  return performance.now() - began;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;

const HEADINGS = ['engine p50', 'p99', 'max', 'shim p50', 'p99', 'max', 'overhead p50'];

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
      Math.max(...bare),
      quantile(shim, 0.5),
      quantile(shim, 0.99),
      Math.max(...shim),
      quantile(overhead, 0.5),
    ];
    console.log(kind.padEnd(16) + columns.map(value => value.toFixed(2).padStart(13)).join(''));
    const givenUp = times.filter(({ isGivenUp }) => isGivenUp).length;
    if (givenUp > 0) console.log(`${''.padEnd(16)}${givenUp} of ${times.length} were given up by the shim`);
    if (kind !== 'all') continue;
    const share = (100 * quantile(overhead, 0.5)) / quantile(bare, 0.5);
    console.log(`the overhead is ${share.toFixed(0)}% of the engine's own p50`);
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
