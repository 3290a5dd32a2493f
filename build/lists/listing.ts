import { type Body, type DidYouMean, listBody, timestampOf } from '../contract/envelope.ts';
import { keywordField } from '../contract/keyword-fields.ts';
import { naturalOrderTo } from '../contract/natural-order.ts';
import { documentsUrl, withQuery } from '../contract/paths.ts';
import { inOneGo, type Pieces } from '../contract/pieces.ts';
import {
  type ActiveFilter,
  type Cursor,
  canonicalQuery,
  type ListQuery,
  type Sort,
} from '../contract/query.ts';
import { membersBefore, membersFrom } from '../formats/bitmap.ts';
import { columnOf, keywordsOf, type SourceCatalog } from '../formats/catalog.ts';
import {
  at,
  type ColumnValue,
  codesOf,
  groupsOf,
  groupValue,
  partitionPoint,
  ranksOf,
  spanOf,
  ungrouped,
} from '../formats/column.ts';
import { codeOf, frequentLabels } from '../formats/keywords.ts';
import { Filtering } from './filtering.ts';

/** One page of a list: the documents, and how the list goes on. */
interface ListPage {
  ordinals: number[];
  /** All documents that match; null in cursor mode. */
  total: number | null;
  /** The query of the page that follows; null where there is none. */
  nextQuery: ListQuery | null;
}

/** A response body, and what to ask for the page that follows it. */
export interface Answer<Query> {
  body: Body;
  next: Query | null;
}

/**
 * Answers list queries over one source's catalog. The build runs it ahead of time, the shim on demand.
 *
 * A query works in the ascending rank space of its sort: what matches is a bitmap of ranks, and the page is found by
 * counting bits. Nothing is ever sorted or scanned by document.
 */
export class Listing {
  readonly catalog: SourceCatalog;
  readonly #ranks = new Map<string, Uint32Array>();
  /** By sort field the documents without a value. They come first in ascending order. */
  readonly #outside = new Map<string, Uint32Array>();
  #dateCodes: Uint32Array | null = null;
  readonly #filtering: Filtering;

  constructor(catalog: SourceCatalog) {
    this.catalog = catalog;
    this.#filtering = new Filtering(catalog, field => this.#ranksOf(field));
  }

