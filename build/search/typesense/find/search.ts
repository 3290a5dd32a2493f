import { citesPart } from '../../../contract/citations/keys.ts';
import type { Slice } from '../../../contract/query.ts';
import type { SearchAnswer, SearchQuery, SearchSort } from '../../../contract/search.ts';
import type { CitationLookup } from '../../query/citation-lookup.ts';
import { Highlighter } from '../../query/highlight.ts';
import { shownAnalysis } from '../../query/highlighted-terms.ts';
import { queryTerms } from '../../query/query-terms.ts';
import { shownHits } from '../../query/shown-hits.ts';
import { RANKED } from '../../ranking/limits.ts';
import { type FoundSlice, LARGEST_PAGE, type TypesenseClient } from './client.ts';
import { type CollectionQuery, collectionQueryOf } from './collection-query.ts';
import type { CollectionWords } from './collection-words.ts';
import { type CurrentLexicon, HEAD_SEARCH, headIn } from './current-lexicon.ts';
import type { Condition } from './formula.ts';
import { slicesByList } from './level-slices.ts';
import { merge } from './merge.ts';
import { shownRecords } from './passages.ts';
import { allOf, partsOf, planOf, worthOf } from './plan.ts';
import { ranked } from './rank-records.ts';
import * as request from './request.ts';
import { facetsOf, foundHit, type RecordHit } from './result.ts';
import { type FoundPage, inTwo } from './two-lists.ts';

interface SearchContext extends CitationLookup {
  client: TypesenseClient;
  lexicon: CurrentLexicon;
  words: CollectionWords;
  frequent: number;
  query: SearchQuery;
  signal: AbortSignal;
}

const BY_IDENTIFIER: SearchSort = { field: 'identifier', descending: false };

/** One search. It finds cited documents apart from matches. A plan chooses and levels these; signatures order the first. */
export class Search {
  readonly #context: SearchContext;
  readonly #asked: CollectionQuery;
  readonly #text: request.TextQuery;

  private constructor(context: SearchContext, asked: CollectionQuery) {
    this.#context = context;
    this.#asked = asked;
    this.#text = request.queryText(context.analysis, asked.demanded);
  }

  static async of(context: SearchContext): Promise<Search> {
    return new Search(
      context,
      collectionQueryOf(await queryTerms(context.analysis, context.words), context.query.q, context.words),
    );
  }

  async answer(): Promise<SearchAnswer> {
    const { query, analysis, signal } = this.#context;
    const { records, parts } = await this.#page();
    const shown = shownAnalysis(
      analysis,
      this.#asked.terms.map(({ term }) => term),
    );
    const hits = query.highlight ? await shownRecords(this.#context, records, shown) : records;
    return {
      hits: await shownHits(hits.map(foundHit), query.highlight ? new Highlighter(shown) : null, signal),
      estimated_total_hits: parts.reduce((sum, { total }) => sum + total, 0),
      facets: facetsOf(
        query.facets,
        parts.map(({ result }) => result),
      ),
      citation: this.#context.citation,
    };
  }

  async #page(): Promise<FoundPage> {
    const { offset, limit, sort } = this.#context.query;
    const { referring } = this.#context;
    if (referring) return this.#referringPage(referring);
    if (this.#context.analysis.citations.length > 0)
      return sort
        ? this.#sortedPage(sort)
        : inTwo(
            this.#context.query,

            slice => this.#cited(slice),
            slice => this.#matching(slice, true),
          );
    const matching = await this.#matching({ offset, limit }, false);
    return { records: matching.records, parts: [matching] };
  }

  /** Documents that cite only a part come last. */
  async #referringPage(keys: readonly string[]): Promise<FoundPage> {
    const { offset, limit, sort } = this.#context.query;
    const [parts, exact] = [keys.filter(citesPart), keys.filter(key => !citesPart(key))];
    if (sort || parts.length === 0 || exact.length === 0) {
      const found = await this.#listed({ offset, limit }, request.referringFilter(keys));
      return { records: found.records, parts: [found] };
    }
    const behind = `${request.referringFilter(parts)} && ${request.notReferringFilter(exact)}`;
    return inTwo(
      this.#context.query,
      slice => this.#listed(slice, request.referringFilter(exact)),
      slice => this.#listed(slice, behind),
    );
  }

  /** Merges the cited documents into the order if there are not too many. */
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

  async #matching(slice: Slice, withoutCited: boolean): Promise<FoundSlice> {
    const { items, demanded, isImpossible } = this.#asked;
    if (isImpossible || items.length + demanded.length === 0) return NOTHING;
    const whole = await this.#found(slice, withoutCited, worthOf(items));
    // A cited document contains the words of its citation.
    if (whole || withoutCited) return whole ?? NOTHING;
    const best = await this.#best(withoutCited);
    return (best === null ? null : await this.#found(slice, withoutCited, best)) ?? NOTHING;
  }

