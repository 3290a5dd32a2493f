/** Arrow keys between the search box and the hits. */

/**
 * @param at index of the focus; -1 where it is elsewhere
 * @param length number of the search box and the hits' links, in order
 * @returns the next index; null where the key has no meaning here
 */
export function indexAfter(key: string, at: number, length: number): number | null {
  if (at < 0) return null;
  if (key === 'ArrowDown') return Math.min(at + 1, length - 1);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  return null;
}
