import { countBefore } from '../catalog/builder.ts';
import { timestampOf } from '../contract/envelope.ts';
import { compareNatural } from '../contract/natural-order.ts';
import { documentUrl, structureLevelUrl } from '../contract/paths.ts';
import { CITING_PLACES, MOST_PINPOINTS, type Reference, type ReferenceList } from '../contract/reference.ts';
import { referencesFiles } from '../contract/references.ts';
import type { Output } from '../files/staging.ts';
import type { SourceCatalog } from '../formats/catalog.ts';
import type { LevelNode, LevelTree } from '../lists/level-tree.ts';
import { Listing } from '../lists/listing.ts';
import { readSubject } from '../references/subjects.ts';
import type { References, StoredReference } from '../state/references.ts';

/** How lists show a subject. */
interface Shown {
  identifier: string;
  url: string | null;
  display_title: string | null;
  /** The day of a document, YYYY-MM-DD. */
  date: string | null;
}

/** Subjects that are remembered. */
const MOST_REMEMBERED = 50_000;

/** Makes the pages of references of subjects. */
export class ReferenceLists {
  readonly #store: References;
  readonly #listings: ReadonlyMap<string, Listing>;
  readonly #trees: ReadonlyMap<string, LevelTree>;
  readonly #shown = new Map<string, Shown>();

  /** @param trees of levels, by id of the source */
  constructor(store: References, catalogs: readonly SourceCatalog[], trees: ReadonlyMap<string, LevelTree>) {
    this.#store = store;
    this.#listings = new Map(catalogs.map(catalog => [catalog.source.id, new Listing(catalog)]));
    this.#trees = trees;
  }

  /** The files of a subject; none where it neither cites nor is cited, or is not in the corpus. */
  *filesOf(subject: string): Generator<Output> {
    const read = readSubject(subject);
    const own = read && this.#showing(subject);
    if (!read || !own?.url) return;
    const cites = this.#list(subject, this.#store.citedBy(subject));
    const citing = this.#list(subject, this.#store.citing(subject));
    if (cites.items.length + citing.items.length === 0) return;
    const lists: Record<ReferenceList, readonly Reference[]> = { cites: cites.items, cited_by: citing.items };
    const newest = [own.date, cites.newest, citing.newest].reduce((a, b) => ((a ?? '') > (b ?? '') ? a : b));
    yield* referencesFiles(read, lists, timestampOf(newest));
  }

  #list(subject: string, stored: readonly StoredReference[]): { items: Reference[]; newest: string | null } {
    const items = new Map<string, Reference>();
    let newest: string | null = null;
    for (const { other, place, count, pinpoints } of stored) {
      // What a document says of itself leads nowhere.
      if (other === subject) continue;
      const { date, ...shown } = this.#showing(other);
      if ((date ?? '') > (newest ?? '')) newest = date;
      const key = `${place} ${other}`;
      const known = items.get(key);
      items.set(key, {
        ...{ ...shown, where: place, count: count + (known?.count ?? 0) },
        pinpoints: known ? distinct([...known.pinpoints, ...pinpoints]) : pinpoints,
      });
    }
    return { items: [...items.values()].sort(byWeight), newest };
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
    const none = { url: null, display_title: null, date: null };
    if (!read) return { identifier: subject, ...none };
    const { resource, source, identifier } = read;
    if (resource === 'levelreferences') {
      const node = this.#trees.get(source.id)?.byIdentifier.get(identifier);
      if (!node) return { identifier, ...none };
      const url = structureLevelUrl(source, identifier);
      return { identifier, url, display_title: levelTitle(node), date: null };
    }
    const listing = this.#listings.get(source.id) as Listing;
    const { catalog } = listing;
    const ordinal = countBefore(catalog, identifier);
    if (ordinal >= catalog.count || catalog.identifier(ordinal) !== identifier)
      return { identifier, ...none };
    const { metadata } = JSON.parse(catalog.item(ordinal)) as { metadata: { display_title?: string | null } };
    const { display_title = null } = metadata;
    return {
      identifier,
      url: documentUrl(source, identifier),
      display_title,
      date: listing.newest([ordinal]),
    };
  }
}

/** `Part 52 - Approval and Promulgation of Implementation Plans` */
export function levelTitle({ level, number, name }: Pick<LevelNode, 'level' | 'number' | 'name'>): string {
  const label = [`${level.charAt(0).toUpperCase()}${level.slice(1)}`, number].filter(Boolean).join(' ');
  return name === null ? label : `${label} - ${name}`;
}

/** The most citations first, then in the order of places and of the law. */
const byWeight = (a: Reference, b: Reference): number =>
  b.count - a.count ||
  CITING_PLACES.indexOf(a.where) - CITING_PLACES.indexOf(b.where) ||
  compareNatural(a.identifier, b.identifier);

const distinct = (pinpoints: readonly (readonly string[])[]): (readonly string[])[] =>
  [...new Map(pinpoints.map(each => [each.join('\n'), each])).values()].slice(0, MOST_PINPOINTS);
