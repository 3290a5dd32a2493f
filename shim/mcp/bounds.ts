/** Bounds of answers (README.md, MCP). */

/** Characters of a document in one answer. */
export const PIECE = { default: 20_000, max: 50_000 } as const;

export const ITEMS = { default: 20, max: 50 } as const;
/** Titles, years and chapters, which are short. */
export const PLACES = { default: 100, max: 200 } as const;
export const HITS = { default: 8, max: 25 } as const;

/** Milliseconds for a call of a tool with all its requests to the API. */
export const CALL_TIME_LIMIT = 10_000;

/** Bytes of an incoming message. The longest useful one is a search of 500 characters. */
export const MESSAGE_BYTES = 64 * 1024;

/** Characters of a text beside the law's own: headings, citations, notes in metadata. */
const MOST_CHARACTERS = 2000;
const MOST_ITEMS = 100;

export function clipped(value: unknown): unknown {
  if (typeof value === 'string') return clippedText(value, MOST_CHARACTERS);
  if (Array.isArray(value)) {
    const more = value.length - MOST_ITEMS;
    const items = value.slice(0, MOST_ITEMS).map(clipped);
    return more > 0 ? [...items, `and ${more} more`] : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, clipped(part)]));
}

export const clippedText = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, wholeCharacters(text, most))}…`;

/** Returns the place, or the one before it if it would divide a surrogate pair. */
export function wholeCharacters(text: string, index: number): number {
  const before = text.charCodeAt(index - 1);
  return before >= 0xd800 && before <= 0xdbff && index < text.length ? index - 1 : index;
}

export function pageOf<T>(
  items: readonly T[],
  { offset, limit }: { offset: number; limit: number },
): { items: T[]; total: number; offset: number; next_offset: number | null } {
  const end = offset + limit;
  const { length: total } = items;
  return { items: items.slice(offset, end), total, offset, next_offset: end < total ? end : null };
}
