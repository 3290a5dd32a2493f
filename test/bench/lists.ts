import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openCatalog } from '../../build/common/catalog.ts';
import type { ActiveFilter, ListQuery, Sort } from '../../build/contract/query.ts';
import type { Filter } from '../../build/contract/sources.ts';
import { columnOf, columnValue, type SourceCatalog } from '../../build/formats/catalog.ts';
import { spanOf } from '../../build/formats/column.ts';
import { filterSpan } from '../../build/lists/filtering.ts';
import { Listing } from '../../build/lists/listing.ts';
import { Random } from '../helpers/random.ts';

const QUERIES = 3000;
const SCANS = 30;

/**
 * Lists over a catalog of many documents (build/contract/README.md, Lists): memory of the opened catalog and time of an
 * answer, any filters at any offset, beside a scan in memory over the same catalog.
 * @param args the number of documents, one million where it is not given
 */
export async function run(args: string[]): Promise<void> {
  const count = Number(args[0] ?? 1_000_000);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pandect-lists-'));
  try {
    for (const shape of ['fr', 'usc'] as const)
      await measure(shape, count, path.join(folder, `${shape}.bin`));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

async function measure(shape: string, count: number, file: string): Promise<void> {
  const maker = path.join(import.meta.dirname, 'lists-catalog.ts');
  const node = ['--max-old-space-size=8000', '--import', 'tsx', maker, file, shape, String(count)];
  execFileSync(process.execPath, node, { stdio: 'inherit' });
  console.log(`\n${count} ${shape} documents, a catalog file of ${megabytes(fs.statSync(file).size)}`);

  const before = memory();
  const began = performance.now();
  const opened = await openCatalog(file);
  const catalog = opened.sources.find(({ source }) => source.id === shape) as SourceCatalog;
  const listing = new Listing(catalog);
  console.log(`opened and checked in ${Math.round(performance.now() - began)} ms`);
  report('memory when opened', before);

  const random = new Random(1);
  const queries = Array.from({ length: QUERIES }, () => randomQuery(catalog, random));
  const answer = (query: ListQuery) => listing.answer(query).body.json.length;
  timings('answers, first use included', queries, answer);
  const others = Array.from({ length: QUERIES }, () => randomQuery(catalog, random));
  timings('answers, other queries     ', others, answer);
  timings('   of the page alone       ', others, query => listing.page(query).ordinals.length);
  report('memory after the answers', before);

  const scan = scanner(catalog);
  timings(
    'scan, the page alone       ',
    others.slice(0, SCANS),
    query => {
      const { ordinals, total } = scan(query);
      const page = listing.page(query);
      if (String(page.ordinals) !== String(ordinals) || page.total !== total) throw new Error('they differ');
      return total;
    },
    query => scan(query).total,
  );
  await opened.close();
}

function randomQuery(catalog: SourceCatalog, random: Random): ListQuery {
  const { source, columns, keywords } = catalog;
  const anyValueOf = (filter: Filter) => {
    const words = keywords[filter.field];
    if (words) {
      const word = words.label(random.below(words.size));
      return filter.field === 'cfr_references' ? valueOfReference(filter, word) : word;
    }
    const value = random.pick(columns[filter.field]?.values ?? []);
    return filter.type === 'boolean' ? value === 1 : value;
  };
  const filters: ActiveFilter[] = source.filters
    .filter(() => random.chance(0.35))
    .map(filter => ({ filter, value: anyValueOf(filter) }));
  const sort: Sort = { field: random.pick(source.sorts), descending: random.chance(0.5) };
  const offset = random.below(random.pick([1, 100, 10_000, catalog.count]));
  return { filters, sort, limit: random.pick([20, 20, 20, 100]), offset, cursor: null };
}

/** @param keyword of a title and a part, `40:52` */
const valueOfReference = ({ param }: Filter, keyword: string): string | number => {
  const [title = '', part = ''] = keyword.split(':');
  return param === 'cfr_title' ? Number(title || 40) : part || '52';
};

/** The reference: walks all documents in the order of the sort, comparing numbers only. */
function scanner(catalog: SourceCatalog): (query: ListQuery) => { ordinals: number[]; total: number } {
  const { count, columns } = catalog;
  // Where each document stands in each column, -1 where it has no value.
  const places = new Map(
    Object.entries(columns).map(([field, { order }]) => {
      const placeOf = new Int32Array(count).fill(-1);
      order.forEach((ordinal, place) => {
        placeOf[ordinal] = place;
      });
      return [field, placeOf];
    }),
  );
  return ({ filters, sort, limit, offset }) => {
    const tests = filters.map(active => {
      const { filter, value } = active;
      const words = catalog.keywords[filter.field];
      if (words) {
        const together = filters.filter(other => other.filter.field === filter.field);
        return members(words.order, filterSpan(catalog, filter.field, together));
      }
      const [from, to] = spanOf(columnOf(catalog, filter.field), filter.match, columnValue(value) ?? '');
      return { placeOf: places.get(filter.field) as Int32Array, from, to };
    });
    // A document has several keywords, so its place is told for the one that is looked for.
    function members(order: Uint32Array, [from, to]: readonly [number, number]) {
      const placeOf = new Int32Array(count).fill(-1);
      for (const ordinal of order.subarray(from, to)) placeOf[ordinal] = 0;
      return { placeOf, from: 0, to: 1 };
    }
    const ordinals: number[] = [];
    let total = 0;
    for (let i = 0; i < count; i++) {
      const rank = sort.descending ? count - 1 - i : i;
      const ordinal = sort.field === 'identifier' ? rank : (columns[sort.field]?.order[rank] as number);
      const passes = tests.every(({ placeOf, from, to }) => {
        const place = placeOf[ordinal] as number;
        return place >= from && place < to;
      });
      if (!passes) continue;
      if (total >= offset && ordinals.length < limit) ordinals.push(ordinal);
      total++;
    }
    return { ordinals, total };
  };
}

/** Times each query. @param check done once before, untimed */
function timings(
  name: string,
  queries: readonly ListQuery[],
  work: (query: ListQuery) => number,
  timed: (query: ListQuery) => number = work,
): void {
  if (timed !== work) for (const query of queries) work(query);
  const times = queries
    .map(query => {
      const began = performance.now();
      timed(query);
      return performance.now() - began;
    })
    .sort((a, b) => a - b);
  const at = (share: number) => (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(2).padStart(7);
  console.log(`${name}  p50 ${at(0.5)} ms  p99 ${at(0.99)} ms  max ${at(1)} ms`);
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

function memory(): NodeJS.MemoryUsage {
  collect();
  collect();
  return process.memoryUsage();
}

function report(name: string, before: NodeJS.MemoryUsage): void {
  const now = memory();
  const grown = (['rss', 'heapUsed', 'external'] as const).map(
    kind => `${kind} +${megabytes(now[kind] - before[kind])}`,
  );
  console.log(`${name}: ${grown.join(', ')}; the process has ${megabytes(now.rss)}`);
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
