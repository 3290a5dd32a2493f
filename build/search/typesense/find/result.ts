import type { SearchResponse } from 'typesense/lib/Typesense/Documents.js';
import type { FacetName, SearchAnswer } from '../../../contract/search.ts';
import { agencyFacet, greatestFirst } from '../../facet-counts.ts';
import { decodeDate, decodeValue, readCombined, readStep } from '../encoding.ts';
import { DAY, type ReturnedRecord, YEAR } from './request.ts';

export type Result = SearchResponse<ReturnedRecord>;

export const recordsIn = ({ hits = [] }: Result): ReturnedRecord[] => hits.map(({ document }) => document);

/** @param results in later ones, days stand in for the years of earlier ones @param values records of values, which were counted, too */
export function facetsOf(
  names: readonly FacetName[],
  results: readonly Result[],
  values: readonly object[] = [],
): SearchAnswer['facets'] {
  const facets: SearchAnswer['facets'] = Object.fromEntries(names.map(name => [name, {}]));
  const fields = values.flatMap(record => Object.entries(record));
  const held = new Set(fields.flatMap(([field, own]) => [own].flat().map(value => `${field} ${value}`)));
  for (const { field_name, counts } of results.flatMap(({ facet_counts = [] }) => facet_counts)) {
    const decoded = counts.flatMap(({ value, count: all }) => {
      const count = held.has(`${field_name} ${value}`) ? all - 1 : all;
      return count === 0 ? [] : [{ values: valuesOf(field_name, value), count }];
    });
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
  const name = { [YEAR]: DAY, outermost: 'level' }[field] ?? field;
  return new Map([[name, (decode ?? decodeValue)(value)]]);
}
