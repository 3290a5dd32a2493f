import type { SearchResponse } from 'typesense/lib/Typesense/Documents.js';
import type { FacetName, SearchAnswer } from '../../../contract/search.ts';
import { agencyFacet, greatestFirst } from '../../facet-counts.ts';
import { decodeDate, decodeValue, readCombined, readStep } from '../record.ts';
import { DAY, type ReturnedRecord, YEAR } from './request.ts';

export type Result = SearchResponse<ReturnedRecord>;

export const recordsIn = ({ hits = [] }: Result): ReturnedRecord[] => hits.map(({ document }) => document);

/** @param results in later ones, days stand in for the years of earlier ones */
export function facetsOf(names: readonly FacetName[], results: readonly Result[]): SearchAnswer['facets'] {
  const facets: SearchAnswer['facets'] = Object.fromEntries(names.map(name => [name, {}]));
  for (const { field_name, counts } of results.flatMap(({ facet_counts = [] }) => facet_counts)) {
    const decoded = counts.map(({ value, count }) => ({ values: valuesOf(field_name, value), count }));
    for (const name of names) {
      const sums = new Map<string, number>();
      for (const { values, count } of decoded) {
        const value = values.get(name);
        if (value !== undefined) sums.set(value, (sums.get(value) ?? 0) + count);
      }
      if (sums.size > 0)
        facets[name] = name === 'agency' ? agencyFacet(sums) : Object.fromEntries(greatestFirst(sums));
    }
  }
  return facets;
}

/** The values of facets that a value of a field stands for. */
function valuesOf(field: string, value: string): ReadonlyMap<string, string> {
  if (field === 'combined') return readCombined(value);
  const decode = { level: readStep, [DAY]: decodeDate, [YEAR]: String, title_number: String }[field];
  return new Map([[field === YEAR ? DAY : field, (decode ?? decodeValue)(value)]]);
}
