import { daysIn } from '../contract/written-days.ts';

export { daysIn };

/** Each day once, the earliest first. */
export const inOrder = (days: readonly string[]): string[] => [...new Set(days)].sort();

/** The latest day written in the texts; null if there is none. */
export const lastWrittenDay = (texts: readonly string[]): string | null =>
  texts
    .flatMap(daysIn)
    .reduce<string | null>((last, day) => (last === null || day > last ? day : last), null);
