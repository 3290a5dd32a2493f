import { fold, isFunctionWord, memoized, stem, WORD } from '../text/tokens.ts';

/**
 * Typesense 0.24 cannot stem, and later versions stem differently. Records therefore hold the stems of `../text/tokens.ts` in
 * the order of the text, and queries ask for stems, so that both engines find the same forms of a word.
 */

/** `U.S.C.` is one word, as `USC` is. */
const DOTTED = /\b(?:[A-Za-z]\.){2,}/g;
/** Splitting at ASCII punctuation takes a fraction of the time that matching words takes. */
const BREAK = /[\0-/:-@[-`{-\x7f]+/;
/** A large corpus repeats most of its words. */
const REMEMBERED = 300_000;
/** Typesense drops longer words. */
const LONGEST = 64;
/** Typesense drops these, too: a query of nothing else would find everything. */
const DROPPED = /[^\p{L}\p{Nd}]|\p{Lm}/gu;

/** Returns the stem of a folded word as Typesense keeps it; '' if it would drop all of it. */
export const stemOfWord = (folded: string): string => stem(folded).replace(DROPPED, '').slice(0, LONGEST);

/** @param piece a text without ASCII punctuation: a word, or several with other punctuation between them */
const stemsOfPiece = memoized(REMEMBERED, piece =>
  Array.from(piece.matchAll(WORD), ([word]) => stemOfWord(fold(word)))
    .filter(stemmed => stemmed !== '')
    .join(' '),
);

/** Returns the stems of a text in order, with a space between. */
export function stemsOf(text: string): string {
  const stems: string[] = [];
  for (const piece of text.replace(DOTTED, undotted).split(BREAK)) {
    const found = piece === '' ? '' : stemsOfPiece(piece);
    if (found !== '') stems.push(found);
  }
  return stems.join(' ');
}

const undotted = (letters: string): string => `${letters.replaceAll('.', '')} `;

/** Returns the stems of folded words, without function words. Dotted letters are one word. */
export function tellingStems(words: readonly string[]): string[] {
  const isDotted = words.length > 1 && words.every(word => word.length === 1);
  return (isDotted ? [words.join('')] : words)
    .filter(word => !isFunctionWord(word))
    .map(stemOfWord)
    .filter(stemmed => stemmed !== '');
}
