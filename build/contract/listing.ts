import { LRUCache } from 'lru-cache';
import { addTo, type Bitmap, countMembers, emptyBitmap, intersect, membersFrom } from './bitmap.ts';
import { columnValue, type SourceCatalog } from './catalog.ts';
import {
  at,
  type Column,
  type ColumnValue,
  codesOf,
  lowerBound,
  partitionPoint,
  upperBound,
} from './column.ts';
import { type Body, listBody, timestampOf } from './envelope.ts';
import { compareNatural } from './identifier.ts';
import { documentsUrl, withQuery } from './paths.ts';
import { type ActiveFilter, type Cursor, canonicalQuery, type ListQuery, type Sort } from './query.ts';

/** One page of a list: the documents, and how the list goes on. */
export interface ListPage {
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

/** Filter bitmaps kept per catalog, in bytes. One of a million documents has 125 kB. */
const BITMAP_CACHE_BYTES = 32 * 1024 * 1024;

/**
 * Answers list queries over one source's catalog. The build runs it ahead of time, the shim on demand.
 *
 * A query works in the rank space of its sort: each filter becomes a bitmap of ranks, whole words are
 * intersected and counted, and the page is found by counting bits. Nothing is ever sorted or scanned by document.
 */
export class Listing {
  readonly catalog: SourceCatalog;
  readonly #ranks = new Map<string, Uint32Array>();
  readonly #dateCodes: Uint32Array;
  readonly #bitmaps = new LRUCache<string, Bitmap>({
    maxSize: BITMAP_CACHE_BYTES,
    sizeCalculation: bitmap => bitmap.byteLength + 64,
  });

  constructor(catalog: SourceCatalog) {
    this.catalog = catalog;
    this.#dateCodes = codesOf(this.#column('last_updated'), catalog.count);
  }

  /** The response to a list query, and the query of the page that follows. */
  answer(query: ListQuery): Answer<ListQuery> {
    const { source } = this.catalog;
    const { ordinals, total, nextQuery: next } = this.page(query);
    const items = ordinals.map(ordinal => this.catalog.item(ordinal));
    const body = listBody(items, timestampOf(this.newest(ordinals)), {
      total,
      limit: query.limit,
      offset: query.offset,
      has_more: next !== null,
      next: next && withQuery(documentsUrl(source), canonicalQuery(source, next)),
    });
    return { body, next };
  }

  page(query: ListQuery): ListPage {
    const { count } = this.catalog;
    const { sort, limit, offset, cursor } = query;
    const matches = this.#matches(query.filters, sort);
    const start = cursor && cursor !== 'start' ? this.#rankAfter(sort, cursor) : 0;
    // One more than asked for tells whether there are more.
    const ranks = matches
      ? membersFrom(matches, start, offset, limit + 1)
      : consecutive(start + offset, Math.min(start + offset + limit + 1, count));
    const hasMore = ranks.length > limit;
    const ordinals = ranks.slice(0, limit).map(rank => this.#ordinalAt(sort, rank));
    return {
      ordinals,
      total: cursor ? null : matches ? countMembers(matches) : count,
      nextQuery: hasMore ? this.#next(query, at(ordinals, limit - 1)) : null,
    };
  }

  /** The newest `last_updated` of these documents; of the whole source where there are none of them. */
  newest(ordinals: readonly number[]): string | null {
    const { values } = this.#column('last_updated');
    const code = ordinals.length
      ? ordinals.reduce((newest, ordinal) => Math.max(newest, at(this.#dateCodes, ordinal)), 0)
      : values.length - 1;
    return values.length ? String(values[code]) : null;
  }

  /** The newest `last_updated` of the documents that have this value. */
  newestWith(field: string, value: ColumnValue): string | null {
    const column = this.#column(field);
    const group = [lowerBound(column, value), upperBound(column, value)].map(code => at(column.starts, code));
    return this.newest(Array.from(column.order.subarray(...group)));
  }

  #next(query: ListQuery, last: number): ListQuery {
    if (!query.cursor) return { ...query, offset: query.offset + query.limit };
    const identifier = this.catalog.identifier(last);
    const { field } = query.sort;
    if (field === 'identifier') return { ...query, cursor: { value: identifier, identifier: null } };
    const column = this.#column(field);
    const rank = at(this.#ranksOf(field), last);
    const code = partitionPoint(column.values.length, i => at(column.starts, i + 1) <= rank);
    return { ...query, cursor: { value: at(column.values, code), identifier } };
  }

  #column(field: string): Column {
    const column = this.catalog.columns[field];
    if (!column) throw new Error(`The catalog of ${this.catalog.source.id} has no column ${field}`);
    return column;
  }

  /** The rank of each ordinal in the ascending order of a sort field. */
  #ranksOf(field: string): Uint32Array {
    let ranks = this.#ranks.get(field);
    if (!ranks) {
      const { order } = this.#column(field);
      ranks = new Uint32Array(this.catalog.count);
      for (let rank = 0; rank < order.length; rank++) ranks[at(order, rank)] = rank;
      this.#ranks.set(field, ranks);
    }
    return ranks;
  }

  /** Descending orders are the exact reverse of ascending ones, ties included. */
  #ordinalAt(sort: Sort, rank: number): number {
    const ascending = sort.descending ? this.catalog.count - 1 - rank : rank;
    return sort.field === 'identifier' ? ascending : at(this.#column(sort.field).order, ascending);
  }

  /** The ranks that pass all filters; null where there are no filters and all do. */
  #matches(filters: readonly ActiveFilter[], sort: Sort): Bitmap | null {
    if (filters.length === 0) return null;
    return intersect(filters.map(filter => this.#bitmap(filter, sort)));
  }

  #bitmap(active: ActiveFilter, sort: Sort): Bitmap {
    const key = JSON.stringify([sort.field, sort.descending, active.filter.param, active.value]);
    let bitmap = this.#bitmaps.get(key);
    if (!bitmap) {
      bitmap = this.#makeBitmap(active, sort);
      this.#bitmaps.set(key, bitmap);
    }
    return bitmap;
  }

  #makeBitmap({ filter, value }: ActiveFilter, sort: Sort): Bitmap {
    const { count } = this.catalog;
    const column = this.#column(filter.field);
    const wanted = columnValue(value) ?? '';
    const from = filter.match === 'to' ? 0 : lowerBound(column, wanted);
    const to = filter.match === 'from' ? column.values.length : upperBound(column, wanted);
    const ranks = sort.field === 'identifier' ? null : this.#ranksOf(sort.field);
    const bitmap = emptyBitmap(count);
    for (let i = at(column.starts, from); i < at(column.starts, to); i++) {
      const ordinal = at(column.order, i);
      const rank = ranks ? at(ranks, ordinal) : ordinal;
      addTo(bitmap, sort.descending ? count - 1 - rank : rank);
    }
    return bitmap;
  }

  /** How many documents stand at or before the cursor, in the direction of the sort. */
  #rankAfter(sort: Sort, cursor: Cursor): number {
    const { count } = this.catalog;
    const isBefore = sort.descending
      ? this.#countBelow(sort, cursor, false)
      : this.#countBelow(sort, cursor, true);
    return sort.descending ? count - isBefore : isBefore;
  }

  /** How many documents come before the cursor in ascending order, the cursor's own included or not. */
  #countBelow({ field }: Sort, { value, identifier }: Cursor, included: boolean): number {
    const isBelow = (ordinal: number, bound: string) => {
      const order = compareNatural(this.catalog.identifier(ordinal), bound);
      return order < 0 || (included && order === 0);
    };
    if (field === 'identifier') return partitionPoint(this.catalog.count, i => isBelow(i, String(value)));
    const column = this.#column(field);
    const start = at(column.starts, lowerBound(column, value));
    const end = at(column.starts, upperBound(column, value));
    if (identifier === null) return included ? end : start;
    return start + partitionPoint(end - start, i => isBelow(at(column.order, start + i), identifier));
  }
}

const consecutive = (from: number, to: number): number[] =>
  from >= to ? [] : Array.from({ length: to - from }, (_, i) => from + i);
