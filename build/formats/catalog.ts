import { nameGiven } from '../contract/citations/act-names.ts';
import { pagesOf } from '../contract/citations/document-keys.ts';
import { orderGiven } from '../contract/citations/orders.ts';
import { keywordField } from '../contract/keyword-fields.ts';
import { chainOf } from '../contract/level-chains.ts';
import { isDated } from '../contract/levels.ts';
import { LEVELS } from '../contract/sources/shared.ts';
import {
  type HierarchyLevel,
  type Metadata,
  type MetadataValue,
  SOURCES,
  type Source,
  type SourceId,
} from '../contract/sources.ts';
import type { TextTable } from './catalog-items.ts';
import type { Column, ColumnValue } from './column.ts';
import type { Keywords } from './keywords.ts';

/** The catalog of one source. Ordinals number documents in the natural order of their identifiers. */
export interface SourceCatalog {
  source: Source;
  count: number;
  identifier(ordinal: number): string;
  /** The document's listing item, serialised. */
  item(ordinal: number): string;
  /** All items, for writers, where this is faster than one by one. */
  itemTable?(): TextTable;
  columns: Readonly<Record<string, Column>>;
  keywords: Readonly<Record<string, Keywords>>;
}

/** A catalog whose items are in a file, so that runs of them can be copied. */
export interface StoredCatalog extends SourceCatalog {
  itemBytes(from: number, to: number): number;
  /** The concatenated items of these ordinals. */
  itemRun(from: number, to: number): Buffer;
}

export interface CatalogRecord {
  identifier: string;
  /** Serialised by {@link listingItem}. */
  item: string;
  /** One value for each of {@link columnFields}. */
  values: readonly (ColumnValue | null)[];
  /** The keywords of each of {@link keywordFields}. */
  keywords: readonly (readonly string[])[];
}

/** The column of a journal's pages, `83/21707/21712`: volume, first and last page. No list is filtered or sorted by it. */
export const PAGES_COLUMN = 'pages';

/** The column of the popular names of acts, `fair labor standards act/1938`, at the provisions that give them, and of executive orders. */
export const NAME_COLUMN = 'act_name';

/**
 * The column of the levels above a document: `[level, number, name, identifier]` of each from the title down, as JSON. Documents of one
 * level share a value.
 */
export const LEVELS_COLUMN = LEVELS;

type LevelRow = [level: string, number: string | null, name: string | null, identifier: string | null];

/** The levels of a value of that column, from the title down. */
export const levelsInColumn = (value: ColumnValue): HierarchyLevel[] =>
  (JSON.parse(String(value)) as LevelRow[]).map(([level, number, name, identifier]) => ({
    ...{ level, number, name, identifier },
  }));

/** Tells whether the sections of a source are statutes, which give acts their names. */
const isStatutes = ({ citation }: Source): boolean =>
  citation?.by === 'section' && citation.keys.part === null;

const COLUMN_FIELDS = new Map<SourceId, readonly string[]>(
  SOURCES.map(source => {
    const { id, filters, sorts, citation } = source;
    const compared = filters.filter(filter => filter.match !== 'keyword').map(filter => filter.field);
    const fields = new Set([...compared, ...sorts, 'last_updated']);
    fields.delete('identifier');
    if (citation?.by === 'page') fields.add(PAGES_COLUMN);
    if (isStatutes(source) || citation?.by === 'page') fields.add(NAME_COLUMN);
    if (!isDated(source)) fields.add(LEVELS_COLUMN);
    return [id, [...fields]];
  }),
);

const KEYWORD_FIELDS = new Map<SourceId, readonly string[]>(
  SOURCES.map(({ id, filters }) => {
    const fields = filters.filter(filter => filter.match === 'keyword').map(filter => filter.field);
    return [id, [...new Set(fields)]];
  }),
);

/** The fields by which lists filter, sort or date, pages and names. `identifier` has no column: ordinals are its order. */
export const columnFields = ({ id }: Source): readonly string[] => COLUMN_FIELDS.get(id) ?? [];

/** The fields that lists filter by keyword. */
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

/** @param body of the document, for the name that it gives */
export function catalogRecord(source: Source, id: string, metadata: Metadata, body = ''): CatalogRecord {
  const made: Readonly<Record<string, () => string | null>> = {
    [PAGES_COLUMN]: () => pagesValue(source, metadata),
    [NAME_COLUMN]: () => nameValue(source, metadata, body),
    [LEVELS_COLUMN]: () => levelsValue(source, metadata),
  };
  return {
    identifier: String(metadata.identifier),
    item: listingItem(source, id, metadata),
    values: columnFields(source).map(field => (made[field] ?? (() => columnValue(metadata[field])))()),
    keywords: keywordFields(source).map(field => keywordField(field).keywordsOf(metadata)),
  };
}

function levelsValue(source: Source, metadata: Metadata): string | null {
  const chain = chainOf({ source: source.id, identifier: String(metadata.identifier), metadata });
  if (chain.length === 0) return null;
  return JSON.stringify(
    chain.map(({ level, number, name, identifier }): LevelRow => [level, number, name, identifier]),
  );
}

function nameValue({ citation }: Source, { document_type: type }: Metadata, body: string): string | null {
  if (citation?.by === 'page') {
    const order = type === 'presidential_document' ? orderGiven(body) : null;
    return order && `${order}/`;
  }
  const given = nameGiven(body);
  return given && `${given.name}/${given.year}`;
}

function pagesValue({ citation }: Source, metadata: Metadata): string | null {
  const pages = citation?.by === 'page' ? pagesOf(citation, metadata) : null;
  return pages && `${pages.volume}/${pages.first}/${pages.last}`;
}

/** Converts booleans to 0 and 1, lists to null. */
export function columnValue(value: MetadataValue | undefined): ColumnValue | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** Returns the listing item (build/contract/README.md, Lists): id, identifier, source and the standard listing metadata. */
function listingItem(source: Source, id: string, metadata: Metadata): string {
  // `Object.fromEntries` would give each object another shape, which slows serialising.
  const listing: Metadata = {};
  for (const field of source.listing) listing[field] = metadata[field] ?? null;
  return JSON.stringify({ id, identifier: metadata.identifier, source: source.id, metadata: listing });
}
