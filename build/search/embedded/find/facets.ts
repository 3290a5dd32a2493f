import type { FacetName, SearchAnswer } from '../../../contract/search.ts';
import type { ValueColumn } from '../../../formats/search-index.ts';
import { agencyFacet, type Count, greatestFirst } from '../../facet-counts.ts';
import { memoized } from '../../text/tokens.ts';
import type { Columns } from './columns.ts';

export function facetsOf(
  columns: Columns,
  rows: Uint32Array,
  facets: readonly FacetName[],
  above: readonly string[] | null,
): SearchAnswer['facets'] {
  return Object.fromEntries(
    facets.map(name => {
      const counts = countsOf(columns, rows, name);
      if (name === 'agency') return [name, agencyFacet(bySpelling(counts))];
      return [name, Object.fromEntries(name === 'level' ? nextLevels(counts, above) : counts)];
    }),
  );
}

/** Counts by the level directly below one, the greatest first. @param above see `levelAbove` */
function nextLevels(counts: readonly Count[], above: readonly string[] | null): Count[] {
  const next = new Map<string, number>();
  for (const [levels, count] of above === null ? [] : counts) {
    const path = listOf(String(levels));
    // All that is found is in that level.
    const level = path[path.findIndex(key => above?.includes(key)) + 1];
    if (level !== undefined) next.set(level, (next.get(level) ?? 0) + count);
  }
  return greatestFirst(next);
}

function countsOf(columns: Columns, rows: Uint32Array, facet: FacetName): Count[] {
  const column = FIELDS.get(facet) ?? (facet as ValueColumn);
  const values = columns.values(column);
  const numbers = columns.numbers(column);
  const counts = new Uint32Array(values.length);
  for (const row of rows) counts[numbers[row]!]!++;
  return greatestFirst(
    values.flatMap((value, code): Count[] =>
      value !== null && counts[code]! > 0 ? [[value, counts[code]!]] : [],
    ),
  );
}

/** Columns of facets that have another name. */
const FIELDS: ReadonlyMap<FacetName, ValueColumn> = new Map([
  ['agency', 'agencies'],
  ['level', 'levels'],
]);

function bySpelling(counts: readonly Count[]): Map<string, number> {
  const spellings = new Map<string, number>();
  for (const [agencies, count] of counts) {
    for (const agency of listOf(String(agencies)))
      spellings.set(agency, (spellings.get(agency) ?? 0) + count);
  }
  return spellings;
}

/** Parsed lists that are kept: a large corpus has a few thousand. */
const KEPT = 50_000;
const listOf = memoized(KEPT, (values): string[] => JSON.parse(values));
