import { timestampOf } from '../contract/envelope.ts';
import { naturalKey } from '../contract/natural-order.ts';
import { documentUrl, structureLevelUrl } from '../contract/paths.ts';
import { CITING_PLACES, MOST_PINPOINTS, type Reference, type ReferenceList } from '../contract/reference.ts';
import { referencesFiles } from '../contract/references.ts';
import type { Output } from '../files/staging.ts';
import type { SourceCatalog } from '../formats/catalog.ts';
import { keysOfIdentifiers } from '../lists/identifier-keys.ts';
import type { LevelNode } from '../lists/level-tree.ts';
import { Listing } from '../lists/listing.ts';
import { readSubject } from '../references/subjects.ts';
import type { References, StoredReference } from '../state/references.ts';
import type { LevelTrees } from './level-trees.ts';

/** How lists show a subject. */
interface Shown {
  identifier: string;
  /** `naturalKey` of the identifier, once it was compared. */
  key: string | null;
  url: string | null;
  display_title: string | null;
  /** The day of a document, YYYY-MM-DD. */
  date: string | null;
}

/** All references to, or from, a subject in one kind of place. */
interface Item extends Omit<StoredReference, 'other'> {
  shown: Shown;
}

/** Subjects that are remembered. */
const MOST_REMEMBERED = 50_000;

/** Makes the pages of references of subjects. */
export class ReferenceLists {
  readonly #store: References;
  readonly #listings: ReadonlyMap<string, Listing>;
  readonly #trees: LevelTrees;
  readonly #shown = new Map<string, Shown>();

  constructor(store: References, catalogs: readonly SourceCatalog[], trees: LevelTrees) {
    this.#store = store;
    this.#listings = new Map(catalogs.map(catalog => [catalog.source.id, new Listing(catalog)]));
    this.#trees = trees;
  }

  /** The files of subjects; none of those that neither cite nor are cited, or are not in the corpus. */
  *filesOf(subjects: readonly string[]): Generator<Output> {
    const [cited, citing] = [this.#store.citedBy(subjects), this.#store.citing(subjects)];
    for (const subject of subjects)
      yield* this.#filesOf(subject, cited.get(subject) ?? [], citing.get(subject) ?? []);
  }

  *#filesOf(
    subject: string,
    cited: readonly StoredReference[],
    storedCiting: readonly StoredReference[],
  ): Generator<Output> {
    if (cited.length + storedCiting.length === 0) return;
    const read = readSubject(subject);
    const own = read && this.#showing(subject);
    if (!read || !own?.url) return;
    const cites = this.#list(subject, cited);
    const citing = this.#list(subject, storedCiting);
    if (cites.items.length + citing.items.length === 0) return;
    const lists: Record<ReferenceList, readonly Reference[]> = { cites: cites.items, cited_by: citing.items };
    const newest = [own.date, cites.newest, citing.newest].reduce((a, b) => ((a ?? '') > (b ?? '') ? a : b));
    yield* referencesFiles(read, lists, timestampOf(newest));
  }

  #list(subject: string, stored: readonly StoredReference[]): { items: Reference[]; newest: string | null } {
    const items = new Map<string, Item>();
    let newest: string | null = null;
    for (const { other, place, count, pinpoints } of stored) {
      // What a document says of itself leads nowhere.
      if (other === subject) continue;
      const shown = this.#showing(other);
      if ((shown.date ?? '') > (newest ?? '')) newest = shown.date;
      const key = `${place} ${other}`;
      const known = items.get(key);
      if (!known) items.set(key, { shown, place, count, pinpoints });
      else {
        known.count += count;
        known.pinpoints = distinct([...known.pinpoints, ...pinpoints]);
      }
    }
    return { items: Array.from(items.values()).sort(byWeight).map(referenceOf), newest };
  }

  #showing(subject: string): Shown {
    const known = this.#shown.get(subject);
    if (known) return known;
    const made = this.#make(subject);
    if (this.#shown.size >= MOST_REMEMBERED) this.#shown.clear();
    this.#shown.set(subject, made);
    return made;
  }

  #make(subject: string): Shown {
    const read = readSubject(subject);
    const { identifier } = read ?? { identifier: subject };
    const none = { identifier, key: null, url: null, display_title: null, date: null };
    if (!read) return none;
    const { resource, source } = read;
    if (resource === 'levelreferences') {
      const node = this.#trees.of(source)?.byIdentifier.get(identifier);
      if (!node) return none;
      return { ...none, url: structureLevelUrl(source, identifier), display_title: levelTitle(node) };
    }
    const listing = this.#listings.get(source.id) as Listing;
    const ordinal = keysOfIdentifiers(listing.catalog).ordinalOf(identifier);
    if (ordinal === null) return none;
    const { metadata } = JSON.parse(listing.catalog.item(ordinal)) as {
      metadata: { display_title?: string | null };
    };
    const { display_title = null } = metadata;
    const date = listing.newest([ordinal]);
    return { ...none, url: documentUrl(source, identifier), display_title, date };
  }
}

/** `Part 52 - Approval and Promulgation of Implementation Plans` */
export function levelTitle({ level, number, name }: Pick<LevelNode, 'level' | 'number' | 'name'>): string {
  const label = [`${level.charAt(0).toUpperCase()}${level.slice(1)}`, number].filter(Boolean).join(' ');
  return name === null ? label : `${label} - ${name}`;
}

const keyOf = (shown: Shown): string => (shown.key ??= naturalKey(shown.identifier));

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The most citations first, then in the order of places and of the law. */
const byWeight = (a: Item, b: Item): number =>
  b.count - a.count ||
  CITING_PLACES.indexOf(a.place) - CITING_PLACES.indexOf(b.place) ||
  compareTexts(keyOf(a.shown), keyOf(b.shown)) ||
  compareTexts(a.shown.identifier, b.shown.identifier);

const referenceOf = ({
  shown: { identifier, url, display_title },
  place,
  count,
  pinpoints,
}: Item): Reference => ({ identifier, url, display_title, where: place, count, pinpoints });

const distinct = (pinpoints: readonly (readonly string[])[]): (readonly string[])[] =>
  [...new Map(pinpoints.map(each => [each.join('\n'), each])).values()].slice(0, MOST_PINPOINTS);
