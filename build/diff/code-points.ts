/**
 * The numbers of code points before places in a text, read once.
 *
 * @param text or what reads it @param offsets in code units, in any order
 */
export function codePointsBefore(
  text: Pick<string, 'charCodeAt'>,
  offsets: readonly number[],
): Map<number, number> {
  const counts = new Map<number, number>();
  let [at, count] = [0, 0];
  for (const offset of offsets.toSorted((a, b) => a - b)) {
    for (; at < offset; at++) {
      const unit = text.charCodeAt(at);
      // The second half of a pair is no code point of its own.
      if (unit < 0xdc00 || unit > 0xdfff) count += 1;
    }
    counts.set(offset, count);
  }
  return counts;
}
