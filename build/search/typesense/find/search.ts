import { citesPart } from '../../../contract/citations/keys.ts';
import type { Slice } from '../../../contract/query.ts';
import { levelAbove, type SearchAnswer, type SearchQuery } from '../../../contract/search.ts';
import type { SearchAnalysis } from '../../query/analyze.ts';
import { type QueryTerm, queryTerms } from '../../query/query-terms.ts';
import { documentIdOf } from '../encoding.ts';
import { Candidates } from './candidates.ts';
import type { SearchAll } from './client.ts';
import type { Facts } from './known-words.ts';
import * as request from './request.ts';
import { facetsOf, recordsIn } from './result.ts';
import { textQueryOf } from './text-query.ts';

interface SearchOptions {
  searchAll: SearchAll;
  query: SearchQuery;
  analysis: SearchAnalysis;
  facts: Facts;
}

interface Page {
  records: readonly request.ReturnedRecord[];
  found: number;
  /** The number of records in the collection. */
  documents: number;
  facets: SearchAnswer['facets'];
  /** What the documents were found with, for highlights. */
  terms: readonly QueryTerm[];
}

/** Documents that are ranked: so many whose heading and names match best, and so many that match. Reading a record takes the server longer than finding it. */
const [LABELLED, RANKED] = [30, 40];
/** So many of both at least are ranked where no word is weighed: documents match equally, or hold the same phrase. */
const LEAST = 20;
/** More cited documents are listed alone. So many, the ranked ones and the longest page are read in one request. */
const CITED = 90;
/** Results up to this size count their days; of larger ones that count other facets too, the years are counted. */
const DAYS = 500;

/** A query with what its searches are made from. */
export class Search {
  readonly #options: SearchOptions;
  readonly #text: request.TextQuery;
  readonly #filters: readonly string[];

  constructor(options: SearchOptions) {
    const { query, analysis, facts } = options;
    this.#options = options;
    this.#filters = request.filtersOf(query.filters);
    this.#text = textQueryOf(analysis, facts, this.#filters.length > 0);
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
    const { words, filtered, phrases } = this.#text;
    const hasText = words.length + filtered.length + phrases.length > 0;
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
   * texts do, are ranked. The former may lack a word of the query, so they are found apart, and counted with the others.
   */
  async #matching(cited: readonly request.ReturnedRecord[]): Promise<Page> {
    const { query, analysis, facts } = this.#options;
    const { q, sort, offset, limit } = query;
    const labelled = sort ? [] : await this.#labelled(cited);
    const first = [...cited, ...labelled];
    // In the order of a field, weaker matches would not be seen as such.
    const few = sort ? 1 : RANKED;
    const behind = offset - first.length;
    const ask = async (text: request.TextQuery) => {
      const others = text.words.length > 0 ? RANKED : Math.max(0, LEAST - labelled.length);
      const isRanked = sort === null && behind < others;
      const slice = isRanked
        ? { offset: 0, limit: Math.max(1, others, behind + limit) }
        : { offset: behind, limit };
      const search = request.matching(text, few, this.#filters);
      const ordered = { ...search, ...(sort && { sort_by: request.sortText(sort) }) };
      return { ...(await this.#ask(ordered, slice, first)), isRanked, ranked: first.length + others };
    };
    let found = await ask(this.#text);
    const { words, filtered } = this.#text;
    // The server drops no word that is a filter.
    if (filtered.length > 0 && found.found < few + first.length)
      found = await ask({ ...this.#text, words: [...words, ...filtered.flat()], filtered: [] });
    const { isRanked } = found;
    const records = await this.#documents(isRanked ? [...first, ...found.records] : found.records);
    const best = isRanked ? records.slice(cited.length, found.ranked) : records;
    const candidates = new Candidates(best, found.documents, facts);
    const weighted = candidates.weighted(await queryTerms(analysis, candidates));
    const terms = weighted.map(({ term }) => term);
    if (!isRanked) return { ...found, records, terms };
    const inOrder = records.toSpliced(cited.length, best.length, ...candidates.ranked(weighted, q));
    return { ...found, records: inOrder.slice(offset, offset + limit), terms };
  }

  /** A single word in heading or names counts most among all matches. Phrases and what is excluded are looked for in the texts, too. */
  async #labelled(cited: readonly request.ReturnedRecord[]): Promise<request.ReturnedRecord[]> {
    const { words, filtered, labels, phrases, excluded } = this.#text;
    const isOne = words.length + filtered.length === 1 && words[0] === labels[0];
    if (isOne || labels.length === 0 || phrases.length + excluded.length > 0) return [];
    const search = request.labelled(this.#text, RANKED, this.#filters);
    const records = await this.#read({ ...search, per_page: LABELLED });
    return records.filter(({ id }) => !cited.some(one => one.id === id));
  }

  /** @param first documents that are known, and counted with those that are found */
  async #ask(
    search: request.Parameters,
    slice: Slice,
    first: readonly request.ReturnedRecord[] = [],
  ): Promise<Page> {
    const { searchAll, query } = this.#options;
    const { facets: names, filters } = query;
    const values = request.valuesFor(names);
    const others = [...first.map(({ id }) => id), ...values];
    const counting = { ...request.faceted(names, levelAbove(filters)), ...request.withRecords(others) };
    const whole = { ...search, ...counting };
    const { page, start } = request.pageOf(slice);
    // Requests of their own: the server makes the searches of one request one after the other.
    const [results, held] = await Promise.all([
      searchAll([{ ...whole, ...page }]),
      values.length > 0 ? this.#read({ ...request.ofIds(values), include_fields: undefined }) : [],
    ]);
    const result = results[0]!;
    const matches = recordsIn(result).filter(({ id }) => !others.includes(id));
    const records = matches.slice(start, start + slice.limit);
    const found = result.found - held.length;
    const days = found <= DAYS && request.countsYears(names) ? [request.countingDays(whole)] : [];
    const facets = facetsOf(names, [result, ...(await searchAll(days))], held);
    return { records, found, documents: result.out_of, facets, terms: [] };
  }

  /** Reads the documents of texts. */
  async #documents(records: readonly request.ReturnedRecord[]): Promise<readonly request.ReturnedRecord[]> {
    if (!request.needsTexts(this.#text) || records.length === 0) return records;
    const ids = records.map(({ id }) => documentIdOf(id));
    const byId = new Map((await this.#read(request.ofIds(ids))).map(record => [record.id, record]));
    return ids.flatMap(id => byId.get(id) ?? []);
  }

  async #read(search: request.Parameters): Promise<request.ReturnedRecord[]> {
    return (await this.#options.searchAll([search])).flatMap(recordsIn);
  }
}
