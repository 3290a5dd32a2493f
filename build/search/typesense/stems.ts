import { LABEL_WORDS, packSignature, READ, TEXT_WORDS } from '../text/signature.ts';
import { isFunctionWord, stem } from '../text/tokens.ts';
import { WordTable } from '../text/word-table.ts';

/**
 * Typesense 0.24 cannot stem, and later versions stem differently. Records therefore hold the stems of `../text/tokens.ts` in
 * the order of the text, and queries ask for stems, so that both engines find the same forms of a word.
 */

/** `U.S.C.` is one word, as `USC` is. */
const DOTTED = /\b(?:[A-Za-z]\.){2,}/g;
/** Stems that are kept between texts: each word is folded and stemmed once, however often texts repeat it. */
const REMEMBERED = 300_000;
/** Typesense drops longer words. */
const LONGEST = 64;
/** Typesense drops these, too: a query of nothing else would find everything. */
const DROPPED = /[^\p{L}\p{Nd}]|\p{Lm}/gu;

const keptOf = (stemmed: string): string => stemmed.replace(DROPPED, '').slice(0, LONGEST);

/** Returns the stem of a folded word as Typesense keeps it; '' if it would drop all of it. */
export const stemOfWord = (folded: string): string => keptOf(stem(folded));

const into = { words: new Int32Array(4096) };
let table = new WordTable();
/** By number of a stem, what Typesense keeps of it. */
let kept: string[] = [];

function knownWords(): WordTable {
  if (table.stems.length > REMEMBERED) [table, kept] = [new WordTable(), []];
  return table;
}

/** Returns the stems of a text in order. */
export function readStems(text: string): string[] {
  const { stemOf, stems } = knownWords();
  const undotted = text.replace(DOTTED, letters => `${letters.replaceAll('.', '')} `);
  const { words, count } = table.read(undotted, 0, into);
  const all: string[] = [];
  for (let i = 0; i < count; i++) {
    const number = stemOf[words[i]!]!;
    kept[number] ??= keptOf(stems[number]!);
    const stemmed = kept[number];
    if (stemmed !== '') all.push(stemmed);
  }
  return all;
}

/** The same with a space between. */
export const stemsOf = (text: string): string => readStems(text).join(' ');

/** Returns the signature of a document, see `../text/signature.ts`. @param length of the text, without notes */
export function signatureOf(heading: string, names: string, text: string, length: number): Buffer {
  const words = knownWords();
  const signs = (text: string, most: number, end = READ): number[] =>
    words.signs(words.read(text, 0, into, end), 0, most);
  return packSignature(
    signs(heading, LABEL_WORDS),
    signs(names, LABEL_WORDS),
    signs(text, TEXT_WORDS, Math.min(READ, length)),
  );
}

/** Returns the stems of folded words, without function words. Dotted letters are one word. */
export function tellingStems(words: readonly string[]): string[] {
  const isDotted = words.length > 1 && words.every(word => word.length === 1);
  return (isDotted ? [words.join('')] : words)
    .filter(word => !isFunctionWord(word))
    .map(stemOfWord)
    .filter(stemmed => stemmed !== '');
}
