import { createHash } from 'node:crypto';
import { SOURCES, type Source, type SourceId, sourceOf } from '../contract/sources.ts';
import { columnFields, keywordFields, type SourceCatalog, type StoredCatalog } from './catalog.ts';
import { CatalogError, type TextTable, textTable } from './catalog-items.ts';
import { at, type Column } from './column.ts';
import type { StoredValues } from './column-values.ts';
import type { Keywords } from './keywords.ts';

/**
 * The catalog as one file, so that readers never mix two builds:
 *
 * magic (8 bytes) · header length (u32) · header (JSON) · sections, in the header's order · SHA-256 of all before
 *
 * Numbers are little-endian u32. The items have their own section, which readers may leave on disk. All versions share this
 * frame, so readers distinguish another version from damage.
 */

/** Raised whenever the meaning of the bytes changes; readers take only their own version. */
export const SCHEMA_VERSION = 6;

const MAGIC = Buffer.from('PANDECT\n');
export const PREFIX_BYTES = MAGIC.length + 4;
export const CHECKSUM_BYTES = 32;

export interface CatalogHeader {
  schema_version: number;
  counts: Partial<Record<SourceId, number>>;
  /** Names and lengths in bytes, in the order of the file. */
  sections: [name: string, bytes: number][];
}

/** Bytes of items that a source may hold in memory; larger ones are read from disk on demand. */
export const MAX_ITEMS_IN_MEMORY = 64 * 1024 * 1024;

type Section = [name: string, bytes: number, chunks: () => Iterable<Buffer>];

const bufferOf = (array: Uint32Array): Buffer =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength);

const section = (name: string, bytes: Buffer): Section => [name, bytes.length, () => [bytes]];

function sourceSections(catalog: SourceCatalog): Section[] {
  const name = (rest: string) => `${catalog.source.id}/${rest}`;
  const identifiers = textTable(catalog.count, catalog.identifier);
  const items = catalog.itemTable?.() ?? textTable(catalog.count, catalog.item);
  return [
    ...tableSections(name('identifier'), identifiers),
    ...Object.entries(catalog.columns).flatMap(([field, column]) => [
      section(name(`${field}/values`), Buffer.from(JSON.stringify(column.values))),
      section(name(`${field}/order`), bufferOf(column.order)),
      section(name(`${field}/starts`), bufferOf(column.starts)),
    ]),
    ...Object.entries(catalog.keywords).flatMap(([field, { size, label, order, starts }]) => [
      ...tableSections(name(`${field}/label`), textTable(size, label)),
      section(name(`${field}/order`), bufferOf(order)),
      section(name(`${field}/starts`), bufferOf(starts)),
    ]),
    ...tableSections(name('item'), items),
  ];
}

const tableSections = (name: string, { bytes, offsets, chunks }: TextTable): Section[] => [
  section(`${name}_offsets`, bufferOf(offsets)),
  [`${name}s`, bytes, chunks],
];

/** Yields the catalog file in chunks. @param hash takes all of them, including the checksum */
export function* encodeCatalog(
  catalogs: readonly SourceCatalog[],
  hash = createHash('sha256'),
): Iterable<Buffer> {
  const sections = catalogs.flatMap(sourceSections);
  const header: CatalogHeader = {
    schema_version: SCHEMA_VERSION,
    counts: Object.fromEntries(catalogs.map(({ source, count }) => [source.id, count])),
    sections: sections.map(([name, bytes]) => [name, bytes]),
  };
  const headerBytes = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(headerBytes.length);
  for (const chunk of [MAGIC, length, headerBytes]) {
    hash.update(chunk);
    yield chunk;
  }
  for (const [, , chunks] of sections) {
    for (const chunk of chunks()) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const checksum = hash.copy().digest();
  hash.update(checksum);
  yield checksum;
}

/** @param prefix the first {@link PREFIX_BYTES} bytes or more @returns start and length of the header */
export function headerExtent(prefix: Buffer): { start: number; bytes: number } {
  if (prefix.length < PREFIX_BYTES || !prefix.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new CatalogError('is not a catalog file');
  }
  return { start: PREFIX_BYTES, bytes: prefix.readUInt32LE(MAGIC.length) };
}

/** @param bytes the header of a file with a correct checksum. @throws CatalogError for another version */
export function decodeHeader(bytes: Buffer): CatalogHeader {
  const header: CatalogHeader = JSON.parse(bytes.toString());
  if (header.schema_version !== SCHEMA_VERSION) {
    throw new CatalogError(
      `has schema version ${header.schema_version}, this program reads ${SCHEMA_VERSION}`,
    );
  }
  return header;
}

/** Locates the sections of a file. @param begin of the first: the end of the header */
export function sectionExtents(
  header: CatalogHeader,
  begin: number,
): Map<string, { offset: number; bytes: number }> {
  const sections = new Map<string, { offset: number; bytes: number }>();
  let offset = begin;
  for (const [name, bytes] of header.sections) {
    sections.set(name, { offset, bytes });
    offset += bytes;
  }
  return sections;
}

type SectionReader = (name: string) => Buffer;
type ValuesReader = (name: string) => StoredValues;
type ItemReader = (source: Source, offset: number, bytes: number) => Buffer;

/** Opens the catalogs of all sources over the sections of a checked file. */
export function decodeCatalog(
  header: CatalogHeader,
  read: SectionReader,
  readItem: ItemReader,
  values: ValuesReader,
): StoredCatalog[] {
  return SOURCES.map(({ id }) => {
    const count = header.counts[id];
    if (count === undefined) throw new CatalogError(`is damaged: it has no source ${id}`);
    return decodeSource(
      id,
      count,
      name => read(`${id}/${name}`),
      readItem,
      name => values(`${id}/${name}`),
    );
  });
}

function decodeSource(
  id: SourceId,
  count: number,
  read: SectionReader,
  readItem: ItemReader,
  values: ValuesReader,
): StoredCatalog {
  const source = sourceOf(id);
  const itemOffsets = numbers(read('item_offsets'));
  const fields = columnFields(source);
  const itemBytes = (from: number, to: number): number => at(itemOffsets, to) - at(itemOffsets, from);
  const itemRun = (from: number, to: number): Buffer =>
    readItem(source, at(itemOffsets, from), itemBytes(from, to));
  return {
    source,
    count,
    identifier: decodeTable(read, 'identifier'),
    item: ordinal => itemRun(ordinal, ordinal + 1).toString(),
    itemBytes,
    itemRun,
    columns: Object.fromEntries(
      fields.map(field => [field, decodeColumn(name => read(`${field}/${name}`), values(`${field}/values`))]),
    ),
    keywords: Object.fromEntries(
      keywordFields(source).map(field => [field, decodeKeywords(name => read(`${field}/${name}`))]),
    ),
  };
}

function decodeTable(read: SectionReader, name: string): (index: number) => string {
  const bytes = read(`${name}s`);
  const offsets = numbers(read(`${name}_offsets`));
  return index => bytes.toString('utf8', offsets[index], offsets[index + 1]);
}

function decodeKeywords(read: SectionReader): Keywords {
  const starts = numbers(read('starts'));
  return {
    size: starts.length - 1,
    label: decodeTable(read, 'label'),
    order: numbers(read('order')),
    starts,
  };
}

const decodeColumn = (read: SectionReader, stored: StoredValues): Column => ({
  get values() {
    return stored.values;
  },
  valueAt: stored.valueAt,
  order: numbers(read('order')),
  starts: numbers(read('starts')),
});

/** Returns a view of a buffer aligned to words, else a copy. */
function numbers(bytes: Buffer): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(Uint8Array.from(bytes).buffer);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
