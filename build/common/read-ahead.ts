/**
 * Reads items in their order, and begins some before they are wanted. A failure is thrown behind the items before it.
 * @param count items that are begun before they are wanted
 */
export async function* readAhead<Item, Read>(
  items: Iterable<Item>,
  count: number,
  read: (item: Item) => Promise<Read>,
): AsyncGenerator<Read> {
  const begun: Promise<Read>[] = [];
  for (const item of items) {
    const one = read(item);
    // A failure is thrown where the item is wanted. Whoever wants no more items does not wait for it.
    one.catch(() => {});
    begun.push(one);
    if (begun.length > count) yield begun.shift()!;
  }
  yield* begun;
}
