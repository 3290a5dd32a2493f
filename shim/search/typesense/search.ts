import type { Slice } from '../../../build/contract/query.ts';
import type { SearchAnswer, SearchQuery, SearchSort } from '../../../build/contract/search.ts';
import type { SearchAnalysis } from '../query/analyze.ts';
import { Highlighter } from '../query/highlight.ts';
import { shownAnalysis } from '../query/shown-analysis.ts';
import { shownHits } from '../query/shown-hits.ts';
import { queryTerms } from '../query/terms.ts';
import { type Asked, askedOf } from './asked.ts';
import { type FoundSlice, LARGEST_PAGE, type TypesenseClient } from './client.ts';
import type { Condition } from './formula.ts';
import { type CurrentLexicon, HEAD_SEARCH, headIn } from './lexicon.ts';
import { merge } from './merge.ts';
import { allOf, partsOf, planOf, worthOf } from './plan.ts';
import { ranked } from './ranked.ts';
import * as request from './request.ts';
import { facetsOf, foundHit, isPart, type RecordHit, type Result, recordsIn } from './result.ts';
import type { CollectionWords } from './words.ts';

export interface SearchContext {
  client: TypesenseClient;
  lexicon: CurrentLexicon;
  /** Of the lexicon. */
  words: CollectionWords;
  query: SearchQuery;
  analysis: SearchAnalysis;
  signal: AbortSignal;
}

/** So many documents, those with the most of what is asked for, are ranked; the others follow in that order. */
const RANKED = 40;

const BY_IDENTIFIER: SearchSort = { field: 'identifier', descending: false };

interface FoundPage {
  records: RecordHit[];
  /** Searches that have no document in common and all documents together. */
  parts: FoundSlice[];
}

/**
 * One search. Documents that the query cites are found apart from those that hold what it asks for. Of these a plan tells
 * which are found, and which come first; of the first ones, signatures tell the order.
 */
export class Search {
  readonly #context: SearchContext;
  readonly #asked: Asked;
  /** What the text of each document must hold or not. */
  readonly #q: string;

  private constructor(context: SearchContext, asked: Asked) {
    this.#context = context;
    this.#asked = asked;
    this.#q = request.queryText(context.analysis, asked.demanded);
  }

  static async of(context: SearchContext): Promise<Search> {
    return new Search(context, askedOf(await queryTerms(context.analysis, context.words), context.words));
  }

  /** @throws ReplacedLexicon where all of it is to be made again */
  async answer(): Promise<SearchAnswer> {
    const { query, analysis, signal } = this.#context;
    const { records, parts } = await this.#page();
    const shown = shownAnalysis(
      analysis,
      this.#asked.terms.map(({ term }) => term),
    );
    const texts = query.highlight ? await this.#texts(records, shown) : new Map<string, RecordHit>();
    const hits = records.map(record => foundHit(record, texts.get(record.document.document)));
    return {
      hits: await shownHits(hits, query.highlight ? new Highlighter(shown) : null, signal),
      estimated_total_hits: parts.reduce((sum, { total }) => sum + total, 0),
      facets: facetsOf(
        query.facets,
        parts.map(({ result }) => result),
      ),
    };
  }

  async #page(): Promise<FoundPage> {
    const { offset, limit, sort } = this.#context.query;
    if (this.#context.analysis.citations.length > 0)
      return sort ? this.#sortedPage(sort) : this.#citedFirst();
    const matching = await this.#matching({ offset, limit }, false);
    return { records: matching.records, parts: [matching] };
  }

