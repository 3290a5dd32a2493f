/** @returns the items before and after the one with this key; null where there is none, or the key is unknown */
export function neighborsOf<T>(
  items: readonly T[],
  isIt: (item: T) => boolean,
): { before: T | null; after: T | null } {
  const at = items.findIndex(isIt);
  if (at < 0) return { before: null, after: null };
  return { before: items[at - 1] ?? null, after: items[at + 1] ?? null };
}
