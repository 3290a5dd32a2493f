import { keysOfIdentifier } from '../contract/citations/document-keys.ts';
import { sectionKey } from '../contract/citations/keys.ts';
import { orderName } from '../contract/citations/orders.ts';
import type { ActName, CitedPage } from '../contract/citations/readings.ts';
import type { CitedCorpus, CitedDocument } from '../contract/citations/resolve.ts';
import { shorthandOf } from '../contract/identifier.ts';
import { naturalKey } from '../contract/natural-order.ts';
import { documentUrl } from '../contract/paths.ts';
import { SOURCES, type SourceId, sourceOfIdentifier } from '../contract/sources.ts';
import { columnOf, NAME_COLUMN, PAGES_COLUMN, type SourceCatalog } from '../formats/catalog.ts';
import { at, type Column, groupsOf, groupValue, partitionPoint } from '../formats/column.ts';
import { citedLevelKeys } from './cited-level-keys.ts';
import { keysOfIdentifiers, MOST_KEYS } from './identifier-keys.ts';

/** Looks up cited documents in catalogs, by binary searches alone. @param catalogOf the catalog of a source */
export function citedDocuments(catalogOf: (id: SourceId) => SourceCatalog) {
  const inSource = (id: SourceId): CitedInCatalog => {
    const catalog = catalogOf(id);
    const known = LOOKUPS.get(catalog) ?? new CitedInCatalog(catalog);
    LOOKUPS.set(catalog, known);
    return known;
  };
  const ofIdentifier = (identifier: string): CitedInCatalog | null => {
    const source = sourceOfIdentifier(identifier);
    return source ? inSource(source.id) : null;
  };
  const named = (name: ActName): CitedDocument[] =>
    SOURCES.flatMap(({ id }) => inSource(id).documentsNamed(name));
  return {
    documents: (identifier: string) => {
      const name = orderName(identifier);
      return name === null
        ? (ofIdentifier(identifier)?.documents(identifier) ?? [])
        : named({ name, year: '' });
    },
    /** The identifiers of the documents with an identifier of a source: less work than the documents. */
    identifiers: (identifier: string) => ofIdentifier(identifier)?.identifiers(identifier) ?? [],
    documentsOnPage: (page: CitedPage) => inSource(page.source.id).documentsOnPage(page),
    documentsNamed: named,
    hasLevel: (identifier: string) => ofIdentifier(identifier)?.hasLevel(identifier) ?? false,
    /** The sections strictly between two of one title; none where they are more than `most`. */
    sectionsBetween: (from: string, to: string, most: number) =>
      ofIdentifier(from)?.sectionsBetween(from, to, most) ?? [],
  } satisfies CitedCorpus & Record<string, unknown>;
}

/** As long as their catalogs are served. */
const LOOKUPS = new WeakMap<SourceCatalog, CitedInCatalog>();
/** Most documents that share an identifier but for a suffix: `s106~2`. */
const MOST_DUPLICATES = 20;
/** Documents of several sections are this close to each of their numbers: `s651 to 658` is after `s651`, and before `s652`. */
const NEAR = 5;
/** Documents that are looked at between the ends of a range, for each that is wanted. */
const BESIDE = 10;
/** A section, and no double of one. */
const SINGLE = /^s[^/~]+$/;
/** The number of a single section has no spaces and no dots in a row. */
const SEVERAL = /[ ,]|\.\.\.|§|\d-\s*\d+\.\d/;
/** Long documents overlap short ones on the page where they begin: so many may begin between. */
const MOST_BETWEEN = 20;

/** Levels of identifiers with the fields that hold their numbers. */
const LEVELS: readonly (readonly [prefix: RegExp, field: string])[] = [
  [/^p(?=\d)/i, 'part_number'],
  [/^ch(?=\w)/i, 'chapter_number'],
];

/** Documents that begin on one page: more are a slip of their metadata. */
const MOST_ON_PAGE = 100;

class CitedInCatalog {
  readonly #catalog: SourceCatalog;
  readonly #keys: ReturnType<typeof keysOfIdentifiers>;
  #levels: ReadonlySet<string> | null = null;

