import { type Bitmap, emptyBitmap, membersOf } from './bitmap.ts';

/** Rows of a block. A word's documents are sets of rows, one a block: a list, or a bitmap where that is shorter. */
export const BLOCK = 65_536;
/** Words of 32 bits in the bitmap of a block. */
const BLOCK_WORDS = BLOCK / 32;

/** The first 16 bits of a set tell the form of the rest, which is little-endian. */
const LIST = 0;
const BITMAP = 1;

/** @param rows within the block, ascending, at least one */
export function writeRows(rows: Uint16Array): Buffer {
  const bitmapBytes = (rows[rows.length - 1]! >>> 3) + 1;
  if (rows.length * 2 <= bitmapBytes) {
    const bytes = Buffer.alloc(2 + rows.length * 2);
    bytes.writeUInt16LE(LIST, 0);
    for (let i = 0; i < rows.length; i++) bytes.writeUInt16LE(rows[i]!, 2 + 2 * i);
    return bytes;
  }
  const bytes = Buffer.alloc(2 + bitmapBytes);
  bytes.writeUInt16LE(BITMAP, 0);
  for (const row of rows) bytes[2 + (row >>> 3)]! |= 1 << (row & 7);
  return bytes;
}

/** Adds a set of a block to a bitmap of several blocks. */
export function addRows(set: Uint8Array, bits: Bitmap, block: number): void {
  const first = block * BLOCK_WORDS;
  // A copy, since the bytes may begin at an odd address. Every platform of Node but s390x is little-endian.
  if ((set[0] ?? 0) === LIST) {
    const rows = new Uint16Array(Uint8Array.from(set).buffer);
    for (let i = 1; i < rows.length; i++) bits[first + (rows[i]! >>> 5)]! |= 1 << (rows[i]! & 31);
    return;
  }
  const bitmap = new Uint32Array(Math.ceil((set.length - 2) / 4));
  new Uint8Array(bitmap.buffer).set(set.subarray(2));
  for (let i = 0; i < bitmap.length; i++) bits[first + i]! |= bitmap[i]!;
}

export function readRows(set: Uint8Array): Uint16Array {
  if ((set[0] ?? 0) === LIST) return new Uint16Array(Uint8Array.from(set).buffer).subarray(1);
  const bits = emptyBitmap(BLOCK);
  addRows(set, bits, 0);
  return Uint16Array.from(membersOf(bits));
}
