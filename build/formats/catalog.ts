import { keywordField } from '../contract/keyword-fields.ts';
import {
  type Metadata,
  type MetadataValue,
  SOURCES,
  type Source,
  type SourceId,
} from '../contract/sources.ts';
import type { TextTable } from './catalog-items.ts';
import type { Column, ColumnValue } from './column.ts';
import type { Keywords } from './keywords.ts';

/**
 * The catalog: what lists are computed from, for one source. Documents are numbered by ordinals in the
 * natural order of their identifiers, which is the order of the code.
 */
export interface SourceCatalog {
  source: Source;
  count: number;
  identifier(ordinal: number): string;
  /** The document's listing item, serialised. */
  item(ordinal: number): string;
  /** All items, where there is a quicker way to write them than one by one. */
  itemTable?(): TextTable;
  columns: Readonly<Record<string, Column>>;
  keywords: Readonly<Record<string, Keywords>>;
}

/** A catalog whose items lie in a file as they were written, so that runs of them can be copied. */
export interface StoredCatalog extends SourceCatalog {
  /** Bytes of the items of these ordinals. */
  itemBytes(from: number, to: number): number;
  /** The items of these ordinals, one after the other. */
  itemRun(from: number, to: number): Buffer;
}

/** What the catalog needs to know of one document. */
export interface CatalogRecord {
  identifier: string;
  /** Serialised by {@link listingItem}. */
  item: string;
  /** One value for each of {@link columnFields}. */
  values: readonly (ColumnValue | null)[];
  /** The keywords of each of {@link keywordFields}. */
  keywords: readonly (readonly string[])[];
}

const COLUMN_FIELDS = new Map<SourceId, readonly string[]>(
  SOURCES.map(({ id, filters, sorts }) => {
    const compared = filters.filter(filter => filter.match !== 'keyword').map(filter => filter.field);
    const fields = new Set([...compared, ...sorts, 'last_updated']);
    fields.delete('identifier');
    return [id, [...fields]];
  }),
);

const KEYWORD_FIELDS = new Map<SourceId, readonly string[]>(
  SOURCES.map(({ id, filters }) => {
    const fields = filters.filter(filter => filter.match === 'keyword').map(filter => filter.field);
    return [id, [...new Set(fields)]];
  }),
);

/** The fields that lists of this source filter, sort or date by. `identifier` needs no column: ordinals are it. */
export const columnFields = ({ id }: Source): readonly string[] => COLUMN_FIELDS.get(id) ?? [];

/** The fields that lists of this source are filtered by as by keywords. */
export const keywordFields = ({ id }: Source): readonly string[] => KEYWORD_FIELDS.get(id) ?? [];

export function keywordsOf(catalog: SourceCatalog, field: string): Keywords {
  const keywords = catalog.keywords[field];
  if (!keywords) throw new Error(`The catalog of ${catalog.source.id} has no keywords ${field}`);
  return keywords;
}

export function columnOf(catalog: SourceCatalog, field: string): Column {
  const column = catalog.columns[field];
  if (!column) throw new Error(`The catalog of ${catalog.source.id} has no column ${field}`);
  return column;
}

export function catalogRecord(source: Source, id: string, metadata: Metadata): CatalogRecord {
  return {
    identifier: String(metadata.identifier),
    item: listingItem(source, id, metadata),
    values: columnFields(source).map(field => columnValue(metadata[field])),
    keywords: keywordFields(source).map(field => keywordField(field).keywordsOf(metadata)),
  };
}

/** Booleans are columns of 0 and 1. */
export function columnValue(value: MetadataValue | undefined): ColumnValue | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** The listing item (build/contract/README.md, Lists): id, identifier, source and the standard listing metadata. */
function listingItem(source: Source, id: string, metadata: Metadata): string {
  // Not by `Object.fromEntries`: what that makes has a shape of its own each time, which takes long to serialise.
  const listing: Metadata = {};
  for (const field of source.listing) listing[field] = metadata[field] ?? null;
  return JSON.stringify({ id, identifier: metadata.identifier, source: source.id, metadata: listing });
}
