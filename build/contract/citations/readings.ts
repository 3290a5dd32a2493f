import { matchAt } from '../match-at.ts';
import type { CitationKind } from '../search.ts';
import type { JournalCitation, Source } from '../sources.ts';

/** What a citation may mean, and how its paragraphs are read. */

/** One meaning of a citation. */
export interface Reading {
  kind: CitationKind;
  /** Possible identifiers, the likeliest first. Empty for a page, whose document only a corpus knows. */
  identifiers: readonly string[];
  /** Of the last document of a range. */
  identifierEnd: string | null;
  /** `['a', '1']` for `(a)(1)` */
  pinpoint: readonly string[];
  page: CitedPage | null;
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
  kind: CitationKind,
  identifiers: readonly string[],
  more: Partial<Reading> = {},
): Reading => ({
  kind,
  identifiers,
  identifierEnd: null,
  pinpoint: [],
  page: null,
  ...more,
});

/** A pattern matches alone: no letter, digit, dot or dash right before it, no letter or digit right after. */
export const alone = (source: string, after = '(?![a-z0-9])'): RegExp =>
  new RegExp(String.raw`(?<![\w.\/-])(?:${source})${after}`, 'gi');

const SUBDIVISIONS = /(?: ?\([a-z0-9]{1,6}\)){1,10}/iy;

export const pinpointOf = (written: string): string[] =>
  Array.from(written.matchAll(/\((\w{1,6})\)/g), ([, one]) => one!);

/** Reads the parentheses behind a citation. */
export function paragraphsAt(text: string, at: number): { pinpoint: string[]; end: number } {
  const [written = ''] = matchAt(SUBDIVISIONS, text, at) ?? [];
  return { pinpoint: pinpointOf(written), end: at + written.length };
}
