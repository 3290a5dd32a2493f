import type { SearchResponse } from 'typesense/lib/Typesense/Documents.js';
import type { FacetName, SearchAnswer } from '../../../contract/search.ts';
import { agencyFacet } from '../../agency-facet.ts';
import { decodeDate, decodeValue, readStep } from '../record.ts';
import type { ReturnedRecord } from './request.ts';

export type Result = SearchResponse<ReturnedRecord>;

export const recordsIn = ({ hits = [] }: Result): ReturnedRecord[] => hits.map(({ document }) => document);

/** Years stand in for days in large results. */
export type CountedField = FacetName | 'publication_year';

/** Sums up the facets of results that share no document. */
export function facetsOf(
  fields: readonly CountedField[],
  results: readonly Result[],
): SearchAnswer['facets'] {
  const facets: SearchAnswer['facets'] = {};
  for (const field of fields) {
    const counts = new Map<string, number>();
    for (const { facet_counts } of results) {
      const facet = facet_counts?.find(({ field_name }) => field_name === field);
      for (const { value, count } of facet?.counts ?? []) {
        const decoded = decodeFacet(field, value);
        counts.set(decoded, (counts.get(decoded) ?? 0) + count);
      }
    }
    const name = field === 'publication_year' ? 'publication_date' : field;
    facets[name] = field === 'agency' ? agencyFacet(counts) : Object.fromEntries(counts);
  }
  return facets;
}

function decodeFacet(field: CountedField, value: string): string {
  if (field === 'title_number' || field === 'publication_year') return value;
  if (field === 'level') return readStep(value);
  return field === 'publication_date' ? decodeDate(value) : decodeValue(value);
}
