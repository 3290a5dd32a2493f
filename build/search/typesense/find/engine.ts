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

/** Searches a collection that `npm run index` has filled. A query without words would find everything. */
export class TypesenseEngine implements SearchEngine {
  readonly name = 'typesense';
  readonly slots: number;
  readonly #tree: string;
  readonly #client: TypesenseClient;
  readonly #words: KnownWords;

  constructor(options: EngineOptions) {
    this.slots = options.slots;
    this.#tree = options.tree;
    this.#client = new TypesenseClient(options);
    this.#words = new KnownWords(this.#client);
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer> {
    try {
      return await this.#answer(query, signal);
    } catch (error) {
      throw asEngineError(error, signal);
    }
  }

  async close(): Promise<void> {}

  async #answer(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer> {
    const client = this.#client;
    const lookedUp = await lookUpCitation(query.q, citation => this.#lookUp(citation, signal));
    const { analysis, citation, referring } = lookedUp;
    const facts = await this.#words.of(looseWords(analysis), signal);
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
      hits: await shownHits(withTexts(this.#tree, records, query.highlight), highlighter, signal),
      estimated_total_hits: result.found,
      facets,
      citation,
    };
  }

  async #lookUp({ keys, parts, proceedings }: WholeCitation, signal: AbortSignal): Promise<CitationMatches> {
    const asked = [keys, parts, proceedings].map(holders);
    const results = await this.#client.searchAll(asked, signal);
    const [documents, ofPart, ofProceeding] = results as [Result, Result, Result];
    return {
      documents: recordsIn(documents).map(({ hit }) => JSON.parse(hit) as SearchHit),
      hasPart: ofPart.found > 0,
      isProceeding: ofProceeding.found > 0,
    };
  }
}

const countedFor = (facet: SearchQuery['facets'][number], { facets }: SearchQuery): CountedField =>
  facet === 'publication_date' && facets.length > 1 ? 'publication_year' : facet;
