import { MONTH_NAMES } from '../../contract/dates.ts';

/** The API's values in words. */

const NUMBERS = new Intl.NumberFormat('en-US');

export const count = (number: number): string => NUMBERS.format(number);

/** `1 document`, `1,234 documents` */
export const counted = (number: number, noun: string, nouns = `${noun}s`): string =>
  `${count(number)} ${number === 1 ? noun : nouns}`;

/** @param month 1 to 12 */
export const monthName = (month: number): string => MONTH_NAMES[month - 1] ?? String(month);

/** `2018-05-10` as `May 10, 2018`; other texts unchanged. Independent of clock and time zone. */
export function longDate(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  return year && month && day ? `${monthName(Number(month))} ${Number(day)}, ${year}` : date;
}

/** The same in less room: `May 10, 2018`, `Sep 1, 2018`. */
export const shortDate = (date: string): string => longDate(date).replace(/^([A-Z][a-z]{2})[a-z]+ /, '$1 ');

/** A corpus value as a label: `proposed_rule` as `Proposed rule`. */
export function label(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `§` before one section, `§§` before several. A number with an inner sign names several. */
export const sectionSign = (number: string): string =>
  /^§|,|\bto\b|\band\b|\.\.\.|–§|-\s*§|\s§/.test(number) ? '§§' : '§';

export const plainNumber = (number: string): string => number.replace(/^§+\s*/, '');

/** The section name without the number that names of several sections repeat: `§§ 16.104-16.109   [Reserved]`. */
export const nameBehind = (plain: string, name: string): string => {
  const bare = name.replace(/^§+\s*/, '');
  return bare !== name && bare.startsWith(plain) ? bare.slice(plain.length).trim() : name;
};

/** Whether a name is written in capitals, like those of titles and chapters. */
export const isCapitals = (text: string): boolean => text === text.toUpperCase() && /\p{L}{4}/u.test(text);

const SMALL = new Set(
  'a an and as at but by for from in into nor of on or the to under upon with within without'.split(' '),
);
/** Words that keep their capitals: abbreviations with points, numbers with letters, Roman numerals, and some of the law. */
const CAPITAL =
  /\.\p{L}|\d|^(?=[IVXL])X{0,3}(?:IX|IV|V?I{0,3})\.?$|^(?:AIDS|CFR|EPA|FBI|HIV|HUD|NASA|NATO|NIH|NOAA|TSP|TV|USA|USC)$/u;

/** Puts a name in capitals into mixed case: `COPYRIGHT AND ITS OWNERS` as `Copyright and Its Owners`. Others stay unchanged. */
export function asText(name: string): string {
  if (!isCapitals(name)) return name;
  let isFirst = true;
  return name.replace(/[\p{L}\p{N}.'’]+/gu, (word, at: number) => {
    // A new beginning: `ACT; THE BOARD`, `TITLE—A NAME`, `(THE BOARD`.
    const begins = isFirst || /[;:(—–[]\s*$/u.test(name.slice(0, at));
    isFirst = false;
    if (CAPITAL.test(word)) return word;
    const lower = word.toLowerCase();
    return SMALL.has(lower) && !begins
      ? lower
      : lower.replace(/^[.'’]*\p{L}/u, letter => letter.toUpperCase());
  });
}

export const pageOf = (offset: number, limit: number, total: number): { page: number; pages: number } => ({
  page: Math.floor(offset / limit) + 1,
  pages: Math.max(1, Math.ceil(total / limit)),
});

/** A shell command. Quotes in the URL are escaped. */
export const curl = (url: string): string => `curl '${url.replaceAll("'", '%27')}'`;

/** Kind of a code's document. Most are sections. */
export type UnitKind = 'section' | 'rule' | 'plan' | 'appendix';

export interface Unit {
  identifier: string;
  /** `section_number` of its metadata: `106`, `4006`, `8 of 1949`, `Appendix II to Part 200`. */
  number: string;
}

export function unitKind({ identifier, number }: Unit): UnitKind {
  if (/\/rule[^/]*$/.test(identifier)) return 'rule';
  if (identifier.includes('/reorgPlan/')) return 'plan';
  return /^\p{L}{3}/u.test(number) ? 'appendix' : 'section';
}

/** The usual spelling: `§ 106`, `§§ 65, 66`, `Rule 4006`, `Plan 8 of 1949`, `Appendix II to Part 200`. */
export function unitNumber(unit: Unit): string {
  const { number } = unit;
  switch (unitKind(unit)) {
    case 'rule':
      return `Rule ${number}`;
    case 'plan':
      return `Plan ${number}`;
    case 'appendix':
      return number;
    case 'section':
      return `${sectionSign(number)} ${plainNumber(number)}`;
  }
}

/** The name without a repeated number. Names of plans hold their number in words. */
export const unitName = ({ number }: Unit, name: string): string => nameBehind(plainNumber(number), name);
