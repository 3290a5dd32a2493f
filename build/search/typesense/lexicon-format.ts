import { fold, isFunctionWord, memoized, stem, WORD } from '../text/tokens.ts';
import { encodeKey } from './record.ts';

/**
 * The words of a Typesense collection. Typesense 0.24 cannot stem and 0.26 stems differently, so documents carry the stems of
 * `build/search/text/tokens.ts` and the collection carries a lexicon of them: both engines find words in the same forms.
 */

/** Encodes a stem so that Typesense keeps it whole and compares it exactly, in its filter language too. */
export const encodeStem = (stemmed: string): string =>
  /^[a-z0-9]{1,40}$/.test(stemmed) ? stemmed : `zz${encodeKey(stemmed)}`;

/** A corpus has about 70,000 words, numbers included. */
const REMEMBERED = 200_000;

/** @param word a match of {@link WORD} @returns its encoded stem; '' for a function word */
export const stemOf = memoized(REMEMBERED, word => {
  const folded = fold(word);
  return isFunctionWord(folded) ? '' : encodeStem(stem(folded));
});

/** Returns the distinct encoded stems of a text without function words. */
export function stemsIn(text: string): Set<string> {
  const stems = new Set<string>();
  for (const [word] of text.matchAll(WORD)) stems.add(stemOf(word));
  stems.delete('');
  return stems;
}

/** Sums over the documents of a collection, stored in separate records, see {@link LEXICON}. */
export interface LexiconContent {
  documents: number;
  /** Encoded, with the number of documents that hold it anywhere, and in heading or names. */
  stems: [stem: string, documents: number, inLabels: number][];
  /** Abbreviations, their long forms, and the number of documents that spell them out. */
  abbreviations: [short: string, long: string, documents: number][];
  /** Number of citing documents; uncited documents are absent. */
  citedBy: [document: string, count: number][];
  /** Names of acts by the citation keys of provisions, with the sum of their weights. `acts` derives from them. */
  names: [name: string, key: string, weight: number][];
  /** Popular names of the documents that are acts. */
  acts: [document: string, name: string][];
}

export interface LexiconHead {
  version: string;
  /** Number of records with pieces of the JSON content. */
  pieces: number;
}

/** The `document` of the head's record, and the beginning of the pieces' `document`: no real document has such keys. */
export const LEXICON = 'lexicon';

/** Returns the `document` of the records with the pieces of a version; `part` orders them. */
export const piecesOf = (version: string): string => `${LEXICON}0${version}`;
