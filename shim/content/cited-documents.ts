import { keysOfIdentifier } from '../../build/contract/citations/document-keys.ts';
import { sectionKey } from '../../build/contract/citations/keys.ts';
import type { CitedPage } from '../../build/contract/citations/readings.ts';
import type { CitedCorpus, CitedDocument } from '../../build/contract/citations/resolve.ts';
import { shorthandOf } from '../../build/contract/identifier.ts';
import { naturalKey } from '../../build/contract/natural-order.ts';
import { documentUrl } from '../../build/contract/paths.ts';
import { SOURCES, type Source, type SourceId } from '../../build/contract/sources.ts';
import { columnOf, PAGES_COLUMN, type SourceCatalog } from '../../build/formats/catalog.ts';
import { at, type Column, groupsOf, groupValue, partitionPoint } from '../../build/formats/column.ts';

/** Looks up cited documents in catalogs, by binary searches alone. @param catalogOf the catalog of a source */
export const citedDocuments = (catalogOf: (id: SourceId) => SourceCatalog): CitedCorpus => ({
  documents(identifier) {
    const source = sourceOfIdentifier(identifier);
    return source ? documentsOf(catalogOf(source.id), identifier) : [];
  },
  documentsOnPage: page => documentsOnPage(catalogOf(page.source.id), page),
  hasLevel(identifier) {
    const source = sourceOfIdentifier(identifier);
    return source ? hasLevel(catalogOf(source.id), identifier) : false;
  },
});

const sourceOfIdentifier = (identifier: string): Source | undefined =>
  SOURCES.find(({ namespace }) => identifier.startsWith(namespace));

function documentAt({ source, item, identifier }: SourceCatalog, ordinal: number): CitedDocument {
  const own = identifier(ordinal);
  const { metadata } = JSON.parse(item(ordinal)) as { metadata: { display_title?: string | null } };
  return {
    identifier: own,
    url: documentUrl(source, own),
    display_title: metadata.display_title ?? null,
  };
}

/** Most documents that share an identifier but for a suffix: `s106~2`. */
const MOST_DUPLICATES = 20;

function documentsOf(catalog: SourceCatalog, identifier: string): CitedDocument[] {
  const ordinals = sameOrdinals(catalog, identifier);
  const isExact = (ordinal: number): number => (catalog.identifier(ordinal) === identifier ? 0 : 1);
  ordinals.sort((a, b) => isExact(a) - isExact(b) || a - b);
  const found = ordinals.length > 0 ? ordinals : otherOrdinals(catalog, identifier);
  return found.map(ordinal => documentAt(catalog, ordinal));
}

/** Returns the documents with this identifier, in any case and with any dashes, and their duplicates. */
function sameOrdinals(catalog: SourceCatalog, identifier: string): number[] {
  const all = alike(catalog, identifier);
  for (let suffix = 2; all.length > 0 && suffix < MOST_DUPLICATES; suffix++) {
    const more = alike(catalog, `${identifier}~${suffix}`);
    if (more.length === 0) break;
    all.push(...more);
  }
  return all;
}

function alike(catalog: SourceCatalog, identifier: string): number[] {
  const key = naturalKey(identifier);
  const first = firstFrom(catalog, key);
  const ordinals: number[] = [];
  for (let i = first; i < catalog.count && naturalKey(catalog.identifier(i)) === key; i++) ordinals.push(i);
  return ordinals;
}

const firstFrom = ({ count, identifier }: SourceCatalog, key: string): number =>
  partitionPoint(count, ordinal => naturalKey(identifier(ordinal)) < key);

/** Documents of several sections are this close to each of their numbers: `s651 to 658` is after `s651`, and before `s652`. */
const NEAR = 5;

