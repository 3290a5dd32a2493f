import type { SearchAnswer, SearchHit, SearchQuery } from '../../../contract/search.ts';
import type { SearchEngine } from '../../engine.ts';
import { lookUpCitation } from '../../query/citation-lookup.ts';
import { Highlighter } from '../../query/highlight.ts';
import { shownAnalysis } from '../../query/highlighted-terms.ts';
import { looseWords } from '../../query/query-terms.ts';
import { shownHits } from '../../query/shown-hits.ts';
import type { CitationMatches, WholeCitation } from '../../query/whole-citation.ts';
import type { TypesenseSettings } from '../connection.ts';
import { asEngineError, TypesenseClient } from './client.ts';
import { KnownWords } from './known-words.ts';
import { countingDays, holders } from './request.ts';
import { type CountedField, facetsOf, type Result, recordsIn } from './result.ts';
import { Search } from './search.ts';
import { withTexts } from './with-texts.ts';

interface EngineOptions extends TypesenseSettings {
  timeoutMs: number;
  /** The tree that the collection was filled from: passages are read from it. */
  tree: string;
  slots: number;
}

/** Results up to this size count their days; of larger ones that count other fields too, the years are counted. */
const DAYS = 5000;

/** Creates the engine of a collection that `npm run index` has filled. A query without words would find everything. */
export function createTypesenseEngine(options: EngineOptions): SearchEngine {
  const client = new TypesenseClient(options);
  const known = new KnownWords(client);
  return {
    name: 'typesense',
    slots: options.slots,
    search: (query, signal) =>
      answerQuery(client, known, options.tree, query, signal).catch(error => {
        throw asEngineError(error, signal);
      }),
    async close() {},
  };
}

async function answerQuery(
  client: TypesenseClient,
  known: KnownWords,
  tree: string,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const lookedUp = await lookUpCitation(query.q, cited => lookUp(client, cited, signal));
  const { analysis, citation, referring } = lookedUp;
  const facts = await known.of(looseWords(analysis), signal);
  const fields = query.facets.map(facet => countedFor(facet, query));
  const search = new Search({ client, query, analysis, facts, fields, signal });
  const { records, search: whole, result, terms } = await search.found(referring);
  const facets = facetsOf(fields, result);
  if (fields.includes('publication_year') && result.found <= DAYS) {
    const [days] = await client.searchAll([countingDays(whole)], signal);
    Object.assign(facets, facetsOf(['publication_date'], days!));
  }
  const highlighter = query.highlight ? new Highlighter(shownAnalysis(analysis, terms)) : null;
  return {
    hits: await shownHits(withTexts(tree, records, query.highlight), highlighter, signal),
    estimated_total_hits: result.found,
    facets,
    citation,
  };
}

async function lookUp(
  client: TypesenseClient,
  { keys, parts, proceedings }: WholeCitation,
  signal: AbortSignal,
): Promise<CitationMatches> {
  const results = await client.searchAll([keys, parts, proceedings].map(holders), signal);
  const [documents, ofPart, ofProceeding] = results as [Result, Result, Result];
  return {
    documents: recordsIn(documents).map(({ hit }) => JSON.parse(hit) as SearchHit),
    hasPart: ofPart.found > 0,
    isProceeding: ofProceeding.found > 0,
  };
}

const countedFor = (facet: SearchQuery['facets'][number], { facets }: SearchQuery): CountedField =>
  facet === 'publication_date' && facets.length > 1 ? 'publication_year' : facet;
