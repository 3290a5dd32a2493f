import { citesPart } from '../../../contract/citations/keys.ts';
import {
  levelAbove,
  type SearchAnswer,
  type SearchHit,
  type SearchQuery,
  type SearchSort,
} from '../../../contract/search.ts';
import type { SearchAnalysis } from '../../query/analyze.ts';
import { lookUpCitation } from '../../query/citation-lookup.ts';
import { shownAnalysis } from '../../query/highlighted-terms.ts';
import { looseWords, queryTerms } from '../../query/query-terms.ts';
import type { CitationMatches, WholeCitation } from '../../query/whole-citation.ts';
import { RANKED } from '../../ranking/limits.ts';
import type { WeightedTerm } from '../../ranking/weight.ts';
import { RECORDS } from '../record.ts';
import { Candidates } from './candidates.ts';
import type { FoundSlice, TypesenseClient, Wanted } from './client.ts';
import type { KnownWords, WordFacts } from './known-words.ts';
import * as request from './request.ts';
import { type CountedField, facetsOf, type Result, recordsIn } from './result.ts';
import { shownRecords } from './shown-records.ts';
import { textQueryOf } from './text-query.ts';

export interface SearchContext {
  client: TypesenseClient;
  words: KnownWords;
  /** The tree that the collection was filled from. */
  tree: string;
  query: SearchQuery;
  signal: AbortSignal;
}

/** A slice of the found documents. */
interface Page {
  records: readonly request.ReturnedRecord[];
  /** Searches that together find each document once. */
  lists: readonly FoundSlice[];
  terms: readonly WeightedTerm[];
}

/** Below so many matches Typesense drops words. In the order of a field, weaker matches would not be seen as such. */
const FEW = { ranked: RANKED, sorted: 1 } as const;
/** Found by heading and names. The server drops words there, so that the best are among many that are as good to it. */
const LABELLED = 100;
/** Results up to this size count their days; of larger ones that count other fields too, the years are counted. */
const DAYS = 5000;

export async function answerQuery(context: SearchContext): Promise<SearchAnswer> {
  const { client, words, query, signal } = context;
  const { analysis, citation, referring } = await lookUpCitation(query.q, whole => lookUp(context, whole));
  const facts = await words.of(looseWords(analysis), signal);
  const search = new Search(context, analysis, facts);
  const { records, lists, terms } = await (referring ? search.referring(referring) : search.found());
  const total = lists.reduce((sum, { result }) => sum + result.found, 0);
  const fields = fieldsOf(query);
  const facets = facetsOf(
    fields,
    lists.map(({ result }) => result),
  );
  if (fields.includes('publication_year') && total <= DAYS) {
    const days = lists.map(({ search }) => request.counting(search, ['publication_date']));
    Object.assign(facets, facetsOf(['publication_date'], await client.searchAll(days, signal)));
  }
  const shown = shownAnalysis(
    analysis,
    terms.map(({ term }) => term),
  );
  return {
    hits: await shownRecords(context, records, shown),
    estimated_total_hits: total,
    facets: Object.fromEntries(query.facets.map(facet => [facet, facets[facet] ?? {}])),
    citation,
  };
}

const fieldsOf = ({ facets }: SearchQuery): CountedField[] =>
  facets.map(facet => (facet === 'publication_date' && facets.length > 1 ? 'publication_year' : facet));

async function lookUp(
  { client, signal }: SearchContext,
  { keys, parts, proceedings }: WholeCitation,
): Promise<CitationMatches> {
  const asked = [keys, parts, proceedings];
  const some = asked.filter(({ length }) => length > 0);
  const results = some.length === 0 ? [] : await client.searchAll(some.map(request.holders), signal);
  const [documents, ofPart, ofProceeding] = asked.map(keys => results[some.indexOf(keys)]);
  return {
    documents: documents ? recordsIn(documents).map(({ hit }) => JSON.parse(hit) as SearchHit) : [],
    hasPart: (ofPart?.found ?? 0) > 0,
    isProceeding: (ofProceeding?.found ?? 0) > 0,
  };
}

/** A query with what its searches are made from. */
class Search {
  readonly #context: SearchContext;
  readonly #analysis: SearchAnalysis;
  readonly #facts: (stem: string) => WordFacts;
  readonly #text: request.TextQuery;
  readonly #faceted: request.Parameters;

  constructor(context: SearchContext, analysis: SearchAnalysis, facts: (stem: string) => WordFacts) {
    this.#context = context;
    this.#analysis = analysis;
    this.#facts = facts;
    this.#text = textQueryOf(analysis, looseWords(analysis), facts);
    this.#faceted = request.faceted(fieldsOf(context.query), levelAbove(context.query.filters));
  }

  async referring(keys: readonly string[]): Promise<Page> {
    const found = await this.#ask(this.#listed(request.referringFilter(keys), 'cites', keys));
    return { records: found.flatMap(({ records }) => records), lists: found, terms: [] };
  }

