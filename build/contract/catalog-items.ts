import type { SourceCatalog } from './catalog.ts';
import { at } from './column.ts';

/** Items one after the other, and where each begins: `count + 1` offsets. */
export interface TextTable {
  bytes: number;
  offsets: Uint32Array;
  chunks(): Iterable<Buffer>;
}

/** A catalog whose items lie in a file as they were written, so that runs of them can be copied. */
export interface StoredCatalog extends SourceCatalog {
  /** Bytes of the items of these ordinals. */
  itemBytes(from: number, to: number): number;
  /** The items of these ordinals, one after the other. */
  itemRun(from: number, to: number): Buffer;
}

export class CatalogError extends Error {}

const MAX_TABLE_BYTES = 0xffff_ffff;
/** Texts, and bytes of a run, that make one chunk. */
const CHUNK_TEXTS = 1024;
const CHUNK_BYTES = 1024 * 1024;

/** @throws CatalogError where the texts take more than a table may hold */
export function textTable(count: number, textAt: (index: number) => string): TextTable {
  return tableOf(
    count,
    i => Buffer.byteLength(textAt(i)),
    function* () {
      for (let from = 0; from < count; from += CHUNK_TEXTS) {
        const length = Math.min(CHUNK_TEXTS, count - from);
        yield Buffer.from(Array.from({ length }, (_, i) => textAt(from + i)).join(''));
      }
    },
  );
}

/**
 * The items of documents that stand in another catalog, or are new. Runs of the other catalog are copied.
 *
 * @param slots the documents in their order: an ordinal of the base, or the base's count and the place among the new
 * @throws CatalogError where they take more than a table may hold
 */
export function mergedItems(
  slots: Uint32Array,
  base: StoredCatalog | null,
  added: { at(i: number): string; bytes(i: number): number },
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

/** Where the run of neighbours in the base ends that begins here, or becomes too long for a chunk. */
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

function tableOf(count: number, bytesOf: (i: number) => number, chunks: () => Iterable<Buffer>): TextTable {
  const offsets = new Uint32Array(count + 1);
  let bytes = 0;
  for (let i = 0; i < count; i++) {
    bytes += bytesOf(i);
    if (bytes > MAX_TABLE_BYTES) throw new CatalogError('The catalog of one source exceeds 4 GiB');
    offsets[i + 1] = bytes;
  }
  return { bytes, offsets, chunks };
}
