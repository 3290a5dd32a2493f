import { MONTH_NAMES } from '../../contract/dates.ts';

/** Values of the API in words. */

const NUMBERS = new Intl.NumberFormat('en-US');

export const count = (number: number): string => NUMBERS.format(number);

/** `1 document`, `1,234 documents` */
export const counted = (number: number, noun: string, nouns = `${noun}s`): string =>
  `${count(number)} ${number === 1 ? noun : nouns}`;

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

/** `§` before one section, `§§` before several; a number that has a sign itself is of several. */
export const sectionSign = (number: string): string =>
  /^§|,|\bto\b|\band\b|\.\.\.|–§|-\s*§|\s§/.test(number) ? '§§' : '§';

/** The number of a section without the sign that some have. */
export const plainNumber = (number: string): string => number.replace(/^§+\s*/, '');

/** The name of a section without its number, which those of several sections repeat: `§§ 16.104-16.109   [Reserved]`. */
export const nameBehind = (plain: string, name: string): string => {
  const bare = name.replace(/^§+\s*/, '');
  return bare !== name && bare.startsWith(plain) ? bare.slice(plain.length).trim() : name;
};

/** Whether a name is written in capitals throughout, as those of titles and chapters are. */
export const isCapitals = (text: string): boolean => text === text.toUpperCase() && /\p{L}{4}/u.test(text);

const SMALL = new Set(
  'a an and as at but by for from in into nor of on or the to under upon with within without'.split(' '),
);
/** What is written in capitals in any name: abbreviations with points, numbers with letters, Roman numerals, and some that the law has. */
const CAPITAL =
  /\.\p{L}|\d|^(?=[IVXL])X{0,3}(?:IX|IV|V?I{0,3})$|^(?:AIDS|CFR|EPA|FBI|HIV|HUD|NASA|NATO|NIH|NOAA|TSP|TV|USA|USC)$/u;

/** A name that is written in capitals throughout, as text: `COPYRIGHT AND ITS OWNERS` as `Copyright and Its Owners`. Others stay as they are. */
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

/** The page of an offset and how many there are, counted from 1. */
export const pageOf = (offset: number, limit: number, total: number): { page: number; pages: number } => ({
  page: Math.floor(offset / limit) + 1,
  pages: Math.max(1, Math.ceil(total / limit)),
});

/** A command for shells. No URL holds a quote that is not escaped. */
export const curl = (url: string): string => `curl '${url.replaceAll("'", '%27')}'`;

/** What a document of a code is: most are sections; codes have rules of courts, reorganization plans and appendices, too. */
export type UnitKind = 'section' | 'rule' | 'plan' | 'appendix';

export interface Unit {
  identifier: string;
  /** The `section_number` of its metadata: `106`, `4006`, `8 of 1949`, `Appendix II to Part 200`. */
  number: string;
}

export function unitKind({ identifier, number }: Unit): UnitKind {
  if (/\/rule[^/]*$/.test(identifier)) return 'rule';
  if (identifier.includes('/reorgPlan/')) return 'plan';
  return /^\p{L}{3}/u.test(number) ? 'appendix' : 'section';
}

/** The number as people write it: `§ 106`, `§§ 65, 66`, `Rule 4006`, `Plan 8 of 1949`, `Appendix II to Part 200`. */
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

/** The name without the number where it repeats that; a plan's name holds its number in words. */
export const unitName = ({ number }: Unit, name: string): string => nameBehind(plainNumber(number), name);
