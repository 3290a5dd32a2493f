import { type CodeCitation, type JournalCitation, SOURCES } from '../sources.ts';

/**
 * The words that citations are made of, for all who recognize them: in the words of a document (`build/text/citations.ts`) and in what people
 * type (`recognize.ts`). What a code or journal is called, and how its sections are numbered, is in the table of sources. Texts are
 * parts of regular expressions.
 */

/** The sources that are cited by title and section. */
export const CODES: readonly CodeCitation[] = SOURCES.flatMap(({ citation }) =>
  citation?.by === 'section' ? [citation] : [],
);

/** The sources that are cited by volume and page. */
export const JOURNALS: readonly JournalCitation[] = SOURCES.flatMap(({ citation }) =>
  citation?.by === 'page' ? [citation] : [],
);

export const SECTION = String.raw`(?:sections?|secs?\.?|s\.)`;
export const PART = String.raw`(?:parts?|pts?\.?)`;
export const APPENDIX = String.raw`app(?:endix|x)?\.?`;

/** The number of a section of any code. The code that counts most kinds of numbers comes first: an alternative that matches is not left for a longer one. */
export const ANY_NUMBER = CODES.map(({ section }) => section)
  .sort((a, b) => b.length - a.length)
  .join('|');

/** The code that a number tells where no words do: regulations have dots and parts. */
export const codeOfNumber = (isPart: boolean, hasDot: boolean): CodeCitation | undefined =>
  CODES.find(({ keys }) => (keys.part !== null) === (isPart || hasDot));