  /** Finds the documents that are cited, and behind them those that match the words. */
  async found(): Promise<Page> {
    const { sort, offset, limit } = this.#context.query;
    const { citations } = this.#analysis;
    if (citations.length === 0) return this.#matching([], offset);
    const field = request.citationsOf(this.#text);
    const cited = await this.#ask(this.#listed(request.citesFilter(citations, field), field, citations));
    const [{ records, result }] = cited as [FoundSlice];
    // In the order of a field only the best matches are found, and cited documents are the best.
    if (sort && result.found > 0) return { records, lists: cited, terms: [] };
    const others = [request.citesFilter(citations, field, false)];
    const rest = await this.#matching(others, Math.max(0, offset - result.found));
    return {
      records: [...records, ...rest.records].slice(0, limit),
      lists: [...cited, ...rest.lists],
      terms: rest.terms,
    };
  }

  /** Finds the documents that match the words, from an offset on. */
  async #matching(filters: readonly string[], offset: number): Promise<Page> {
    const { query } = this.#context;
    if (this.#text.words.length + this.#text.phrases.length === 0)
      return { records: [], lists: [], terms: [] };
    const all = [...request.filtersOf(query.filters), ...filters];
    return query.sort ? this.#sorted(all, query.sort, offset) : this.#ranked(all, offset);
  }

  async #sorted(filters: readonly string[], sort: SearchSort, offset: number): Promise<Page> {
    const search = {
      ...request.matching(this.#text, FEW.sorted, filters),
      ...this.#faceted,
      sort_by: request.sortText(sort),
    };
    const lists = await this.#ask({ search, slice: { offset, limit: this.#context.query.limit } });
    const [{ records, result }] = lists as [FoundSlice];
    return { records, lists, terms: (await this.#candidates(records, result)).terms };
  }

  /**
   * Ranks the documents whose heading and names match best, and those whose texts do. The former may lack a word of the query, so
   * they are found apart.
   */
  async #ranked(filters: readonly string[], offset: number): Promise<Page> {
    const { q, limit } = this.#context.query;
    const labelled = await this.#labelled(filters);
    const keys = labelled.map(({ key }) => key);
    const before = keys.length;
    const isRanked = offset < before + RANKED;
    const slice = isRanked
      ? { offset: 0, limit: Math.max(RANKED, offset + limit - before) }
      : { offset: offset - before, limit };
    const matching = request.matching(this.#text, FEW.ranked, [...filters, ...request.withoutKeys(keys)]);
    const lists = await this.#ask(
      { search: { ...matching, ...this.#faceted }, slice },
      ...(before > 0 ? [{ search: { ...request.ofKeys(keys), ...this.#faceted }, slice: ONE }] : []),
    );
    const [{ records, result }] = lists as [FoundSlice];
    if (!isRanked) return { records, lists, terms: (await this.#candidates(records, result)).terms };
    const best = [...labelled, ...records.slice(0, RANKED)];
    const { candidates, terms } = await this.#candidates(best, result);
    const inOrder = [...candidates.ranked(terms, q), ...records.slice(RANKED)];
    return { records: inOrder.slice(offset, offset + limit), lists, terms };
  }

  /** A single word in heading or names counts most among all matches, and phrases are in the texts alone. */
  async #labelled(filters: readonly string[]): Promise<request.ReturnedRecord[]> {
    if (this.#text.words.length < 2 || request.needsTexts(this.#text)) return [];
    const search = { ...request.labelled(this.#text, FEW.ranked, filters), per_page: LABELLED };
    const { client, signal } = this.#context;
    return (await client.searchAll([search], signal)).flatMap(recordsIn);
  }

  /** Lists the documents of a filter. Those that have only keys of parts come last. */
  #listed(filter: string, field: 'citations' | 'text_citations' | 'cites', keys: readonly string[]): Wanted {
    const { query } = this.#context;
    const exact = keys.filter(key => !citesPart(key));
    const search = {
      ...request.listed(this.#text, [...request.filtersOf(query.filters), filter]),
      ...this.#faceted,
      sort_by: query.sort ? request.sortText(query.sort) : request.firstWith(field, exact),
    };
    return { search, slice: query };
  }

  async #ask(...wanted: Wanted[]): Promise<FoundSlice[]> {
    const { client, signal } = this.#context;
    const found = await client.ask(wanted, signal);
    const keys = found.flatMap(({ records }) => records.flatMap(({ of }) => of ?? []));
    if (keys.length === 0) return found;
    const documents = { search: request.ofKeys(keys), slice: { offset: 0, limit: keys.length } };
    const [{ records }] = (await client.ask([documents], signal)) as [FoundSlice];
    const byKey = new Map(records.map(record => [record.key, record]));
    return found.map(slice => ({
      ...slice,
      records: slice.records.flatMap(record => byKey.get(record.of ?? record.key) ?? record),
    }));
  }

  async #candidates(records: readonly request.ReturnedRecord[], { out_of }: Result) {
    const candidates = new Candidates(records, out_of / RECORDS, this.#facts);
    return { candidates, terms: candidates.weighted(await queryTerms(this.#analysis, candidates)) };
  }
}

const ONE = { offset: 0, limit: 1 };
