/** A set of ranks below a fixed size, 32 to a word: filters are combined and pages found by whole words. */
export type Bitmap = Uint32Array;

export const emptyBitmap = (size: number): Bitmap => new Uint32Array((size + 31) >>> 5);

export function fullBitmap(size: number): Bitmap {
  const bitmap = emptyBitmap(size).fill(0xffff_ffff);
  if (size % 32 > 0) bitmap[bitmap.length - 1] = ~(-1 << (size % 32));
  return bitmap;
}

/** Adds a rank that is not a member, removes one that is. */
export function flip(bitmap: Bitmap, rank: number): void {
  const word = rank >>> 5;
  bitmap[word] = (bitmap[word] as number) ^ (1 << (rank & 31));
}

/** Leaves in `target` only what `other`, of the same size, has too. @returns target */
export function intersect(target: Bitmap, other: Bitmap): Bitmap {
  for (let word = 0; word < target.length; word++) {
    target[word] = (target[word] as number) & (other[word] as number);
  }
  return target;
}

/** A new set of the members that one of two sets of the same size has and the other has not. */
export function difference(a: Bitmap, b: Bitmap): Bitmap {
  const result = a.slice();
  for (let word = 0; word < result.length; word++) {
    result[word] = (result[word] as number) ^ (b[word] as number);
  }
  return result;
}

function popcount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function countMembers(bitmap: Bitmap): number {
  let count = 0;
  for (let word = 0; word < bitmap.length; word++) count += popcount(bitmap[word] as number);
  return count;
}

/** Up to `limit` members in ascending order, after skipping those below `from` and then `skip` more. */
export function membersFrom(bitmap: Bitmap, from: number, skip: number, limit: number): number[] {
  const members: number[] = [];
  let toSkip = skip;
  for (let word = from >>> 5; word < bitmap.length && members.length < limit; word++) {
    let bits = bitmap[word] as number;
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

/** Up to `limit` members below `end` in descending order, after skipping `skip` of them. */
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