  constructor(catalog: SourceCatalog) {
    this.#catalog = catalog;
    this.#keys = keysOfIdentifiers(catalog);
  }

  documents(identifier: string): CitedDocument[] {
    return this.#ordinals(identifier).map(this.#documentAt);
  }

  identifiers(identifier: string): string[] {
    return this.#ordinals(identifier).map(this.#catalog.identifier);
  }

  #ordinals(identifier: string): number[] {
    const { identifier: identifierOf } = this.#catalog;
    const isOther = (ordinal: number): number => (identifierOf(ordinal) === identifier ? 0 : 1);
    const same = this.#same(identifier).sort((a, b) => isOther(a) - isOther(b));
    return same.length > 0 ? same : this.#covering(identifier);
  }

  sectionsBetween(from: string, to: string, most: number): string[] {
    const folder = /^\/.*\/t[^/]+\/(?=s[^/]+$)/.exec(from)?.[0];
    if (folder === undefined || !to.startsWith(folder)) return [];
    const [low, high] = [naturalKey(from), naturalKey(to)];
    const members: string[] = [];
    // Appendices may stand between sections.
    const end = Math.min(this.#catalog.count, this.#keys.from(low) + most * BESIDE);
    for (let i = this.#keys.from(low); i < end && this.#keys.at(i) < high; i++) {
      const identifier = this.#catalog.identifier(i);
      const isSection = identifier.startsWith(folder) && SINGLE.test(identifier.slice(folder.length));
      if (!isSection || this.#keys.at(i) === low) continue;
      if (members.push(identifier) > most) return [];
    }
    return this.#keys.at(end - 1) < high && end < this.#catalog.count ? [] : members;
  }

  documentsOnPage({ volume, page }: CitedPage): CitedDocument[] {
    const column = columnOf(this.#catalog, PAGES_COLUMN);
    const valueAt = (code: number): string => String(groupValue(column, code));
    const first = codeFrom(column, naturalKey(`${volume}/${page}`));
    const isOnPage = (code: number) =>
      code < groupsOf(column) && valueAt(code).startsWith(`${volume}/${page}/`);
    const found: number[] = [];
    const add = (code: number): void => {
      for (const ordinal of ordinalsOf(column, code).subarray(0, MOST_ON_PAGE - found.length))
        found.push(ordinal);
    };
    for (let code = first; found.length < MOST_ON_PAGE && isOnPage(code); code++) add(code);
    const least = Math.max(0, first - MOST_BETWEEN);
    for (let code = first - 1; found.length === 0 && code >= least; code--) {
      const [inVolume, , last] = valueAt(code).split('/');
      if (inVolume === volume && Number(last) >= Number(page)) add(code);
    }
    return found.map(this.#documentAt);
  }

  documentsNamed({ name, year }: ActName): CitedDocument[] {
    const column = this.#catalog.columns[NAME_COLUMN];
    if (!column) return [];
    const valueAt = (code: number): string => String(groupValue(column, code));
    const found: number[] = [];
    const first = codeFrom(column, naturalKey(`${name}/`));
    for (let code = first; code < groupsOf(column) && valueAt(code).startsWith(`${name}/`); code++)
      if (year === '' || valueAt(code) === `${name}/${year}`) found.push(...ordinalsOf(column, code));
    return found.map(this.#documentAt);
  }

  hasLevel(identifier: string): boolean {
    const [, title = '', rest = ''] = /^(.*?\/t\d+[a-z]*)(?:\/(.*))?$/i.exec(identifier) ?? [];
    if (title === '') return false;
    const inTitle = `${naturalKey(title)}\u0001`;
    const isInTitle = (ordinal: number | undefined): boolean =>
      ordinal !== undefined && this.#keys.at(ordinal).startsWith(inTitle);
    const { count, columns } = this.#catalog;
    if (rest === '') {
      const first = this.#keys.from(inTitle);
      return first < count && isInTitle(first);
    }
    const last = rest.slice(rest.lastIndexOf('/') + 1);
    const [prefix, field = ''] = LEVELS.find(([prefix]) => prefix.test(last)) ?? [];
    const column = columns[field];
    if (!prefix || !column) {
      this.#levels ??= citedLevelKeys(this.#catalog);
      return this.#levels.has(naturalKey(identifier));
    }
    // The documents of a value are in the order of identifiers.
    return groupsLike(column, last.replace(prefix, '')).some(group =>
      isInTitle(group[partitionPoint(group.length, i => this.#keys.at(at(group, i)) < inTitle)]),
    );
  }

  /** Returns the documents with this identifier, in any case and with any dashes, and their duplicates. */
  #same(identifier: string): number[] {
    const all = this.#alike(identifier);
    for (let suffix = 2; all.length > 0 && suffix < MOST_DUPLICATES; suffix++) {
      const more = this.#alike(`${identifier}~${suffix}`);
      if (more.length === 0) break;
      all.push(...more);
    }
    return all;
  }

  #alike(identifier: string): number[] {
    const key = naturalKey(identifier);
    const ordinals: number[] = [];
    for (let i = this.#keys.from(key); i < this.#catalog.count && this.#keys.at(i) === key; i++)
      ordinals.push(i);
    return ordinals;
  }

  /** Returns documents of several sections with this one among them, or sections of laws in an appendix. */
  #covering(identifier: string): number[] {
    const { source, count, identifier: identifierOf } = this.#catalog;
    const [, title, number] = /^t(\d+[a-z]*)\/s([^/]+)$/i.exec(shorthandOf(source, identifier)) ?? [];
    if (title === undefined || number === undefined || source.citation?.by !== 'section') return [];
    const key = sectionKey(source.citation, title, number);
    const isOfKey = (ordinal: number): boolean =>
      keysOfIdentifier(source.id, identifierOf(ordinal)).includes(key);
    if (/[a-z]$/i.test(title)) {
      const column = columnOf(this.#catalog, 'section_number');
      const inLaws = groupsLike(column, number).flatMap(group => [...group].filter(isOfKey));
      if (inLaws.length > 0) return inLaws;
    }
    const next = this.#keys.from(naturalKey(identifier));
    for (let i = Math.max(0, next - NEAR); i < Math.min(count, next + NEAR); i++)
      if (SEVERAL.test(identifierOf(i)) && isOfKey(i)) return [i];
    return [];
  }

  readonly #documentAt = (ordinal: number): CitedDocument => {
    const { source, item, identifier } = this.#catalog;
    const own = identifier(ordinal);
    const { metadata } = JSON.parse(item(ordinal)) as { metadata: { display_title?: string | null } };
    return { identifier: own, url: documentUrl(source, own), display_title: metadata.display_title ?? null };
  };
}

/** Returns the documents of each spelling of a value, in any case and with any dashes. */
function groupsLike(column: Column, value: string): Uint32Array[] {
  const key = naturalKey(value);
  const groups: Uint32Array[] = [];
  for (let code = codeFrom(column, key); isCodeOf(column, code, key); code++)
    groups.push(ordinalsOf(column, code));
  return groups;
}

const codeFrom = (column: Column, key: string): number =>
  partitionPoint(groupsOf(column), code => keyOfCode(column, code) < key);

const isCodeOf = (column: Column, code: number, key: string): boolean =>
  code < groupsOf(column) && keyOfCode(column, code) === key;

/** Keys of groups: all searches in a column begin alike. */
const GROUP_KEYS = new WeakMap<Column, Map<number, string>>();

function keyOfCode(column: Column, code: number): string {
  const keys = GROUP_KEYS.get(column) ?? new Map<number, string>();
  const known = keys.get(code);
  if (known !== undefined) return known;
  const key = naturalKey(String(groupValue(column, code)));
  if (keys.size >= MOST_KEYS) keys.clear();
  GROUP_KEYS.set(column, keys.set(code, key));
  return key;
}

const ordinalsOf = ({ order, starts }: Column, code: number): Uint32Array =>
  order.subarray(at(starts, code), at(starts, code + 1));