/** Returns documents of several sections with this one among them, or sections of laws in an appendix. */
function otherOrdinals(catalog: SourceCatalog, identifier: string): number[] {
  const { source } = catalog;
  const [, title, number] = /^t(\d+[a-z]*)\/s([^/]+)$/i.exec(shorthandOf(source, identifier)) ?? [];
  if (title === undefined || number === undefined || source.citation?.by !== 'section') return [];
  const key = sectionKey(source.citation, title, number);
  const isOfKey = (ordinal: number): boolean =>
    keysOfIdentifier(source.id, catalog.identifier(ordinal)).includes(key);
  if (/[a-z]$/i.test(title)) {
    const inLaws = [...ordinalsWith(catalog, 'section_number', number)].filter(isOfKey);
    if (inLaws.length > 0) return inLaws;
  }
  const next = firstFrom(catalog, naturalKey(identifier));
  const near = Array.from({ length: 2 * NEAR }, (_, i) => next - NEAR + i);
  const covering = near.find(ordinal => ordinal >= 0 && ordinal < catalog.count && isOfKey(ordinal));
  return covering === undefined ? [] : [covering];
}

/** Returns the documents with a value of a column, in any case and with any dashes, ascending within each spelling. */
function* ordinalsWith(catalog: SourceCatalog, field: string, value: string): Iterable<number> {
  const column = columnOf(catalog, field);
  const key = naturalKey(value);
  for (let code = codeFrom(column, key); isCodeOf(column, code, key); code++) yield* ordinalsOf(column, code);
}

const codeFrom = (column: Column, key: string): number =>
  partitionPoint(groupsOf(column), code => naturalKey(String(groupValue(column, code))) < key);

const isCodeOf = (column: Column, code: number, key: string): boolean =>
  code < groupsOf(column) && naturalKey(String(groupValue(column, code))) === key;

const ordinalsOf = ({ order, starts }: Column, code: number): Uint32Array =>
  order.subarray(at(starts, code), at(starts, code + 1));

/** Long documents overlap short ones on the page where they begin: so many may begin between. */
const MOST_BETWEEN = 20;

function documentsOnPage(catalog: SourceCatalog, { volume, page }: CitedPage): CitedDocument[] {
  const column = columnOf(catalog, PAGES_COLUMN);
  const found: number[] = [];
  const first = codeFrom(column, naturalKey(`${volume}/${page}`));
  const valueAt = (code: number): string => String(groupValue(column, code));
  for (let code = first; code < groupsOf(column) && valueAt(code).startsWith(`${volume}/${page}/`); code++)
    found.push(...ordinalsOf(column, code));
  for (let code = first - 1; found.length === 0 && code >= Math.max(0, first - MOST_BETWEEN); code--) {
    const [inVolume, , last] = valueAt(code).split('/');
    if (inVolume === volume && Number(last) >= Number(page)) found.push(...ordinalsOf(column, code));
  }
  return found.map(ordinal => documentAt(catalog, ordinal));
}

/** Levels of identifiers with the fields that hold their numbers. */
const LEVELS: readonly (readonly [prefix: RegExp, field: string])[] = [
  [/^p(?=\d)/i, 'part_number'],
  [/^ch(?=\w)/i, 'chapter_number'],
];

function hasLevel(catalog: SourceCatalog, identifier: string): boolean {
  const [, title = '', rest = ''] = /^(.*?\/t\d+[a-z]*)(?:\/(.*))?$/i.exec(identifier) ?? [];
  const inTitle = `${naturalKey(title)}\u0001`;
  const isInTitle = (ordinal: number): boolean => naturalKey(catalog.identifier(ordinal)).startsWith(inTitle);
  if (title === '') return false;
  if (rest === '') {
    const first = firstFrom(catalog, inTitle);
    return first < catalog.count && isInTitle(first);
  }
  const last = rest.slice(rest.lastIndexOf('/') + 1);
  const [prefix, field] = LEVELS.find(([prefix]) => prefix.test(last)) ?? [];
  if (!prefix || field === undefined || !catalog.columns[field]) return false;
  return [...ordinalsWith(catalog, field, last.replace(prefix, ''))].some(isInTitle);
}
