import { type CodeCitation, type JournalCitation, SOURCES } from '../sources.ts';

/**
 * Words of citations as parts of regular expressions, both for texts of documents (`in-text.ts`) and for short texts
 * (`written.ts`). The table of sources has names of codes and journals, and patterns of section numbers.
 */

export const CODES: readonly CodeCitation[] = SOURCES.flatMap(({ citation }) =>
  citation?.by === 'section' ? [citation] : [],
);

export const JOURNALS: readonly JournalCitation[] = SOURCES.flatMap(({ citation }) =>
  citation?.by === 'page' ? [citation] : [],
);

export const SECTION = String.raw`(?:sections?|secs?\.?|s\.)`;
export const PART = String.raw`(?:parts?|pts?\.?)`;
export const APPENDIX = String.raw`app(?:endix|x)?\.?`;

/** Section numbers of any code. The code with the most forms is first, since the first alternative that matches wins. */
export const ANY_NUMBER = CODES.map(({ section }) => section)
  .sort((a, b) => b.length - a.length)
  .join('|');

/** Returns the code of a number without words: regulations have dots and parts. */
export const codeOfNumber = (isPart: boolean, hasDot: boolean): CodeCitation | undefined =>
  CODES.find(({ keys }) => (keys.part !== null) === (isPart || hasDot));

/** A pattern that finds the name of one of these sources, in a group for each. */
export const anyOf = (cited: readonly { name: string }[]): string =>
  `(?:${cited.map(({ name }) => `(${name})`).join('|')})`;

/** Titles with names, which are the whole of a citation but for the number. */
export const TITLES = CODES.flatMap(code => code.titles.map(one => ({ ...one, code })));
