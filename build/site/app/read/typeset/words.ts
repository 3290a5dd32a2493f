/** Words of a text for comparisons: letters and digits in lower case. */
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether another text has each word of this one. */
export function isCovered(text: string, by: string): boolean {
  const known = new Set(wordsIn(by));
  return wordsIn(text).every(word => known.has(word));
}
