/** Sets of rows as bitmaps: 32 rows a word, the lowest bit first, all of one length. */
export type Bits = Uint32Array;

/** Adds what another set has. */
export function include(bits: Bits, other: Bits): void {
  for (let i = 0; i < bits.length; i++) bits[i]! |= other[i]!;
}

/** Leaves what another set has too. */
export function keep(bits: Bits, other: Bits): void {
  for (let i = 0; i < bits.length; i++) bits[i]! &= other[i]!;
}

/** Takes out what another set has. */
export function exclude(bits: Bits, other: Bits): void {
  for (let i = 0; i < bits.length; i++) bits[i]! &= ~other[i]!;
}

export const has = (bits: Bits, row: number): boolean => ((bits[row >>> 5]! >>> (row & 31)) & 1) === 1;

export const put = (bits: Bits, row: number): void => {
  bits[row >>> 5]! |= 1 << (row & 31);
};

export const drop = (bits: Bits, row: number): void => {
  bits[row >>> 5]! &= ~(1 << (row & 31));
};

export function count(bits: Bits): number {
  let total = 0;
  for (let i = 0; i < bits.length; i++) total += ones(bits[i]!);
  return total;
}

export const isEmpty = (bits: Bits): boolean => bits.every(word => word === 0);

/** The rows, ascending. A list is walked several times as fast as calls are made. */
export function rowsIn(bits: Bits): Uint32Array {
  const rows = new Uint32Array(count(bits));
  let at = 0;
  for (let i = 0; i < bits.length; i++) {
    for (let left = bits[i]!; left !== 0; left &= left - 1)
      rows[at++] = i * 32 + 31 - Math.clz32(left & -left);
  }
  return rows;
}

/** Adds to the number of each row. */
export function add(bits: Bits, numbers: Int32Array, more: number): void {
  for (let i = 0; i < bits.length; i++) {
    for (let left = bits[i]!; left !== 0; left &= left - 1)
      numbers[i * 32 + 31 - Math.clz32(left & -left)]! += more;
  }
}

/** Of 32 bits (Warren, "Hacker's Delight", 5-1). */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
