import type { FacetName, SearchAnswer } from '../../../contract/search.ts';
import { agencyFacet } from '../../agency-facet.ts';
import { memoized } from '../../text/tokens.ts';
import type { Columns } from './columns.ts';

export function facetsOf(
  columns: Columns,
  rows: Uint32Array,
  facets: readonly FacetName[],
): SearchAnswer['facets'] {
  return Object.fromEntries(
    facets.map(name => {
      const counts = countsOf(columns, rows, name);
      return [name, name === 'agency' ? agencyFacet(bySpelling(counts)) : Object.fromEntries(counts)];
    }),
  );
}

function countsOf(
  columns: Columns,
  rows: Uint32Array,
  facet: FacetName,
): [value: string | number, count: number][] {
  const column = facet === 'agency' ? 'agencies' : facet;
  const values = columns.values(column);
  const numbers = columns.numbers(column);
  const counts = new Uint32Array(values.length);
  for (const row of rows) counts[numbers[row]!]!++;
  return values
    .flatMap((value, code): [string | number, number][] =>
      value !== null && counts[code]! > 0 ? [[value, counts[code]!]] : [],
    )
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

function bySpelling(counts: readonly [agencies: string | number, count: number][]): Map<string, number> {
  const spellings = new Map<string, number>();
  for (const [agencies, count] of counts) {
    for (const agency of listOf(String(agencies)))
      spellings.set(agency, (spellings.get(agency) ?? 0) + count);
  }
  return spellings;
}

/** Parsed lists that are kept: a large corpus has a few thousand. */
const KEPT = 50_000;
const listOf = memoized(KEPT, (agencies): string[] => JSON.parse(agencies));
