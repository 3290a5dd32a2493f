import type { CodeCitation, JournalCitation } from '../sources.ts';

/** A citation in a text, with its place. */
export type Citation = PageCitation | SectionCitation;

interface Span {
  /** The first character, in code units. */
  at: number;
  /** Behind the last character. */
  end: number;
}

/** `83 FR 21707`, also with more pages behind a dash. */
export interface PageCitation extends Span {
  by: 'page';
  journal: JournalCitation;
  volume: string;
  page: string;
}

/** `42 U.S.C. 4321`, `section 106 of title 17`, `title 17, section 106`, and, without a title, `section 106`, `part 46`. */
export interface SectionCitation extends Span {
  by: 'section';
  /** Null where the words do not say; `18a` of an appendix. */
  title: string | null;
  /** The code that the title belongs to; null where the words name none. */
  code: CodeCitation | null;
  /** The words name the code. Otherwise the form of the number tells it. */
  isNamed: boolean;
  isPart: boolean;
  /** The numbers follow a section sign, not a word. */
  isSign: boolean;
  /** The kind of words after the numbers: `of title 17`, `of this title`, `of the Act`. */
  of: 'title' | 'this' | 'other' | null;
  numbers: readonly CitedNumber[];
  /** `et seq.` */
  hasMore: boolean;
}

/** A number in a list, with the word before it and the parentheses behind it: `section 107(a)(1)`. */
export interface CitedNumber extends Span {
  /** As it is written. Parentheses belong to it only where a dash follows them: `1.401(k)-1`. */
  number: string;
  /** The list calls this number a part: `45 CFR 46.101 and part 160`. */
  isPart: boolean;
  /** The sign or word before it is plural: `§§ 2241-55`, `sections 106-08`. */
  isPlural: boolean;
  /** It ends a range that the number before it begins: `1500 through 1508`. */
  endsRange: boolean;
}
