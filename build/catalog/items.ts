import type { StoredCatalog } from '../formats/catalog.ts';
import { CHUNK_TEXTS, type TextTable, tableOf } from '../formats/catalog-items.ts';
import { at } from '../formats/column.ts';

/** Bytes of a run that fill one chunk. */
const CHUNK_BYTES = 1024 * 1024;

/** Keeps the items of new records until the catalog is written: an array, or a file. */
export interface ItemStore {
  add(item: string): void;
  /** @param i in the order of `add` */
  at(i: number): string;
  /** The size of the item in UTF-8. */
  bytes(i: number): number;
}

/**
 * Makes the items of a catalog from those of another and new ones. Runs of the other catalog are copied.
 * @param slots the documents in their order: an ordinal of the base, or the base's count plus the position among the new
 * @throws CatalogError where they exceed the size of a table
 */
export function mergedItems(
  slots: Uint32Array,
  base: StoredCatalog | null,
  added: Pick<ItemStore, 'at' | 'bytes'>,
): TextTable {
  const first = base?.count ?? 0;
  const bytesOf = (i: number): number => {
    const slot = at(slots, i);
    return base && slot < first ? base.itemBytes(slot, slot + 1) : added.bytes(slot - first);
  };
  return tableOf(slots.length, bytesOf, function* () {
    for (let i = 0; i < slots.length; ) {
      const slot = at(slots, i);
      if (!base || slot >= first) {
        const texts: string[] = [];
        for (; i < slots.length && at(slots, i) >= first && texts.length < CHUNK_TEXTS; i++)
          texts.push(added.at(at(slots, i) - first));
        yield Buffer.from(texts.join(''));
        continue;
      }
      const end = runEnd(slots, i, base);
      yield base.itemRun(slot, slot + end - i);
      i = end;
    }
  });
}

/** Finds the end of the run of neighbors in the base that begins here. A run ends at the size of a chunk. */
function runEnd(slots: Uint32Array, from: number, base: StoredCatalog): number {
  const slot = at(slots, from);
  let end = from + 1;
  while (
    end < slots.length &&
    at(slots, end) === slot + end - from &&
    at(slots, end) < base.count &&
    base.itemBytes(slot, slot + end - from) < CHUNK_BYTES
  ) {
    end++;
  }
  return end;
}
