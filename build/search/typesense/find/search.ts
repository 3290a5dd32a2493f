import { citesPart } from '../../../contract/citations/keys.ts';
import type { Slice } from '../../../contract/query.ts';
import { levelAbove, type SearchQuery } from '../../../contract/search.ts';
import type { SearchAnalysis } from '../../query/analyze.ts';
import { looseWords, queryTerms } from '../../query/query-terms.ts';
import { RANKED } from '../../ranking/limits.ts';
import type { WeightedTerm } from '../../ranking/weight.ts';
import { documentIdOf, RECORDS } from '../record.ts';
import { Candidates } from './candidates.ts';
import type { TypesenseClient } from './client.ts';
import type { Facts } from './known-words.ts';
import * as request from './request.ts';
import { type CountedField, type Result, recordsIn } from './result.ts';
import { textQueryOf } from './text-query.ts';

interface SearchOptions {
  client: TypesenseClient;
  query: SearchQuery;
  analysis: SearchAnalysis;
  facts: Facts;
  /** Facets to count. */
  fields: readonly CountedField[];
  signal: AbortSignal;
}

/** A slice of what one search finds. */
interface Found {
  search: request.Parameters;
  records: readonly request.ReturnedRecord[];
  /** The number of all found documents, and their facets. */
  result: Result;
}

/** A slice of the found documents. */
interface Page {
  records: readonly request.ReturnedRecord[];
  /** Searches that together find each document once. */
  lists: readonly Found[];
  terms: readonly WeightedTerm[];
}

/** Found by heading and names. The server drops words there, so that the best are among many that are as good to it. */
const LABELLED = 100;

/** A query with what its searches are made from. */
export class Search {
  readonly #options: SearchOptions;
  readonly #text: request.TextQuery;
  readonly #filters: readonly string[];

  constructor(options: SearchOptions) {
    const { query, analysis, facts } = options;
    this.#options = options;
    this.#text = textQueryOf(analysis, looseWords(analysis), facts);
    this.#filters = request.filtersOf(query.filters);
  }

  /**
   * Finds the documents that are cited, and behind them those that match the words.
   * @param referring finds only the documents that cite one of these keys; null for all
   */
  async found(referring: readonly string[] | null): Promise<Page> {
    const { query, analysis } = this.#options;
    const { sort, offset, limit } = query;
    const { citations } = analysis;
    const field = referring ? 'cited_keys' : request.citationsOf(this.#text);
    if (!referring && citations.length === 0) return this.#matching(this.#filters, offset);
    const cited = await this.#citing(field, referring ?? citations);
    // In the order of a field only the best matches are found, and cited documents are the best.
    const isAll = referring || (sort && cited.result.found > 0);
    if (isAll) return { records: cited.records, lists: [cited], terms: [] };
    const others = [...this.#filters, request.withoutKeys(field, citations)];
    const rest = await this.#matching(others, Math.max(0, offset - cited.result.found));
    return {
      records: [...cited.records, ...rest.records].slice(0, limit),
      lists: [cited, ...rest.lists],
      terms: rest.terms,
    };
  }

  /** Lists the documents with one of these keys. Those that have only keys of parts come last. */
  #citing(field: 'citations' | 'text_citations' | 'cited_keys', keys: readonly string[]): Promise<Found> {
    const { query } = this.#options;
    const exact = keys.filter(key => !citesPart(key));
    const search = request.listed(this.#text, [...this.#filters, request.keyFilter(field, keys)]);
    const sort_by = query.sort ? request.sortText(query.sort) : request.firstWith(field, exact);
    return this.#ask({ ...search, sort_by }, query);
  }

  /**
   * Finds the documents that match the words, from an offset on. Those whose heading and names match best, and those whose texts do,
   * are ranked. The former may lack a word of the query, so they are found apart.
   */
  async #matching(filters: readonly string[], offset: number): Promise<Page> {
    const { query, analysis, facts } = this.#options;
    const { q, sort, limit } = query;
    if (this.#text.words.length + this.#text.phrases.length === 0)
      return { records: [], lists: [], terms: [] };
    const labelled = sort ? [] : await this.#labelled(filters);
    const isRanked = sort === null && offset < labelled.length + RANKED;
    const from = isRanked ? labelled.length : offset;
    const search = {
      // In the order of a field, weaker matches would not be seen as such.
      ...request.matching(this.#text, sort ? 1 : RANKED, filters),
      ...request.pinned(labelled),
      ...(sort && { sort_by: request.sortText(sort) }),
    };
    const slice = { offset: from, limit: isRanked ? Math.max(RANKED, offset + limit - from) : limit };
    const found = await this.#ask(search, slice);
    const { records, result } = found;
    const best = isRanked ? [...labelled, ...records.slice(0, RANKED)] : records;
    const candidates = new Candidates(best, result.out_of / RECORDS, facts);
    const terms = candidates.weighted(await queryTerms(analysis, candidates));
    if (!isRanked) return { records, lists: [found], terms };
    const inOrder = [...candidates.ranked(terms, q), ...records.slice(RANKED)];
    return { records: inOrder.slice(offset, offset + limit), lists: [found], terms };
  }

  /** A single word in heading or names counts most among all matches. Phrases and what is excluded are looked for in the texts, too. */
  async #labelled(filters: readonly string[]): Promise<request.ReturnedRecord[]> {
    const { words, labels, phrases, excluded } = this.#text;
    const isOne = words.length === 1 && words[0] === labels[0];
    if (isOne || labels.length === 0 || phrases.length + excluded.length > 0) return [];
    const search = { ...request.labelled(this.#text, LABELLED, filters), per_page: LABELLED };
    const { client, signal } = this.#options;
    return (await client.searchAll([search], signal)).flatMap(recordsIn);
  }

  async #ask(search: request.Parameters, slice: Slice): Promise<Found> {
    const { client, query, fields, signal } = this.#options;
    const whole = { ...search, ...request.faceted(fields, levelAbove(query.filters)) };
    const { pages, start } = request.pagesOf(slice);
    const asked = pages.map(page => ({ ...whole, ...page }));
    const results = await client.searchAll(asked, signal);
    const records = results.flatMap(recordsIn).slice(start, start + slice.limit);
    return { search: whole, records: await this.#documents(records), result: results[0]! };
  }

  /** Reads the documents of texts. */
  async #documents(records: readonly request.ReturnedRecord[]): Promise<readonly request.ReturnedRecord[]> {
    if (!request.needsTexts(this.#text) || records.length === 0) return records;
    const ids = records.map(({ id }) => documentIdOf(id));
    const { client, signal } = this.#options;
    const found = (await client.searchAll([request.ofIds(ids)], signal)).flatMap(recordsIn);
    const byId = new Map(found.map(record => [record.id, record]));
    return ids.flatMap(id => byId.get(id) ?? []);
  }
}
