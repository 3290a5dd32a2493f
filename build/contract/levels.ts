import { MONTH_NAMES } from './dates.ts';
import type { Filter, Level } from './sources/entry.ts';

/** Levels of a source's hierarchy, from the outermost to the document (build/contract/README.md, Hierarchy). */

type WithLevels = { levels: readonly Level[] };

export const outerLevel = ({ levels }: WithLevels): Level => levels[0] as Level;

export const documentLevel = ({ levels }: WithLevels): Level => levels[levels.length - 1] as Level;

export const levelsAbove = ({ levels }: WithLevels): readonly Level[] => levels.slice(0, -1);

/** Levels above the document with pages on the site. */
export const pagedLevels = (source: WithLevels): readonly Level[] =>
  levelsAbove(source).filter(({ shown }) => shown === 'page');

/** Levels below the outermost one with pages on the site. */
export const innerLevels = (source: WithLevels): readonly Level[] => pagedLevels(source).slice(1);

/** Levels above the document that its identifier names. */
export const identifyingLevels = (source: WithLevels): readonly Level[] =>
  levelsAbove(source).filter(({ prefix }) => prefix !== null);

/** Tells whether a text has the form of a source's shorthand: `t17/s106`. Every text has where identifiers lack numbers. */
export function isShorthandForm(source: WithLevels, text: string): boolean {
  const segments = identifyingLevels(source).map(
    ({ prefix, numbering }) => prefix + (numbering === 'integer' ? '\\d+[a-z]*' : '[^/]+'),
  );
  return segments.length > 0 && new RegExp(`^${segments.join('/')}/\\S`, 'i').test(text);
}

export const hierarchyOf = (source: WithLevels): string[] =>
  pagedLevels(source)
    .concat(documentLevel(source))
    .map(({ name }) => name);

export const hasTitles = (source: WithLevels): boolean => outerLevel(source).name === 'title';

/** Tells whether a source is browsed by the dates of its documents; others are browsed by numbers. */
export const isDated = (source: WithLevels): boolean => isDateLevel(outerLevel(source));

/** Tells whether the numbers of a level derive from a date. */
export const isDateLevel = ({ numbering }: Level): boolean => numbering === 'year' || numbering === 'month';

/** Levels with pages in the API: the outermost one, or years and months. */
export const apiLevels = (source: WithLevels): readonly Level[] =>
  isDated(source) ? pagedLevels(source) : [outerLevel(source)];

/** Tells whether a filter selects one value of the outermost level: `title_number`. */
export const isOuterFilter = (source: WithLevels, { field, match }: Filter): boolean =>
  match === 'equals' && field === outerLevel(source).field;

/** Returns the level's number for a field's value, or null without a value. Months have two digits. */
export function levelNumber({ numbering }: Level, value: unknown): string | null {
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return null;
  const [year = '', month = ''] = String(value).split('-');
  return numbering === 'year' ? String(Number(year)) : numbering === 'month' ? month || null : String(value);
}

/** `['17']`, `['2018', '05']`; none without a value. @param value of the field of the outermost level */
export const apiNumbers = (source: WithLevels, value: unknown): string[] =>
  apiLevels(source)
    .map(level => levelNumber(level, value))
    .filter(number => number !== null);

/** The same for a place of the site. @param numbers by names of levels @returns null where no page can exist */
export function placeNumbers(source: WithLevels, numbers: Readonly<Record<string, string>>): string[] | null {
  const { name } = outerLevel(source);
  const { [name]: outer = '', month } = numbers;
  if (isDated(source)) return [String(Number(outer)), ...(month === undefined ? [] : [month])];
  const number = /^\d{1,3}(?!\d)/.exec(outer)?.[0];
  return number === undefined ? null : [String(Number(number))];
}

/** Returns `/api/usc/titles`, `/api/usc/titles/17`, `/api/fr/years/2018/05`. @param numbers a month has two digits */
export const levelUrl = (
  source: WithLevels & { id: string },
  ...numbers: readonly (string | number)[]
): string => [`/api/${source.id}/${outerLevel(source).plural}`, ...numbers].join('/');

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const levelWord = ({ name }: Level): string => capital(name);

export const levelPlural = ({ plural }: Level): string => capital(plural);

/** Returns `Chapter 1`, `2018`, `May`. */
export function levelLabel(level: Level, number: string): string {
  if (level.numbering === 'year') return number;
  if (level.numbering === 'month') return MONTH_NAMES[Number(number) - 1] ?? number;
  return `${capital(level.name)} ${number}`;
}
