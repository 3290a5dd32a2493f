import type { FacetName, SearchAnswer, SearchHit } from '../../../contract/search.ts';
import { agencyFacet } from '../../agency-facet.ts';
import type { FoundHit } from '../../query/shown-hits.ts';
import { decodeDate, decodeValue, parseRecordId, unseparate } from '../record.ts';
import type { ReturnedRecord } from './request.ts';

export interface RecordHit {
  document: ReturnedRecord;
}

export interface Result {
  found: number;
  hits?: RecordHit[];
  /** In place of `hits` if records are grouped by document. */
  grouped_hits?: { hits: RecordHit[] }[];
  facet_counts?: { field_name: string; counts: { value: string; count: number }[] }[];
}

export const recordsIn = ({ hits, grouped_hits }: Result): RecordHit[] =>
  grouped_hits?.flatMap(({ hits }) => hits.slice(0, 1)) ?? hits ?? [];

export const isPart = ({ document }: RecordHit): boolean => parseRecordId(document.id).parts > 1;

export function foundHit(record: RecordHit): FoundHit {
  const { hit } = record.document;
  return { hit, heading: (JSON.parse(hit) as SearchHit).heading, body: textOf(record) };
}

/** Returns the text of a record, with an ellipsis if its document goes on. Empty unless requested. */
export function textOf({ document: { id, body = '' } }: RecordHit): string {
  const { parts, part } = parseRecordId(id);
  return `${part === 0 ? '' : '…'}${unseparate(body)}${part === parts - 1 ? '' : '…'}`;
}

export function facetsOf(names: readonly FacetName[], results: readonly Result[]): SearchAnswer['facets'] {
  const facets: SearchAnswer['facets'] = {};
  for (const name of names) {
    const counts = new Map<string, number>();
    for (const { facet_counts } of results) {
      const facet = facet_counts?.find(({ field_name }) => field_name === name);
      for (const { value, count } of facet?.counts ?? []) {
        const decoded = decodeFacet(name, value);
        counts.set(decoded, (counts.get(decoded) ?? 0) + count);
      }
    }
    facets[name] = name === 'agency' ? agencyFacet(counts) : Object.fromEntries(counts);
  }
  return facets;
}

function decodeFacet(name: FacetName, value: string): string {
  if (name === 'title_number') return value;
  return name === 'publication_date' ? decodeDate(value) : decodeValue(value);
}
