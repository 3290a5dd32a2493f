import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAhead } from '../../../common/read-ahead.ts';
import { documentPath } from '../../../contract/paths.ts';
import type { SearchAnswer, SearchHit, SearchQuery } from '../../../contract/search.ts';
import { sourceOf } from '../../../contract/sources.ts';
import type { SearchEngine } from '../../engine.ts';
import { lookUpCitation } from '../../query/citation-lookup.ts';
import { Highlighter } from '../../query/highlight.ts';
import { shownAnalysis } from '../../query/highlighted-terms.ts';
import { looseWords } from '../../query/query-terms.ts';
import { type FoundHit, shownHits } from '../../query/shown-hits.ts';
import type { CitationMatches, WholeCitation } from '../../query/whole-citation.ts';
import type { TypesenseSettings } from '../connection.ts';
import { asEngineError, type SearchAll, searcherOf } from './client.ts';
import { knownWords } from './known-words.ts';
import { holders, type ReturnedRecord } from './request.ts';
import { type Result, recordsIn } from './result.ts';
import { Search } from './search.ts';

interface EngineOptions extends TypesenseSettings {
  timeoutMs: number;
  /** The tree that the collection was filled from: passages are read from it. */
  tree: string;
  slots: number;
}

/** Creates the engine of a collection that `npm run index` has filled. A query without words would find everything. */
export function createTypesenseEngine(options: EngineOptions): SearchEngine {
  const searcher = searcherOf(options);
  const known = knownWords();
  const answer = async (query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer> => {
    const searchAll = searcher(signal);
    const lookedUp = await lookUpCitation(query.q, cited => lookUp(searchAll, cited));
    const { analysis, citation, referring } = lookedUp;
    const facts = await known(looseWords(analysis), searchAll);
    const search = new Search({ searchAll, query, analysis, facts });
    const { records, found, facets, terms } = await search.found(referring);
    const highlighter = query.highlight ? new Highlighter(shownAnalysis(analysis, terms)) : null;
    const texts = withTexts(options.tree, records, query.highlight);
    const hits = await shownHits(texts, highlighter, signal);
    return { hits, estimated_total_hits: found, facets, citation };
  };
  return {
    name: 'typesense',
    slots: options.slots,
    search: (query, signal) =>
      answer(query, signal).catch(error => {
        throw asEngineError(error, signal);
      }),
    async close() {},
  };
}

async function lookUp(
  searchAll: SearchAll,
  { keys, parts, proceedings }: WholeCitation,
): Promise<CitationMatches> {
  const results = await searchAll([keys, parts, proceedings].map(holders));
  const [documents, ofPart, ofProceeding] = results as [Result, Result, Result];
  return {
    documents: recordsIn(documents).map(({ hit }) => JSON.parse(hit) as SearchHit),
    hasPart: ofPart.found > 0,
    isProceeding: ofProceeding.found > 0,
  };
}

/** Texts that are read before they are wanted: a disk takes longer to find them than to read them. Some have megabytes. */
const READ_AHEAD = 3;

/**
 * Yields the hits with their texts from the tree, which the collection does not keep in a form to show.
 * @param isRead false leaves the texts empty
 */
const withTexts = (
  tree: string,
  records: readonly ReturnedRecord[],
  isRead: boolean,
): AsyncGenerator<FoundHit> =>
  readAhead(records, READ_AHEAD, async ({ hit }) => {
    const { source, identifier, heading } = JSON.parse(hit) as SearchHit;
    if (!isRead) return { hit, heading, body: '' };
    const path = join(tree, documentPath(sourceOf(source), identifier, 'text'));
    // A document may leave the tree before it leaves the collection. Whole bytes are decoded faster than while they are read.
    return { hit, heading, body: await readFile(path).then(String, () => '') };
  });
