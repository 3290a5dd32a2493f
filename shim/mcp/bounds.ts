/** How much an answer may hold (README.md, MCP). */

/** Characters of a document in one answer: what fits beside other things in what a model has in mind, and the most that it may ask for. */
export const PIECE = { default: 20_000, max: 50_000 } as const;

/** Items of a list. */
export const ITEMS = { default: 20, max: 50 } as const;
/** Titles, years, chapters: short ones. */
export const PLACES = { default: 100, max: 200 } as const;
export const HITS = { default: 8, max: 25 } as const;

/** Milliseconds that a call of a tool may take, whatever it asks of the API. */
export const CALL_TIME_LIMIT = 10_000;

/** Bytes of a message that comes in. The longest that means anything is a search of 500 characters. */
export const MESSAGE_BYTES = 64 * 1024;

/** A single text beside the text of the law: headings, citations, notes in metadata. */
const MOST_CHARACTERS = 2000;
const MOST_ITEMS = 100;

/** The value with long texts cut off, and long lists. Metadata are shown, not stored. */
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

/** The place itself, or the one before it where it is in the middle of a character of two units. */
export function wholeCharacters(text: string, place: number): number {
  const before = text.charCodeAt(place - 1);
  return before >= 0xd800 && before <= 0xdbff && place < text.length ? place - 1 : place;
}

/** A list's stretch that one answer holds. */
export function pageOf<T>(
  items: readonly T[],
  { offset, limit }: { offset: number; limit: number },
): { items: T[]; total: number; offset: number; next_offset: number | null } {
  const end = offset + limit;
  const { length: total } = items;
  return { items: items.slice(offset, end), total, offset, next_offset: end < total ? end : null };
}