  /** Returns null if no document has this weight. */
  async #found(slice: Slice, withoutCited: boolean, best: number): Promise<FoundSlice | null> {
    const { client, query, signal, lexicon } = this.#context;
    const { items } = this.#asked;
    const { found, levels } = planOf(
      this.#asked,
      best,
      query.sort ? 'field' : withoutCited ? 'cited' : 'worth',
    );
    const isWhole =
      !withoutCited && best === worthOf(items) && items.filter(({ text }) => text !== null).length > 1;
    // The first search also counts each level.
    const lists = [...levels, found].map(condition => this.#search(condition, withoutCited));
    const inOrder = (list: number): request.Parameters => ({
      ...lists[list],
      sort_by: query.sort ? request.sortText(query.sort) : request.orderText(levels[list - 1] ?? true),
    });
    const last = levels.length;
    const isOne = lists.length <= (this.#isFrequent() ? 1 : 2);
    const result = await client.search(
      { ...(isOne ? inOrder(last) : request.inAnyOrder(lists[last]!)), facet_by: query.facets.join(',') },
      isOne ? this.#fetched(slice) : ONE,
      signal,
      [
        HEAD_SEARCH,
        ...(isWhole ? [request.counting(this.#search(allOf(items), withoutCited))] : []),
        ...(isOne ? [] : lists.slice(0, -1).map(request.counting)),
      ],
    );
    const [head, ...counted] = result.beside;
    lexicon.check(headIn(head!));
    if (isWhole && counted.shift()?.found === 0) return null;
    if (query.sort) return result;
    if (isOne) return { ...result, records: this.#inOrder(result.records, slice) };
    const counts = [...counted.map(({ found }) => found), result.total];
    const pieces = slicesByList(this.#fetched(slice), counts);
    const records = await Promise.all(
      pieces.map(async ({ list, ...piece }) => (await client.search(inOrder(list), piece, signal)).records),
    );
    return { ...result, records: this.#inOrder(records.flat(), slice) };
  }

  /** Tells whether sorting all matches would take longer than asking again for the first level. */
  #isFrequent(): boolean {
    const { query, frequent } = this.#context;
    const isFiltered = request.filtersOf(query.filters).length > 0;
    return this.#asked.mostHolding >= frequent && !isFiltered && !this.#text.isInSome;
  }

  /** Returns the slice to fetch: all ranked documents if it contains one of them. */
  #fetched({ offset, limit }: Slice): Slice {
    if (this.#context.query.sort || offset >= RANKED) return { offset, limit };
    return { offset: 0, limit: Math.max(RANKED, offset + limit) };
  }

  #inOrder(records: readonly RecordHit[], { offset, limit }: Slice): RecordHit[] {
    if (offset >= RANKED) return records.slice(0, limit);
    const first = ranked(records.slice(0, RANKED), this.#asked, this.#context.words);
    return [...first, ...records.slice(RANKED)].slice(offset, offset + limit);
  }

  /** Returns the greatest matched weight if no document holds all items; null if none holds any. */
  async #best(withoutCited: boolean): Promise<number | null> {
    const { client, signal } = this.#context;
    const parts = partsOf(this.#asked.items);
    if (parts.length === 0) return null;
    const results = await client.searchAll(
      parts.map(items => request.counting(this.#search(allOf(items), withoutCited))),
      signal,
    );
    const held = parts.filter((_, i) => results[i]!.found > 0);
    return held.length === 0 ? null : Math.max(...held.map(worthOf));
  }

  /** Builds a search for documents that meet a condition, the filters and the text query, in no order. */
  #search(condition: Condition, withoutCited: boolean): request.Parameters {
    const { query, analysis } = this.#context;
    return {
      ...request.commonParameters(this.#text, [], query.highlight),
      filter_by: request.filterText(this.#text, [
        ...request.filtersOf(query.filters),
        ...(withoutCited ? [request.citesFilter(analysis.citations, false)] : []),
        ...(typeof condition === 'boolean' ? [] : [`(${condition.text})`]),
      ]),
    };
  }

  #cited(slice: Slice): Promise<FoundSlice> {
    return this.#listed(slice, request.citesFilter(this.#context.analysis.citations, true));
  }

  #listed(slice: Slice, filter: string): Promise<FoundSlice> {
    const { client, query, analysis, signal } = this.#context;
    const text = request.queryText({ ...analysis, phrases: [] }, []);
    return client.search(
      {
        ...request.commonParameters(text, query.facets, query.highlight),
        filter_by: request.filterText(text, [filter, ...request.filtersOf(query.filters)]),
        sort_by: request.sortText(query.sort ?? BY_IDENTIFIER),
      },
      slice,
      signal,
    );
  }
}

const NOTHING: FoundSlice = { records: [], total: 0, result: { found: 0 }, beside: [] };
const ONE: Slice = { offset: 0, limit: 1 };
