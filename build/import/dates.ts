import { isDate } from '../contract/dates.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY = /\b([A-Z][a-z]{2,8})\.?\s+(\d{1,2})(?:,\s*|\s+)(\d{4})/g;

/** Finds the days that a text writes as `Nov. 4, 1972`, and returns them in ISO form. Some lack the comma. */
export function daysIn(text: string): string[] {
  return [...text.matchAll(DAY)].flatMap(([, month = '', day = '', year = '']) => {
    const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
    const iso = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
    return number > 0 && isDate(iso) ? [iso] : [];
  });
}

/** Each day once, the earliest first. */
export const inOrder = (days: readonly string[]): string[] => [...new Set(days)].sort();

/** The latest day written in the texts; null if there is none. */
export const lastWrittenDay = (texts: readonly string[]): string | null =>
  texts
    .flatMap(daysIn)
    .reduce<string | null>((last, day) => (last === null || day > last ? day : last), null);
