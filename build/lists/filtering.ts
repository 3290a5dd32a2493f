import { LRUCache } from 'lru-cache';
import { keywordField } from '../contract/keyword-fields.ts';
import type { Pieces } from '../contract/pieces.ts';
import type { ActiveFilter } from '../contract/query.ts';
import {
  type Bitmap,
  countMembers,
  difference,
  emptyBitmap,
  fullBitmap,
  intersect,
  unite,
} from '../formats/bitmap.ts';
import { columnOf, columnValue, keywordsOf, LEVELS_COLUMN, type SourceCatalog } from '../formats/catalog.ts';
import { type Span, spanOf } from '../formats/column.ts';
import { GroupBitmaps } from '../formats/group-bitmaps.ts';
import { spanOfKeyword } from '../formats/keywords.ts';
import { type LevelTree, levelTree, spansOf } from './level-tree.ts';

/** The documents that pass all filters of a query, by their ranks in its sort, ascending. */
interface FilteredDocuments {
  members: Bitmap;
  total: number;
}

/** Bytes of filtered documents that a server keeps for following pages. A million documents take 125 kB. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** What a build's threads do without, which hold the lists of a million documents. */
export interface FilteringBounds {
  /** Bytes of filtered documents that are kept; absent: as many as a server keeps. */
  keptBytes?: number;
  /** The levels that are asked for; absent: all levels of the catalog, made when they are first asked for. */
  levels?: () => LevelTree;
}

/** Filters a catalog's documents: each filter is a run of its column; whole words are intersected and counted. */
export class Filtering {
  readonly #catalog: SourceCatalog;
  readonly #ranksOf: (sort: string) => Uint32Array;
  readonly #all: FilteredDocuments;
  /** Made on first use. */
  #levels: LevelTree | null = null;
  readonly #bitmaps = new Map<string, GroupBitmaps>();
  readonly #kept: LRUCache<string, FilteredDocuments>;
  readonly #knownLevels: FilteringBounds['levels'];

  /** @param ranksOf the rank of each ordinal in the ascending order of a sort field other than the identifier */
  constructor(
    catalog: SourceCatalog,
    ranksOf: (sort: string) => Uint32Array,
    { keptBytes = KEPT_BYTES, levels }: FilteringBounds = {},
  ) {
    this.#catalog = catalog;
    this.#ranksOf = ranksOf;
    this.#knownLevels = levels;
    this.#kept = new LRUCache({
      maxSize: keptBytes,
      sizeCalculation: ({ members }) => members.byteLength + 64,
    });
    this.#all = { members: fullBitmap(catalog.count), total: catalog.count };
  }

  of(filters: readonly ActiveFilter[], sort: string): FilteredDocuments {
    if (filters.length === 0) return this.#all;
    const key = JSON.stringify([sort, ...filters.map(({ filter, value }) => [filter.param, value])]);
    let filtered = this.#kept.get(key);
    if (!filtered) {
      const members = this.#intersection(filters, sort);
      filtered = { members, total: countMembers(members) };
      this.#kept.set(key, filtered);
    }
    return filtered;
  }

  #intersection(filters: readonly ActiveFilter[], sort: string): Bitmap {
    const fields = new Set(filters.map(({ filter }) => filter.field));
    return Array.from(fields, field => {
      const ofField = filters.filter(({ filter }) => filter.field === field);
      if (field === LEVELS_COLUMN)
        return ofField.map(({ value }) => this.#within(String(value), sort)).reduce(intersect);
      const compared = ofField.filter(({ filter }) => filter.match !== 'present');
      const members = this.#bitmapsOf(field, sort).bitmap(filterSpan(this.#catalog, field, compared));
      // Documents without a value are in no run of a column, and equal nothing.
      if (!ofField.some(({ filter, value }) => filter.match === 'present' && value === false)) return members;
      return compared.length > 0 ? emptyBitmap(this.#catalog.count) : difference(this.#all.members, members);
    }).reduce(intersect);
  }

  /** The levels that have documents. */
  levels(): LevelTree {
    if (this.#knownLevels) return this.#knownLevels();
    this.#levels ??= levelTree(this.#catalog);
    return this.#levels;
  }

  /** The documents in a level; none for an unknown one. */
  #within(identifier: string, sort: string): Bitmap {
    const level = this.levels().byIdentifier.get(identifier);
    const spans = level ? spansOf(columnOf(this.#catalog, LEVELS_COLUMN), level) : [];
    const [first, ...others] = spans.map(span => this.#bitmapsOf(LEVELS_COLUMN, sort).bitmap(span));
    if (!first) return emptyBitmap(this.#catalog.count);
    for (const members of others) unite(first, members);
    return first;
  }

  /** Makes the postings that the previous build's filters have needed. */
  *prepare(last: Filtering): Pieces {
    if (last.#levels) this.levels();
    for (const key of last.#bitmaps.keys()) {
      const [field = '', sort = ''] = key.split(' ');
      yield* this.#bitmapsOf(field, sort).prepare();
    }
  }

  /** Built on first use; about 20 ms for a million documents. */
  #bitmapsOf(field: string, sort: string): GroupBitmaps {
    const key = `${field} ${sort}`;
    let bitmaps = this.#bitmaps.get(key);
    if (!bitmaps) {
      const ranks = sort === 'identifier' ? null : this.#ranksOf(sort);
      const { order } = this.#catalog.keywords[field] ?? columnOf(this.#catalog, field);
      bitmaps = new GroupBitmaps(order, ranks, this.#catalog.count);
      this.#bitmaps.set(key, bitmaps);
    }
    return bitmaps;
  }
}

/** Combines filters on one field: ends of a date range, title and part. Without filters, the documents with the field. */
export function filterSpan(catalog: SourceCatalog, field: string, filters: readonly ActiveFilter[]): Span {
  if (catalog.keywords[field]) {
    const values = new Map(filters.map(({ filter, value }) => [filter.param, String(value)]));
    const { wanted, keyOf } = keywordField(field);
    return spanOfKeyword(keywordsOf(catalog, field), wanted(values), keyOf);
  }
  const column = columnOf(catalog, field);
  if (filters.length === 0) return [0, column.order.length];
  const runs = filters.map(({ filter, value }) => spanOf(column, filter.match, columnValue(value) ?? ''));
  return [Math.max(...runs.map(([from]) => from)), Math.min(...runs.map(([, to]) => to))];
}
