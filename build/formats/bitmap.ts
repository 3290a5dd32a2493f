/**
 * Sets of whole numbers below a fixed size, 32 to a word, the lowest bit first. Lists keep ranks of documents in them, the
 * search index rows: sets are combined, and pages found, by whole words. Combined sets must have the same size.
 */
export type Bitmap = Uint32Array;

export const emptyBitmap = (size: number): Bitmap => new Uint32Array((size + 31) >>> 5);

export function fullBitmap(size: number): Bitmap {
  const bitmap = emptyBitmap(size).fill(0xffff_ffff);
  if (size % 32 > 0) bitmap[bitmap.length - 1] = ~(-1 << (size % 32));
  return bitmap;
}

export const has = (bitmap: Bitmap, member: number): boolean =>
  ((bitmap[member >>> 5]! >>> (member & 31)) & 1) === 1;

export function insert(bitmap: Bitmap, member: number): void {
  bitmap[member >>> 5]! |= 1 << (member & 31);
}

export function remove(bitmap: Bitmap, member: number): void {
  bitmap[member >>> 5]! &= ~(1 << (member & 31));
}

/** Inserts a missing number, removes a member. */
export function flip(bitmap: Bitmap, member: number): void {
  bitmap[member >>> 5]! ^= 1 << (member & 31);
}

export function unite(target: Bitmap, other: Bitmap): void {
  for (let word = 0; word < target.length; word++) target[word]! |= other[word]!;
}

/** Keeps in `target` only the members of `other`. @returns target */
export function intersect(target: Bitmap, other: Bitmap): Bitmap {
  for (let word = 0; word < target.length; word++) target[word]! &= other[word]!;
  return target;
}

export function subtract(target: Bitmap, other: Bitmap): void {
  for (let word = 0; word < target.length; word++) target[word]! &= ~other[word]!;
}

/** Returns a new set with the members of exactly one of two sets. */
export function difference(a: Bitmap, b: Bitmap): Bitmap {
  const result = a.slice();
  for (let word = 0; word < result.length; word++) result[word]! ^= b[word]!;
  return result;
}

/** Counts the members of one word (Warren, "Hacker's Delight", 5-1). */
function popcount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function countMembers(bitmap: Bitmap): number {
  let count = 0;
  for (let word = 0; word < bitmap.length; word++) count += popcount(bitmap[word]!);
  return count;
}

export const isEmpty = (bitmap: Bitmap): boolean => bitmap.every(word => word === 0);

/** Returns all members, ascending. Walking an array is several times faster than calling a function for each member. */
export function membersOf(bitmap: Bitmap): Uint32Array<ArrayBuffer> {
  const members = new Uint32Array(countMembers(bitmap));
  let count = 0;
  for (let word = 0; word < bitmap.length; word++) {
    for (let bits = bitmap[word]!; bits !== 0; bits &= bits - 1)
      members[count++] = word * 32 + 31 - Math.clz32(bits & -bits);
  }
  return members;
}

/** Adds `more` to each member's number in `numbers`. */
export function addToEach(bitmap: Bitmap, numbers: Int32Array, more: number): void {
  for (let word = 0; word < bitmap.length; word++) {
    for (let bits = bitmap[word]!; bits !== 0; bits &= bits - 1)
      numbers[word * 32 + 31 - Math.clz32(bits & -bits)]! += more;
  }
}

/** Returns up to `limit` members ascending, after skipping those below `from` and then `skip` more. */
export function membersFrom(bitmap: Bitmap, from: number, skip: number, limit: number): number[] {
  const members: number[] = [];
  let toSkip = skip;
  for (let word = from >>> 5; word < bitmap.length && members.length < limit; word++) {
    let bits = bitmap[word]!;
    if (word === from >>> 5) bits &= -1 << (from & 31);
    const inWord = popcount(bits);
    if (toSkip >= inWord) {
      toSkip -= inWord;
      continue;
    }
    for (; bits !== 0 && members.length < limit; bits &= bits - 1) {
      if (toSkip > 0) toSkip--;
      else members.push((word << 5) + 31 - Math.clz32(bits & -bits));
    }
  }
  return members;
}

/** Returns up to `limit` members below `end` descending, after skipping `skip` of them. */
export function membersBefore(bitmap: Bitmap, end: number, skip: number, limit: number): number[] {
  const members: number[] = [];
  let toSkip = skip;
  for (let word = end >>> 5; word >= 0 && members.length < limit; word--) {
    let bits = bitmap[word] ?? 0;
    if (word === end >>> 5) bits &= ~(-1 << (end & 31));
    const inWord = popcount(bits);
    if (toSkip >= inWord) {
      toSkip -= inWord;
      continue;
    }
    while (bits !== 0 && members.length < limit) {
      const bit = 31 - Math.clz32(bits);
      bits &= ~(1 << bit);
      if (toSkip > 0) toSkip--;
      else members.push((word << 5) + bit);
    }
  }
  return members;
}
