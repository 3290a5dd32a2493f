/** Arrow keys between the search box and the hits. */

/**
 * @param at index of the focus; -1 where it is elsewhere
 * @param places number of the search box and the hits' links, in order
 * @returns the next index; null where the key has no meaning here
 */
export function placeAfter(key: string, at: number, places: number): number | null {
  if (at < 0) return null;
  if (key === 'ArrowDown') return Math.min(at + 1, places - 1);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  return null;
}
