/** A set of ranks below a fixed size, 32 to a word: filters are combined and pages found by whole words. */
export type Bitmap = Uint32Array;

export const emptyBitmap = (size: number): Bitmap => new Uint32Array((size + 31) >>> 5);

export function addTo(bitmap: Bitmap, rank: number): void {
  const word = rank >>> 5;
  bitmap[word] = (bitmap[word] as number) | (1 << (rank & 31));
}

/** The members that all the sets have. @param bitmaps at least one, all of one size */
export function intersect(bitmaps: readonly Bitmap[]): Bitmap {
  const [first, ...others] = bitmaps;
  const result = Uint32Array.from(first as Bitmap);
  for (const other of others) {
    for (let word = 0; word < result.length; word++) {
      result[word] = (result[word] as number) & (other[word] as number);
    }
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

/**
 * Up to `limit` members in ascending order, after skipping those below `from` and then `skip` more.
 */
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
