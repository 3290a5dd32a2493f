import {
  composed,
  decodeDate,
  decodeValue,
  parseRecordId,
  unseparate,
} from '../../../build/contract/search/typesense.ts';
import type { FacetName, SearchAnswer, SearchHit } from '../../../build/contract/search.ts';
import { agencyFacet } from '../agencies.ts';
import type { SearchAnalysis } from '../query/analyze.ts';
import type { FoundHit } from '../query/shown-hits.ts';
import type { ReturnedRecord } from './request.ts';

/** From the answer of Typesense to ours. */

interface Highlight {
  snippet?: string;
  matched_tokens?: string[];
}

export interface RecordHit {
  document: ReturnedRecord;
  highlight?: { heading?: Highlight; body?: Highlight };
}

/** What is used of a search's result. */
export interface Result {
  found: number;
  grouped_hits: { hits: RecordHit[] }[];
  facet_counts?: { field_name: string; counts: { value: string; count: number }[] }[];
}

/** The best record of each document. */
export const recordsIn = (result: Result): RecordHit[] =>
  result.grouped_hits.flatMap(({ hits }) => hits.slice(0, 1));

/** Whether a record is one of several of a document, and has nothing to show of what was searched for. */
export const isBlindPart = ({ document, highlight }: RecordHit): boolean =>
  parseRecordId(document.id).parts > 1 && !highlight?.body?.matched_tokens?.length;

/** What is shown of records, apart from their highlights. */
export const foundHits = (records: readonly RecordHit[]): FoundHit[] =>
  records.map(record => {
    const { hit } = record.document;
    return { hit, heading: (JSON.parse(hit) as SearchHit).heading, body: passageOf(record) };
  });

/** Also marks the words that Typesense took for misspelled ones. The last word stays the last: it may be a prefix. */
export function withMatches(analysis: SearchAnalysis, records: readonly RecordHit[]): SearchAnalysis {
  const matched = records.flatMap(({ highlight }) => [
    ...(highlight?.heading?.matched_tokens ?? []),
    ...(highlight?.body?.matched_tokens ?? []),
  ]);
  return { ...analysis, words: [...new Set(matched), ...analysis.words] };
}

/**
 * The surroundings of the best match, with an ellipsis where text was left out; else how the text begins. Typesense chooses
 * the passage: reading the whole texts of a page here takes the shim more than twice the CPU time for a search.
 */
function passageOf({ document, highlight }: RecordHit): string {
  const { id } = document;
  const opening = composed(document.opening).trimStart();
  const ending = composed(document.ending).trimEnd();
  const snippet = highlight?.body?.snippet;
  const passage = snippet === undefined ? opening : unseparate(snippet).trim();
  const [before] = LEADING_PUNCTUATION.exec(opening) ?? [''];
  const words = passage.replace(LEADING_PUNCTUATION, '');
  const isBeginning = opening.startsWith(before + words.slice(0, 40));
  const text = isBeginning ? before + words : passage;
  const startsDocument = isBeginning && id.endsWith('-0');
  return `${startsDocument ? '' : '…'}${text}${text.endsWith(ending) ? '' : '…'}`;
}

/** A snippet of Typesense begins with a word. */
const LEADING_PUNCTUATION = /^[^\p{L}\p{N}]*/u;

/** Adds up the facets of results that have no document in common. */
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
