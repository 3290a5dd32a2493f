/** Arrow keys among the search box and the hits. */

/**
 * @param places the search box and the links of the hits, in their order
 * @param at where the focus is; -1 where it is elsewhere
 * @returns where it goes; null where the key means nothing here
 */
export function placeAfter(key: string, at: number, places: number): number | null {
  if (at < 0) return null;
  if (key === 'ArrowDown') return Math.min(at + 1, places - 1);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  return null;
}
