import type { Piece } from './dump.ts';

const KEY_BYTES = 16;
/** Lengths take six bytes: more than any file has. */
const LENGTH_BYTES = 6;
const CHECKSUM_BYTES = 4;
const ROW_BYTES = KEY_BYTES + 2 * LENGTH_BYTES + CHECKSUM_BYTES;

/** Rows of a table that grows. */
const FIRST_ROWS = 64;

/** The pieces of a dump in 32 bytes each: the dump of all references has one for every sixteen documents of a corpus. */
export class PieceTable {
  #rows: Buffer;
  #count: number;
  /** By the first bytes of a key: its row. Of two that begin alike the last. */
  #known: Map<number, number> | null = null;

  private constructor(rows: Buffer, count: number) {
    this.#rows = rows;
    this.#count = count;
  }

  static empty(): PieceTable {
    return new PieceTable(Buffer.alloc(FIRST_ROWS * ROW_BYTES), 0);
  }

  /** @param bytes of another table, see `bytes` */
  static of(bytes: Uint8Array): PieceTable {
    const rows = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new PieceTable(rows, Math.floor(rows.length / ROW_BYTES));
  }

  get count(): number {
    return this.#count;
  }

  /** All rows, as the state keeps them and threads send them. */
  get bytes(): Buffer {
    return this.#rows.subarray(0, this.#count * ROW_BYTES);
  }

  /** @param key hexadecimal */
  push({ key, bytes, length, checksum }: Piece): void {
    const at = this.#count * ROW_BYTES;
    if (at === this.#rows.length) this.#rows = Buffer.concat([this.#rows], 2 * at);
    this.#rows.write(key, at, KEY_BYTES, 'hex');
    this.#rows.writeUIntBE(bytes, at + KEY_BYTES, LENGTH_BYTES);
    this.#rows.writeUIntBE(length, at + KEY_BYTES + LENGTH_BYTES, LENGTH_BYTES);
    this.#rows.writeUInt32BE(checksum, at + ROW_BYTES - CHECKSUM_BYTES);
    this.#count++;
    this.#known = null;
  }

  at(row: number): Piece {
    const at = row * ROW_BYTES;
    return {
      key: this.#rows.toString('hex', at, at + KEY_BYTES),
      bytes: this.#rows.readUIntBE(at + KEY_BYTES, LENGTH_BYTES),
      length: this.#rows.readUIntBE(at + KEY_BYTES + LENGTH_BYTES, LENGTH_BYTES),
      checksum: this.#rows.readUInt32BE(at + ROW_BYTES - CHECKSUM_BYTES),
    };
  }

  /** The row of a piece; null where there is none, or where another key that begins alike hides it. @param key hexadecimal */
  find(key: string): number | null {
    this.#known ??= new Map(
      Array.from({ length: this.#count }, (_, row) => [this.#rows.readInt32BE(row * ROW_BYTES), row]),
    );
    const bytes = Buffer.from(key, 'hex');
    const row = bytes.length === KEY_BYTES ? this.#known.get(bytes.readInt32BE(0)) : undefined;
    if (row === undefined) return null;
    return this.#rows.compare(bytes, 0, KEY_BYTES, row * ROW_BYTES, row * ROW_BYTES + KEY_BYTES) === 0
      ? row
      : null;
  }
}
