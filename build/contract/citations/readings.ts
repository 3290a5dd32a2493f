import { matchAt } from '../match-at.ts';
import { CITATION_KINDS } from '../search.ts';
import type { JournalCitation, Source } from '../sources.ts';
import { type CitedParagraph, paragraphsBehind } from './sibling-paragraphs.ts';

/** What a citation may mean, and how its paragraphs are read. */

/** As in a search, executive orders, and acts by their popular names. */
export const CITED_KINDS = [...CITATION_KINDS, 'order', 'act'] as const;

export type CitedKind = (typeof CITED_KINDS)[number];

/** One meaning of a citation. */
export interface Reading {
  kind: CitedKind;
  /** Possible identifiers, the likeliest first. Empty for a page, whose document only a corpus knows. */
  identifiers: readonly string[];
  /** Of the last document of a range. */
  identifierEnd: string | null;
  /** `['a', '1']` for `(a)(1)` */
  pinpoint: readonly string[];
  page: CitedPage | null;
  /** The popular name of an act. */
  name: ActName | null;
  /** The citation begins so many characters later than the longest reading. */
  skipped: number;
}

/** The name of an act for comparison, and the year in it, if any. */
export interface ActName {
  /** `fair labor standards act` */
  name: string;
  /** `1938`; empty without one. */
  year: string;
}

export interface CitedPage {
  source: Source;
  journal: JournalCitation;
  volume: string;
  page: string;
}

export interface WrittenCitation {
  /** As written. */
  text: string;
  /** Places in code points of the text. */
  start: number;
  end: number;
  /** In the order in which a corpus should be asked. The last one holds where no document is known. */
  readings: readonly Reading[];
  /** Only citations are written so. Others count where their document exists. */
  isCertain: boolean;
}

/** A citation by its place in the normal text. */
export interface Found extends Omit<WrittenCitation, 'text' | 'start' | 'end'> {
  at: number;
  end: number;
}

export const reading = (
  kind: CitedKind,
  identifiers: readonly string[],
  { identifierEnd = null, pinpoint = [], page = null, name = null, skipped = 0 }: Partial<Reading> = {},
): Reading => ({ kind, identifiers, identifierEnd, pinpoint, page, name, skipped });

/** A pattern matches alone: no letter, digit, dot or dash right before it, no letter or digit right after. */
export const alone = (source: string, after = '(?![a-z0-9])'): RegExp =>
  new RegExp(String.raw`(?<![\w.\/-])(?:${source})${after}`, 'gi');

const SUBDIVISIONS = /(?: ?\([a-z0-9]{1,6}\)){1,10}/iy;

/** Reads the parentheses behind a citation: one item, of no paragraph where there are none. */
export function paragraphsAt(text: string, at: number): CitedParagraph[] {
  const [written = ''] = matchAt(SUBDIVISIONS, text, at) ?? [];
  return written === '' ? [{ at, end: at, pinpoint: [] }] : paragraphsBehind(text, at, written);
}
