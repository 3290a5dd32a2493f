import type { SearchCitation } from '../../contract/search.ts';
import { analyze, type SearchAnalysis } from './analyze.ts';
import {
  type CitationMatches,
  citationAnswer,
  phraseOf,
  type WholeCitation,
  wholeCitation,
} from './whole-citation.ts';

/** The citation that a query is, and the keys to search for. */
export interface CitationLookup {
  /** Null if the query is not one citation. */
  citation: SearchCitation | null;
  /** Hits must cite one of these keys; null if the query is searched as ordinary words. */
  referring: readonly string[] | null;
  analysis: SearchAnalysis;
}

/** @param q the query's text @param look finds the documents of a citation in the index */
export async function lookUpCitation(
  q: string,
  look: (citation: WholeCitation) => Promise<CitationMatches>,
): Promise<CitationLookup> {
  const whole = wholeCitation(q);
  const citation = whole && citationAnswer(whole, await lookTwice(whole, look));
  if (!whole || citation?.exists !== false) return { citation, referring: null, analysis: analyze(q) };
  if (whole.referring.length > 0) return { citation, referring: whole.referring, analysis: analyze(q) };
  return { citation, referring: null, analysis: analyze(`"${phraseOf(whole)}"`) };
}

async function lookTwice(
  citation: WholeCitation,
  look: (citation: WholeCitation) => Promise<CitationMatches>,
): Promise<CitationMatches> {
  const held = await look(citation);
  const { otherwise } = citation;
  return held.documents.length > 0 || otherwise.length === 0 ? held : look({ ...citation, keys: otherwise });
}