  async #citedFirst(): Promise<FoundPage> {
    const { offset, limit } = this.#context.query;
    const othersFrom = (first: number) => this.#matching({ offset: first, limit }, true);
    const ahead = offset === 0 ? othersFrom(0) : null;
    const [cited, first] = await Promise.all([this.#cited({ offset, limit }), ahead]);
    const others = first ?? (await othersFrom(Math.max(0, offset - cited.total)));
    return { records: [...cited.records, ...others.records].slice(0, limit), parts: [cited, others] };
  }

  /** The cited documents stand where the order puts them, if there are not too many to merge in. */
  async #sortedPage(sort: SearchSort): Promise<FoundPage> {
    const { offset, limit } = this.#context.query;
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

  /** Documents that hold enough of what is asked for. */
  async #matching(slice: Slice, withoutCited: boolean): Promise<FoundSlice> {
    const { items, demanded } = this.#asked;
    if (items.length + demanded.length === 0) return NOTHING;
    const whole = await this.#found(slice, withoutCited, worthOf(items));
    if (whole) return whole;
    const best = await this.#best(withoutCited);
    return (best === null ? null : await this.#found(slice, withoutCited, best)) ?? NOTHING;
  }

  /** @returns null where no document is worth so much */
  async #found(slice: Slice, withoutCited: boolean, best: number): Promise<FoundSlice | null> {
    const { client, query, signal, lexicon } = this.#context;
    const plan = planOf(this.#asked, best, query.sort !== null);
    const found = this.#search(
      plan.found,
      withoutCited,
      query.sort ? request.sortText(query.sort) : request.orderText(plan.upper),
      query.facets,
    );
    const isRanked = query.sort === null && slice.offset < RANKED;
    const first = { page: 1, per_page: isRanked ? RANKED : 0 };
    const upper =
      typeof plan.upper === 'boolean'
        ? null
        : this.#search(plan.upper, withoutCited, request.orderText(plan.top), []);
    const { items } = this.#asked;
    const isWhole = best === worthOf(items) && items.filter(({ text }) => text !== null).length > 1;
    const [head, whole, all, those] = await client.searchAll(
      [
        HEAD_SEARCH,
        isWhole
          ? { ...this.#search(allOf(items), withoutCited, 'identifier_order:asc', []), per_page: 0 }
          : HEAD_SEARCH,
        { ...found, ...first },
        ...(upper ? [{ ...upper, ...first }] : []),
      ],
      signal,
    );
    lexicon.check(headIn(head!), signal);
    if (whole!.found === 0 && isWhole) return null;
    const result = all!;
    const of = (parameters: request.Parameters, part: Slice) =>
      part.limit <= 0 ? { records: [] } : client.search(parameters, part, signal);
    if (query.sort) {
      const { records } = await of(found, slice);
      return { records, total: result.found, result };
    }
    const before = those?.found ?? 0;
    // Those that come first in the order of all that is found.
    const block = [...recordsIn(those ?? NO_RESULT), ...recordsIn(result).slice(before)].slice(0, RANKED);
    const best40 = ranked(block, this.#asked, this.#context.words);
    const end = slice.offset + slice.limit;
    const from = Math.max(slice.offset, RANKED);
    const middle = Math.max(from, Math.min(end, before));
    const [near, far] = await Promise.all([
      upper ? of(upper, { offset: from, limit: middle - from }) : { records: [] },
      of(found, { offset: middle, limit: Math.min(end, result.found) - middle }),
    ]);
    return {
      records: [...best40.slice(slice.offset, end), ...near.records, ...far.records],
      total: result.found,
      result,
    };
  }

  /** What stands in the document that holds the most, where none holds all. @returns null where none holds anything */
  async #best(withoutCited: boolean): Promise<number | null> {
    const { client, signal } = this.#context;
    const parts = partsOf(this.#asked.items);
    if (parts.length === 0) return null;
    const results = await client.searchAll(
      parts.map(items => ({
        ...this.#search(allOf(items), withoutCited, 'identifier_order:asc', []),
        per_page: 0,
      })),
      signal,
    );
    const held = parts.filter((_, i) => results[i]!.found > 0);
    return held.length === 0 ? null : Math.max(...held.map(worthOf));
  }

  /** Documents that meet a condition, the filters, and what the text must hold. */
  #search(
    condition: Condition,
    withoutCited: boolean,
    order: string,
    facets: SearchQuery['facets'],
  ): request.Parameters {
    const { query, analysis } = this.#context;
    return {
      ...request.commonParameters(this.#q, facets),
      filter_by: request.filterText(this.#q, [
        ...request.filtersOf(query.filters),
        ...(withoutCited ? [request.citesFilter(analysis.citations, false)] : []),
        ...(typeof condition === 'boolean' ? [] : [condition.text]),
      ]),
      sort_by: order,
    };
  }

  /** Documents that the query cites, as long as they hold no excluded word. */
  #cited(slice: Slice): Promise<FoundSlice> {
    const { client, query, analysis, signal } = this.#context;
    const q = request.queryText({ ...analysis, phrases: [] }, []);
    return client.search(
      {
        ...request.commonParameters(q, query.facets),
        filter_by: request.filterText(q, [
          request.citesFilter(analysis.citations, true),
          ...request.filtersOf(query.filters),
        ]),
        sort_by: request.sortText(query.sort ?? BY_IDENTIFIER),
      },
      slice,
      signal,
    );
  }

  /**
   * For each document the record whose text is shown. The words of a query may stand in different parts of a long text, and
   * then the part that was found need not hold any of them: the part that does takes its place.
   */
  async #texts(records: readonly RecordHit[], shown: SearchAnalysis): Promise<Map<string, RecordHit>> {
    if (records.length === 0) return new Map();
    const { client, signal } = this.#context;
    const long = records.filter(isPart).map(({ document }) => document.document);
    const [own, ...passages] = await client.searchAll(
      [
        request.textsSearch(records.map(({ document }) => document.id)),
        ...(long.length > 0 ? request.passageSearches(shown, long) : []),
      ],
      signal,
    );
    // The most telling term comes first, so it is put in last.
    const texts = [own!, ...passages.reverse()].flatMap(recordsIn);
    return new Map(texts.map(record => [record.document.document, record]));
  }
}

const NO_RESULT: Result = { found: 0 };
const NOTHING: FoundSlice = { records: [], total: 0, result: NO_RESULT };
