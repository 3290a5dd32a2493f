import { naturalKey } from '../contract/natural-order.ts';
import type { SourceCatalog } from '../formats/catalog.ts';
import { partitionPoint } from '../formats/column.ts';

/** Keys that are remembered of a catalog: a few megabytes. */
export const MOST_KEYS = 20_000;

/** The natural order of a catalog's documents: finds them by binary searches, which all begin alike. */
class IdentifierKeys {
  readonly #catalog: Pick<SourceCatalog, 'count' | 'identifier'>;
  readonly #keys = new Map<number, string>();

  constructor(catalog: Pick<SourceCatalog, 'count' | 'identifier'>) {
    this.#catalog = catalog;
  }

  /** `naturalKey` of a document's identifier. */
  at(ordinal: number): string {
    const known = this.#keys.get(ordinal);
    if (known !== undefined) return known;
    const key = naturalKey(this.#catalog.identifier(ordinal));
    if (this.#keys.size >= MOST_KEYS) this.#keys.clear();
    this.#keys.set(ordinal, key);
    return key;
  }

  /** The first document in the natural order that does not come before a key. */
  from(key: string): number {
    return partitionPoint(this.#catalog.count, ordinal => this.at(ordinal) < key);
  }

  /** The document with exactly this identifier; null where there is none. */
  ordinalOf(identifier: string): number | null {
    const { count, identifier: identifierOf } = this.#catalog;
    const key = naturalKey(identifier);
    for (let i = this.from(key); i < count && this.at(i) === key; i++)
      if (identifierOf(i) === identifier) return i;
    return null;
  }
}

/** As long as their catalogs are open. */
const KNOWN = new WeakMap<SourceCatalog, IdentifierKeys>();

export function keysOfIdentifiers(catalog: SourceCatalog): IdentifierKeys {
  const known = KNOWN.get(catalog) ?? new IdentifierKeys(catalog);
  KNOWN.set(catalog, known);
  return known;
}
