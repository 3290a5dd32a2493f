import type { Slice } from '../../../build/contract/query.ts';
import type { SearchAnswer, SearchQuery, SearchSort } from '../../../build/contract/search.ts';
import type { SearchEngine } from '../engine.ts';
import { analyze, type SearchAnalysis } from '../query/analyze.ts';
import { Highlighter } from '../query/highlight.ts';
import { shownHits } from '../query/shown-hits.ts';
import { type FoundSlice, LARGEST_PAGE, TypesenseClient, type TypesenseOptions } from './client.ts';
import { asEngineError } from './failure.ts';
import { merge } from './merge.ts';
import * as request from './request.ts';
import { facetsOf, foundHits, isBlindPart, type RecordHit, recordsIn, withMatches } from './result.ts';

const BY_IDENTIFIER: SearchSort = { field: 'identifier', descending: false };

/** Searches a collection that `npm run index` has filled. A query without words would find everything. */
export class TypesenseEngine implements SearchEngine {
  readonly name = 'typesense';
  readonly places: number;
  readonly #client: TypesenseClient;

  constructor({ places, ...options }: TypesenseOptions & { places: number }) {
    this.places = places;
    this.#client = new TypesenseClient(options);
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer> {
    const analysis = analyze(query.q);
    try {
      const search = new Search(this.#client, query, analysis, signal);
      const { records, parts } = await search.page();
      const shown = query.highlight ? await search.withPassages(records) : records;
      const highlighter = query.highlight ? new Highlighter(withMatches(analysis, shown)) : null;
      return {
        hits: await shownHits(foundHits(shown), highlighter, signal),
        estimated_total_hits: parts.reduce((sum, { total }) => sum + total, 0),
        facets: facetsOf(
          query.facets,
          parts.map(({ result }) => result),
        ),
      };
    } catch (error) {
      throw asEngineError(error, signal);
    }
  }

  async close(): Promise<void> {
    this.#client.close();
  }
}

interface FoundPage {
  records: RecordHit[];
  /** Searches that have no document in common and all documents together. */
  parts: FoundSlice[];
}

/**
 * One search. Documents that the query cites are found apart from those that match its words, because Typesense
 * cannot ask for words or filter.
 */
class Search {
  readonly #client: TypesenseClient;
  readonly #query: SearchQuery;
  readonly #analysis: SearchAnalysis;
  readonly #signal: AbortSignal;

  constructor(client: TypesenseClient, query: SearchQuery, analysis: SearchAnalysis, signal: AbortSignal) {
    this.#client = client;
    this.#query = query;
    this.#analysis = analysis;
    this.#signal = signal;
  }

  async page(): Promise<FoundPage> {
    const { sort, offset, limit } = this.#query;
    if (this.#analysis.citations.length > 0) {
      return sort ? this.#sortedPage(sort) : this.#citedFirst();
    }
    const matching = await this.#matching({ offset, limit }, false);
    return { records: matching.records, parts: [matching] };
  }

  async #citedFirst(): Promise<FoundPage> {
    const { offset, limit } = this.#query;
    const othersFrom = (first: number) => this.#matching({ offset: first, limit }, true);
    const ahead = offset === 0 ? othersFrom(0) : null;
    const [cited, first] = await Promise.all([this.#cited({ offset, limit }), ahead]);
    const others = first ?? (await othersFrom(Math.max(0, offset - cited.total)));
    return { records: [...cited.records, ...others.records].slice(0, limit), parts: [cited, others] };
  }

  /** The cited documents stand where the order puts them, if there are not too many to merge in. */
  async #sortedPage(sort: SearchSort): Promise<FoundPage> {
    const { offset, limit } = this.#query;
    const cited = await this.#cited({ offset: 0, limit: LARGEST_PAGE });
    if (cited.total > LARGEST_PAGE) {
      const matching = await this.#matching({ offset, limit }, false);
      return { records: matching.records, parts: [matching] };
    }
    const first = Math.max(0, offset - cited.total);
    const others = await this.#matching({ offset: first, limit: offset + limit - first }, true);
    const merged = merge(cited.records, others.records, sort);
    return { records: merged.slice(offset - first, offset - first + limit), parts: [cited, others] };
  }

  /**
   * The words of a query may stand in different parts of a long text, and then the part that was found need not
   * hold any of them: the part that does takes its place.
   */
  async withPassages(records: readonly RecordHit[]): Promise<readonly RecordHit[]> {
    const blind = records.filter(isBlindPart).map(({ document }) => document.document);
    const searches = blind.length > 0 ? request.passageSearches(this.#query, this.#analysis, blind) : [];
    if (searches.length === 0) return records;
    const results = await this.#client.searchAll(searches, this.#signal);
    const found = results.flatMap(recordsIn).filter(record => !isBlindPart(record));
    return records.map(record =>
      isBlindPart(record)
        ? (found.find(({ document }) => document.document === record.document.document) ?? record)
        : record,
    );
  }

  /** Documents that match the query's words. */
  #matching(slice: Slice, withoutCited: boolean): Promise<FoundSlice> {
    const { filters, sort } = this.#query;
    const { citations, prefix } = this.#analysis;
    return this.#client.search(
      {
        ...request.commonParameters(this.#query, prefix),
        q: request.queryText(this.#analysis),
        filter_by: request.filterText([
          ...request.filtersOf(filters),
          ...(withoutCited ? [request.citesFilter(citations, false)] : []),
        ]),
        sort_by: request.sortText(sort),
      },
      slice,
      this.#signal,
    );
  }

  /** Documents that the query cites, as long as they hold no excluded word. */
  #cited(slice: Slice): Promise<FoundSlice> {
    const { filters, sort } = this.#query;
    return this.#client.search(
      {
        ...request.commonParameters(this.#query, false),
        q: request.queryOfExclusions(this.#analysis),
        filter_by: request.filterText([
          request.citesFilter(this.#analysis.citations, true),
          ...request.filtersOf(filters),
        ]),
        sort_by: request.sortText(sort ?? BY_IDENTIFIER),
      },
      slice,
      this.#signal,
    );
  }
}
