import type { SearchResponse } from 'typesense/lib/Typesense/Documents.js';
import type { FacetName, SearchAnswer } from '../../../contract/search.ts';
import { agencyFacet } from '../../agency-facet.ts';
import { decodeDate, decodeValue, readStep } from '../record.ts';
import type { ReturnedRecord } from './request.ts';

export type Result = SearchResponse<ReturnedRecord>;

export const recordsIn = ({ hits = [] }: Result): ReturnedRecord[] => hits.map(({ document }) => document);

/** Years stand in for days in large results. */
export type CountedField = FacetName | 'publication_year';

export function facetsOf(fields: readonly CountedField[], { facet_counts }: Result): SearchAnswer['facets'] {
  const facets: SearchAnswer['facets'] = {};
  for (const field of fields) {
    const counted = facet_counts?.find(({ field_name }) => field_name === field)?.counts ?? [];
    const counts = new Map(counted.map(({ value, count }) => [decodeFacet(field, value), count]));
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
