/** Concatenated items and `count + 1` offsets. */
export interface TextTable {
  bytes: number;
  offsets: Uint32Array;
  chunks(): Iterable<Buffer>;
}

export class CatalogError extends Error {}

const MAX_TABLE_BYTES = 0xffff_ffff;
export const CHUNK_TEXTS = 1024;

/** @throws CatalogError for texts larger than a table may hold */
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

export function tableOf(
  count: number,
  bytesOf: (i: number) => number,
  chunks: () => Iterable<Buffer>,
): TextTable {
  const offsets = new Uint32Array(count + 1);
  let bytes = 0;
  for (let i = 0; i < count; i++) {
    bytes += bytesOf(i);
    if (bytes > MAX_TABLE_BYTES) throw new CatalogError('The catalog of one source exceeds 4 GiB');
    offsets[i + 1] = bytes;
  }
  return { bytes, offsets, chunks };
}
