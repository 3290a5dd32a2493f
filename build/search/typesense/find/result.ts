import type { SearchResponse } from 'typesense/lib/Typesense/Documents.js';
import type { FacetName, SearchAnswer } from '../../../contract/search.ts';
import { agencyFacet } from '../../agency-facet.ts';
import { decodeDate, decodeValue, readStep } from '../record.ts';
import { DAY, type ReturnedRecord, YEAR } from './request.ts';

export type Result = SearchResponse<ReturnedRecord>;

export const recordsIn = ({ hits = [] }: Result): ReturnedRecord[] => hits.map(({ document }) => document);

/** @param results in later ones, days stand in for the years of earlier ones */
export function facetsOf(names: readonly FacetName[], results: readonly Result[]): SearchAnswer['facets'] {
  const facets: SearchAnswer['facets'] = Object.fromEntries(names.map(name => [name, {}]));
  for (const { field_name, counts } of results.flatMap(({ facet_counts = [] }) => facet_counts)) {
    const field = field_name as FacetName | typeof YEAR;
    const name = field === YEAR ? DAY : field;
    const decoded = new Map(counts.map(({ value, count }) => [decodeFacet(field, value), count]));
    facets[name] = name === 'agency' ? agencyFacet(decoded) : Object.fromEntries(decoded);
  }
  return facets;
}

function decodeFacet(field: FacetName | typeof YEAR, value: string): string {
  if (field === 'title_number' || field === YEAR) return value;
  if (field === 'level') return readStep(value);
  return field === DAY ? decodeDate(value) : decodeValue(value);
}
