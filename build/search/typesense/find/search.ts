import { citesPart } from '../../../contract/citations/keys.ts';
import type { Slice } from '../../../contract/query.ts';
import { levelAbove, type SearchQuery } from '../../../contract/search.ts';
import type { SearchAnalysis } from '../../query/analyze.ts';
import { looseWords, type QueryTerm, queryTerms } from '../../query/query-terms.ts';
import { RANKED } from '../../ranking/limits.ts';
import { documentIdOf } from '../record.ts';
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
interface Page {
  search: request.Parameters;
  records: readonly request.ReturnedRecord[];
  /** The number of all found documents, and their facets. */
  result: Result;
  /** What the documents were found with, for highlights. */
  terms: readonly QueryTerm[];
}

/** Found by heading and names. The server drops words there, so that the best are among many that are as good to it. */
const LABELLED = RANKED;
/** More cited documents are listed alone. So many, the ranked ones and the longest page are read in one request. */
const CITED = 90;

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
    if (referring) return this.#list('cited_keys', referring);
    const { query, analysis } = this.#options;
    const { citations } = analysis;
    const field = request.citationsOf(this.#text);
    const first = { ...this.#citing(field, citations), per_page: CITED + 1 };
    const cited = citations.length === 0 ? [] : await this.#read(first);
    const hasText = this.#text.words.length + this.#text.phrases.length > 0;
    // In the order of a field only the best matches are found, and cited documents are the best.
    const isWhole = !hasText || cited.length > (query.sort ? 0 : CITED);
    return isWhole ? this.#list(field, citations) : this.#matching(cited);
  }

  async #list(field: request.KeyField, keys: readonly string[]): Promise<Page> {
    const found = await this.#ask(this.#citing(field, keys), this.#options.query);
    return { ...found, records: await this.#documents(found.records) };
  }

  /** Asks for the documents with one of these keys. Those that have only keys of parts come last. */
  #citing(field: request.KeyField, keys: readonly string[]): request.Parameters {
    const { sort } = this.#options.query;
    const exact = keys.filter(key => !citesPart(key));
    const search = request.listed(this.#text, [...this.#filters, request.keyFilter(field, keys)]);
    return { ...search, sort_by: sort ? request.sortText(sort) : request.firstWith(field, exact) };
  }

  /**
   * Finds the documents that match the words, behind those that are cited. Those whose heading and names match best, and those whose
   * texts do, are ranked. The former may lack a word of the query, so they are found apart, and pinned.
   */
  async #matching(cited: readonly request.ReturnedRecord[]): Promise<Page> {
    const { query, analysis, facts } = this.#options;
    const { q, sort, offset, limit } = query;
    const labelled = sort ? [] : await this.#labelled(cited);
    const first = [...cited, ...labelled];
    const isRanked = sort === null && offset < first.length + RANKED;
    const from = isRanked ? first.length : offset;
    const search = {
      // In the order of a field, weaker matches would not be seen as such.
      ...request.matching(this.#text, sort ? 1 : RANKED, this.#filters),
      ...request.pinned(first),
      ...(sort && { sort_by: request.sortText(sort) }),
    };
    const slice = { offset: from, limit: isRanked ? Math.max(RANKED, offset + limit - from) : limit };
    const found = await this.#ask(search, slice);
    const records = await this.#documents(isRanked ? [...first, ...found.records] : found.records);
    const best = isRanked ? records.slice(cited.length, first.length + RANKED) : records;
    const candidates = new Candidates(best, found.result.out_of, facts);
    const weighted = candidates.weighted(await queryTerms(analysis, candidates));
    const terms = weighted.map(({ term }) => term);
    if (!isRanked) return { ...found, records, terms };
    const inOrder = records.toSpliced(cited.length, best.length, ...candidates.ranked(weighted, q));
    return { ...found, records: inOrder.slice(offset, offset + limit), terms };
  }

  /** A single word in heading or names counts most among all matches. Phrases and what is excluded are looked for in the texts, too. */
  async #labelled(cited: readonly request.ReturnedRecord[]): Promise<request.ReturnedRecord[]> {
    const { words, labels, phrases, excluded } = this.#text;
    const isOne = words.length === 1 && words[0] === labels[0];
    if (isOne || labels.length === 0 || phrases.length + excluded.length > 0) return [];
    const search = request.labelled(this.#text, LABELLED, this.#filters);
    const records = await this.#read({ ...search, per_page: LABELLED });
    return records.filter(({ id }) => !cited.some(one => one.id === id));
  }

  async #ask(search: request.Parameters, slice: Slice): Promise<Page> {
    const { client, query, fields, signal } = this.#options;
    const whole = { ...search, ...request.faceted(fields, levelAbove(query.filters)) };
    const { pages, start } = request.pagesOf(slice);
    const asked = pages.map(page => ({ ...whole, ...page }));
    const results = await client.searchAll(asked, signal);
    const records = results.flatMap(recordsIn).slice(start, start + slice.limit);
    return { search: whole, records, result: results[0]!, terms: [] };
  }

  /** Reads the documents of texts. */
  async #documents(records: readonly request.ReturnedRecord[]): Promise<readonly request.ReturnedRecord[]> {
    if (!request.needsTexts(this.#text) || records.length === 0) return records;
    const ids = records.map(({ id }) => documentIdOf(id));
    const byId = new Map((await this.#read(request.ofIds(ids))).map(record => [record.id, record]));
    return ids.flatMap(id => byId.get(id) ?? []);
  }

  async #read(search: request.Parameters): Promise<request.ReturnedRecord[]> {
    const { client, signal } = this.#options;
    return (await client.searchAll([search], signal)).flatMap(recordsIn);
  }
}
