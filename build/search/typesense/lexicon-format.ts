import { fold, isFunctionWord, remembering, stem, WORD } from '../text/tokens.ts';
import { encodeKey } from './record.ts';

/**
 * What a Typesense collection knows of words. Typesense 0.24 has no stemming, and 0.26 has another: documents carry the
 * stems of `build/search/text/tokens.ts`, and the collection carries a lexicon of them, so that both engines find words in the same forms.
 */

/** A stem as Typesense keeps it whole and compares it exactly: safe in its filter language too. */
export const encodeStem = (stemmed: string): string =>
  /^[a-z0-9]{1,40}$/.test(stemmed) ? stemmed : `zz${encodeKey(stemmed)}`;

/** A corpus has some 70,000 words, numbers included. */
const REMEMBERED = 200_000;

/** @param word as {@link WORD} finds it @returns its stem, encoded; '' of a function word */
export const stemOf = remembering(REMEMBERED, word => {
  const folded = fold(word);
  return isFunctionWord(folded) ? '' : encodeStem(stem(folded));
});

/** The stems of a text's words, each once and encoded, function words left out. */
export function stemsIn(text: string): Set<string> {
  const stems = new Set<string>();
  for (const [word] of text.matchAll(WORD)) stems.add(stemOf(word));
  stems.delete('');
  return stems;
}

/** What the documents of a collection hold together. It lies in records of its own, see {@link LEXICON}. */
export interface LexiconContent {
  /** How many there are. */
  documents: number;
  /** Encoded, with how many documents hold it anywhere, and how many in heading or names. */
  stems: [stem: string, documents: number, inLabels: number][];
  /** What abbreviations stand for, and in how many documents. */
  abbreviations: [short: string, long: string, documents: number][];
  /** How many documents cite a document; those that none cites are absent. */
  citedBy: [document: string, count: number][];
  /** Names of acts by the citation keys of provisions, with the sum of their weights: what the acts follow from. */
  names: [name: string, key: string, weight: number][];
  /** Popular names of the acts that documents are. */
  acts: [document: string, name: string][];
}

/** What the first record of a lexicon holds. */
export interface LexiconHead {
  /** Tells its content. */
  version: string;
  /** Records of the content, which is JSON in pieces. */
  pieces: number;
}

/** The `document` of the record with the head, and what those of the pieces begin with: no document has such keys. */
export const LEXICON = 'lexicon';

/** The `document` of the records with the pieces of a version; `part` tells their order. */
export const piecesOf = (version: string): string => `${LEXICON}0${version}`;
