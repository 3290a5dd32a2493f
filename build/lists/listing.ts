import {
  type Body,
  type DidYouMean,
  listBody,
  type Pagination,
  type Remarks,
  timestampOf,
} from '../contract/envelope.ts';
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
import { Filtering, type FilteringBounds } from './filtering.ts';
import type { LevelTree } from './level-tree.ts';

/** The documents of one page, and its successor. */
interface ListPage {
  ordinals: number[];
  /** The number of matching documents; null in cursor mode. */
  total: number | null;
  /** Null on the last page. */
  nextQuery: ListQuery | null;
}

interface Found {
  ordinals: number[];
  next: ListQuery | null;
  timestamp: string;
  pagination: Pagination;
  remarks: Remarks;
}

/** A response body, and the query of the next page. */
export interface Answer<Query> {
  body: Body;
  next: Query | null;
}

/**
 * Answers list queries over one source's catalog, for the build ahead of time and for the shim on demand.
 *
 * A query works in the ascending rank space of its sort: matches are a bitmap of ranks, and the page is found by counting bits.
 * Documents are never sorted or scanned.
 */
export class Listing<Catalog extends SourceCatalog = SourceCatalog> {
  readonly catalog: Catalog;
  readonly #ranks = new Map<string, Uint32Array>();
  /** Documents without a value by sort field. They are first in ascending order. */
  readonly #outside = new Map<string, Uint32Array>();
  #dateCodes: Uint32Array | null = null;
  readonly #filtering: Filtering;

  constructor(catalog: Catalog, bounds?: FilteringBounds) {
    this.catalog = catalog;
    this.#filtering = new Filtering(catalog, field => this.#ranksOf(field), bounds);
  }

  /** Makes what all answers need, and what those of the previous build's listing have needed. */
  *prepare(last: Listing | null): Pieces {
    this.#dateCodes = yield* this.#makeDateCodes();
    if (last === null) return;
    for (const field of last.#ranks.keys())
      this.#ranks.set(field, yield* ranksOf(columnOf(this.catalog, field), this.#outsideOf(field)));
    yield* this.#filtering.prepare(last.#filtering);
  }

  answer(given: ListQuery): Answer<ListQuery> {
    const { ordinals, next, timestamp, pagination, remarks } = this.found(given);
    const items = ordinals.map(ordinal => this.catalog.item(ordinal));
    return { body: listBody(items, timestamp, pagination, remarks), next };
  }

  /** Everything about an answer but its items. */
  found(given: ListQuery): Found {
    const { source } = this.catalog;
    const query = { ...given, filters: given.filters.map(filter => this.#inUsualSpelling(filter)) };
    const { ordinals, total, nextQuery: next } = this.page(query);
    const pagination = {
      total,
      limit: query.limit,
      offset: query.offset,
      has_more: next !== null,
      next: next && withQuery(documentsUrl(source), canonicalQuery(source, next)),
    };
    const remarks = { did_you_mean: ordinals.length > 0 ? null : this.#suggestions(query.filters) };
    return { ordinals, next, timestamp: timestampOf(this.newest(ordinals)), pagination, remarks };
  }

  page(query: ListQuery): ListPage {
    const { sort, limit, offset, cursor } = query;
    const { members, total } = this.#filtering.of(query.filters, sort.field);
    const edge = this.#edge(sort, cursor);
    // One more than requested tells whether there are more.
    const ranks = (sort.descending ? membersBefore : membersFrom)(members, edge, offset, limit + 1);
    const hasMore = ranks.length > limit;
    const ordinals = ranks.slice(0, limit).map(rank => this.#ordinalAt(sort.field, rank));
    return {
      ordinals,
      total: cursor ? null : total,
      nextQuery: hasMore ? this.#next(query, at(ordinals, limit - 1)) : null,
    };
  }

  /** Returns the newest `last_updated` of these documents; of the whole source for none. */
  newest(ordinals: Iterable<number>): string | null {
    const column = columnOf(this.catalog, 'last_updated');
    const last = groupsOf(column) - 1;
    this.#dateCodes ??= inOneGo(this.#makeDateCodes());
    let newest = -1;
    for (const ordinal of ordinals) newest = Math.max(newest, this.#dateCodes[ordinal] as number);
    return last < 0 ? null : String(groupValue(column, newest < 0 ? last : newest));
  }

  /** Returns the newest `last_updated` of the documents with this value. */
  newestWith(field: string, value: ColumnValue): string | null {
    const column = columnOf(this.catalog, field);
    const [from, to] = spanOf(column, 'equals', value);
    return this.newest(column.order.subarray(from, to));
  }

  /** The levels that have documents, as the filter `within` knows them. */
  levels(): LevelTree {
    return this.#filtering.levels();
  }

  /** Suggests keywords for a filter's value; null where some document has it. */
  closeTo({ filter, value }: ActiveFilter): string[] | null {
    if (filter.match !== 'keyword' || this.#labelOf({ filter, value }) !== null) return null;
    return keywordField(filter.field).closeTo(
      String(value),
      frequentLabels(keywordsOf(this.catalog, filter.field)),
    );
  }

  #suggestions(filters: readonly ActiveFilter[]): DidYouMean | null {
    const suggestions = filters.flatMap((active): [string, string[]][] => {
      const close = this.closeTo(active) ?? [];
      return close.length > 0 ? [[active.filter.param, close]] : [];
    });
    return suggestions.length > 0 ? Object.fromEntries(suggestions) : null;
  }

  /** Replaces keywords by their usual spelling: all spellings have the answer of the precomputed page, `next` included. */
  #inUsualSpelling(active: ActiveFilter): ActiveFilter {
    const { filter, value } = active;
    if (filter.match !== 'keyword' || !keywordField(filter.field).isValue) return active;
    return { filter, value: this.#labelOf(active) ?? value };
  }

  /** Returns the usual spelling of a filter's keyword; null where no document has it. */
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

  /** Returns each ordinal's rank in the ascending order of a sort field. */
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

  /** The page's first rank ascending; descending (the exact reverse, ties included), the rank above its first. */
  #edge(sort: Sort, cursor: ListQuery['cursor']): number {
    if (cursor && cursor !== 'start') return this.#countBelow(sort.field, cursor, !sort.descending);
    return sort.descending ? this.catalog.count : 0;
  }

  /** Counts the documents before the cursor in ascending order, with or without the cursor's own. */
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
