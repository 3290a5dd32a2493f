import { MONTH_NAMES } from '../../contract/month-names.ts';

/** Values of the API in words. */

const NUMBERS = new Intl.NumberFormat('en-US');

export const count = (number: number): string => NUMBERS.format(number);

/** `1 document`, `1,234 documents` */
export const counted = (number: number, noun: string): string =>
  `${count(number)} ${number === 1 ? noun : `${noun}s`}`;

/** @param month 1 to 12 */
export const monthName = (month: number): string => MONTH_NAMES[month - 1] ?? String(month);

/** `2018-05-10` as `May 10, 2018`; anything else as it is. No clock and no time zone has a part in it. */
export function longDate(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  return year && month && day ? `${monthName(Number(month))} ${Number(day)}, ${year}` : date;
}

/** The same where there is little room: `May 10, 2018`, `Sep 1, 2018`. */
export const shortDate = (date: string): string => longDate(date).replace(/^([A-Z][a-z]{2})[a-z]+ /, '$1 ');

/** A value of the corpus as a label: `proposed_rule` as `Proposed rule`. */
export function label(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a name is written in capitals throughout, as those of titles and chapters are: such names are shown as small capitals. */
export const isCapitals = (text: string): boolean => text === text.toUpperCase() && /\p{L}{4}/u.test(text);

/** The page of an offset and how many there are, counted from 1. */
export const pageOf = (offset: number, limit: number, total: number): { page: number; pages: number } => ({
  page: Math.floor(offset / limit) + 1,
  pages: Math.max(1, Math.ceil(total / limit)),
});

/** A command for shells. No URL holds a quote that is not escaped. */
export const curl = (url: string): string => `curl '${url.replaceAll("'", '%27')}'`;
