import http from 'node:http';
import { Params } from '../../build/contract/params.ts';
import { parseSearchQuery } from '../../build/contract/search.ts';
import { Random } from '../helpers/random.ts';
import { exchange, startShim } from '../helpers/shim.ts';
import type { Subject } from '../search-contract/subject.ts';
import { subjects } from '../search-contract/subjects.ts';
import { newKey } from '../shim/keys/records.ts';
import { type BenchQuery, queryMix } from './search-mix.ts';
import { benchTree, documentsOf } from './search-tree.ts';

const SEED = 2026;
const PATIENCE = 60_000;

/** Milliseconds, by the kind of query. */
type Times = Map<string, number[]>;

/**
 * A fixed mix of 200 queries to `/api/search` of the shim, and in the same run, turn by turn, to the bare engine. No query
 * comes twice, so that the shim's cache answers none.
 * @param args the tree to search; that of the real corpora where it is not given
 */
export async function run(args: string[]): Promise<void> {
  const tree = await benchTree(args);
  const documents = await documentsOf(tree);
  const random = new Random(SEED);
  const warmUp = queryMix(documents, random);
  const mix = queryMix(documents, random);
  console.log(`${documents.length} documents, ${mix.length} queries`);
  for (const subject of subjects()) await measure(subject, tree, warmUp, mix);
}

async function measure(
  subject: Subject,
  tree: string,
  warmUp: readonly BenchQuery[],
  mix: readonly BenchQuery[],
): Promise<void> {
  const began = performance.now();
  const engine = await subject.open(tree);
  const seconds = (performance.now() - began) / 1000;
  const { secret, record } = newKey({ tier: 'unlimited' });
  const shim = await startShim({ dist: tree, engine, records: [record] });
  const agent = new http.Agent({ keepAlive: true });
  const headers = { 'x-api-key': secret };
  // Bound: an engine may be a class.
  const bareSearch = engine.bare ?? engine.search.bind(engine);
  const bare: Times = new Map();
  const shimmed: Times = new Map();
  for (const [round, queries] of [warmUp, mix].entries()) {
    for (const [i, { kind, query }] of queries.entries()) {
      const parsed = parseSearchQuery(new Params(query));
      const askBare = () => timed(bare, kind, () => bareSearch(parsed, AbortSignal.timeout(PATIENCE)));
      const request = { host: '127.0.0.1', port: shim.port, agent, path: `/api/search?${query}`, headers };
      const askShim = () => timed(shimmed, kind, () => exchange(request));
      // Whoever comes second finds the pages read already.
      for (const ask of i % 2 === 0 ? [askBare, askShim] : [askShim, askBare]) await ask();
    }
    if (round === 0) for (const times of [bare, shimmed]) times.clear();
  }
  agent.destroy();
  await shim.close();
  print(`${subject.name}, filled in ${seconds.toFixed(1)} s`, bare, shimmed);
}

async function timed(times: Times, kind: string, ask: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await ask();
  times.set(kind, [...(times.get(kind) ?? []), performance.now() - began]);
}

function print(title: string, bare: Times, shimmed: Times): void {
  console.log(
    `\n${title}\n${'milliseconds'.padEnd(16)}${'engine p50'.padStart(12)}${'p99'.padStart(9)}${'shim p50'.padStart(12)}${'p99'.padStart(9)}`,
  );
  for (const kind of [...bare.keys(), 'all']) {
    const columns = [bare, shimmed].flatMap(times => {
      const sorted = (kind === 'all' ? [...times.values()].flat() : (times.get(kind) ?? [])).sort(
        (a, b) => a - b,
      );
      return [quantile(sorted, 0.5).padStart(12), quantile(sorted, 0.99).padStart(9)];
    });
    console.log(kind.padEnd(16) + columns.join(''));
  }
}

const quantile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