  /**
   * Makes what answers need that the catalog does not have: what every answer does, and what those of another listing, of
   * another build of the source, have needed. Whatever nobody has made, the first answer that needs it does.
   */
  *prepare(last: Listing | null): Pieces {
    this.#dateCodes = yield* this.#makeDateCodes();
    if (last === null) return;
    for (const field of last.#ranks.keys())
      this.#ranks.set(field, yield* ranksOf(columnOf(this.catalog, field), this.#outsideOf(field)));
    yield* this.#filtering.prepare(last.#filtering);
  }

  /** The response to a list query, and the query of the page that follows. */
  answer(asked: ListQuery): Answer<ListQuery> {
    const { source } = this.catalog;
    const query = { ...asked, filters: asked.filters.map(filter => this.#inUsualSpelling(filter)) };
    const { ordinals, total, nextQuery: next } = this.page(query);
    const items = ordinals.map(ordinal => this.catalog.item(ordinal));
    const pagination = {
      total,
      limit: query.limit,
      offset: query.offset,
      has_more: next !== null,
      next: next && withQuery(documentsUrl(source), canonicalQuery(source, next)),
    };
    const remarks = { did_you_mean: items.length > 0 ? null : this.#meant(query.filters) };
    const body = listBody(items, timestampOf(this.newest(ordinals)), pagination, remarks);
    return { body, next };
  }

  page(query: ListQuery): ListPage {
    const { sort, limit, offset, cursor } = query;
    const { members, total } = this.#filtering.of(query.filters, sort.field);
    const edge = this.#edge(sort, cursor);
    // One more than asked for tells whether there are more.
    const ranks = (sort.descending ? membersBefore : membersFrom)(members, edge, offset, limit + 1);
    const hasMore = ranks.length > limit;
    const ordinals = ranks.slice(0, limit).map(rank => this.#ordinalAt(sort.field, rank));
    return {
      ordinals,
      total: cursor ? null : total,
      nextQuery: hasMore ? this.#next(query, at(ordinals, limit - 1)) : null,
    };
  }

  /** The newest `last_updated` of these documents; of the whole source where there are none of them. */
  newest(ordinals: Iterable<number>): string | null {
    const column = columnOf(this.catalog, 'last_updated');
    const last = groupsOf(column) - 1;
    this.#dateCodes ??= inOneGo(this.#makeDateCodes());
    let newest = -1;
    for (const ordinal of ordinals) newest = Math.max(newest, this.#dateCodes[ordinal] as number);
    return last < 0 ? null : String(groupValue(column, newest < 0 ? last : newest));
  }

  /** The newest `last_updated` of the documents that have this value. */
  newestWith(field: string, value: ColumnValue): string | null {
    const column = columnOf(this.catalog, field);
    const [from, to] = spanOf(column, 'equals', value);
    return this.newest(column.order.subarray(from, to));
  }

  /** The keywords that a filter's value, which no document has, may mean; null where some have it. */
  closeTo({ filter, value }: ActiveFilter): string[] | null {
    if (filter.match !== 'keyword' || this.#labelOf({ filter, value }) !== null) return null;
    return keywordField(filter.field).closeTo(
      String(value),
      frequentLabels(keywordsOf(this.catalog, filter.field)),
    );
  }

  #meant(filters: readonly ActiveFilter[]): DidYouMean | null {
    const meant = filters.flatMap((active): [string, string[]][] => {
      const close = this.closeTo(active) ?? [];
      return close.length > 0 ? [[active.filter.param, close]] : [];
    });
    return meant.length > 0 ? Object.fromEntries(meant) : null;
  }

  /** Keywords in any spelling are answered alike, `next` included, and as the precomputed page is. */
  #inUsualSpelling(active: ActiveFilter): ActiveFilter {
    const { filter, value } = active;
    if (filter.match !== 'keyword' || !keywordField(filter.field).isValue) return active;
    return { filter, value: this.#labelOf(active) ?? value };
  }

  /** The keyword that a filter's value is, in its usual spelling; null where no document has it. */
  #labelOf({ filter, value }: ActiveFilter): string | null {
    const keywords = keywordsOf(this.catalog, filter.field);
    const { wanted, keyOf } = keywordField(filter.field);
    const code = codeOf(keywords, wanted(new Map([[filter.param, String(value)]])), keyOf);
    return code === null ? null : keywords.label(code);
  }

  #next(query: ListQuery, last: number): ListQuery {
    if (!query.cursor) return { ...query, offset: query.offset + query.limit };
    const identifier = this.catalog.identifier(last);
    const { field } = query.sort;
    if (field === 'identifier') return { ...query, cursor: { value: identifier, identifier: null } };
    const column = columnOf(this.catalog, field);
    const rank = at(this.#ranksOf(field), last) - this.#outsideOf(field).length;
    if (rank < 0) return { ...query, cursor: { value: null, identifier } };
    const code = partitionPoint(groupsOf(column), i => at(column.starts, i + 1) <= rank);
    return { ...query, cursor: { value: groupValue(column, code), identifier } };
  }

  #outsideOf(field: string): Uint32Array {
    let outside = this.#outside.get(field);
    if (!outside) {
      outside = ungrouped(columnOf(this.catalog, field), this.catalog.count);
      this.#outside.set(field, outside);
    }
    return outside;
  }

  /** The rank of each ordinal in the ascending order of a sort field. */
  #ranksOf(field: string): Uint32Array {
    let ranks = this.#ranks.get(field);
    if (!ranks) {
      ranks = inOneGo(ranksOf(columnOf(this.catalog, field), this.#outsideOf(field)));
      this.#ranks.set(field, ranks);
    }
    return ranks;
  }

  #makeDateCodes(): Pieces<Uint32Array> {
    return codesOf(columnOf(this.catalog, 'last_updated'), this.catalog.count);
  }

  #ordinalAt(field: string, rank: number): number {
    if (field === 'identifier') return rank;
    const outside = this.#outsideOf(field);
    return rank < outside.length
      ? at(outside, rank)
      : at(columnOf(this.catalog, field).order, rank - outside.length);
  }

  /** Where the page begins: ascending, at this rank; descending (the exact reverse, ties included), below it. */
  #edge(sort: Sort, cursor: ListQuery['cursor']): number {
    if (cursor && cursor !== 'start') return this.#countBelow(sort.field, cursor, !sort.descending);
    return sort.descending ? this.catalog.count : 0;
  }

  /** How many documents come before the cursor in ascending order, the cursor's own included or not. */
  #countBelow(field: string, { value, identifier }: Cursor, included: boolean): number {
    const within = (start: number, end: number, bound: string) => {
      const order = naturalOrderTo(bound);
      const isBelow = (rank: number) => {
        const difference = order(this.catalog.identifier(this.#ordinalAt(field, rank)));
        return difference < 0 || (included && difference === 0);
      };
      return start + partitionPoint(end - start, i => isBelow(start + i));
    };
    if (field === 'identifier') return within(0, this.catalog.count, String(value));
    const outside = this.#outsideOf(field).length;
    if (value === null) return within(0, outside, identifier ?? '');
    const [start, end] = spanOf(columnOf(this.catalog, field), 'equals', value);
    if (identifier === null) return outside + (included ? end : start);
    return within(outside + start, outside + end, identifier);
  }
}
