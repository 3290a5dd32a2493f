import { isDate } from '../../build/contract/dates.ts';

/**
 * On which day (YYYY-MM-DD, UTC) each key was used last, by its id. Pure: what several shims know is put together in any order, and
 * as often as one likes, with the same result.
 */
export type Days = ReadonlyMap<string, string>;

const VERSION = 1;
const DAY_MS = 86_400_000;
/** Beyond it the days longest past are left out. */
export const MAX_DAYS = 100_000;

export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** The newest day of each key. */
export function newest(...parts: readonly Days[]): Map<string, string> {
  const days = new Map<string, string>();
  for (const part of parts)
    for (const [id, day] of part) {
      // ISO dates have the order of their texts.
      if (day > (days.get(id) ?? '')) days.set(id, day);
    }
  return days;
}

export function printDays(days: Days): string {
  const kept = [...days].sort(([, a], [, b]) => (a < b ? 1 : -1)).slice(0, MAX_DAYS);
  return `${JSON.stringify({ version: VERSION, days: Object.fromEntries(kept) })}\n`;
}

/**
 * What a file tells; nothing where it is not such a file: it is of no more worth than that. Days that have not come yet are from a
 * machine whose clock is wrong, and would never be replaced.
 *
 * @param now Unix time in milliseconds
 */
export function parseDays(text: string, now: number): Map<string, string> {
  const tomorrow = dayOf(now + DAY_MS);
  try {
    const { version, days } = JSON.parse(text) as { version: unknown; days: Record<string, unknown> };
    if (version !== VERSION) return new Map();
    const isKnown = (entry: [string, unknown]): entry is [string, string] =>
      typeof entry[1] === 'string' && isDate(entry[1]) && entry[1] <= tomorrow;
    return new Map(Object.entries(days).filter(isKnown));
  } catch {
    return new Map();
  }
}
