import { fold, foldedWords, isFunctionWord, remembering, stem, WORD } from './tokens.ts';

/**
 * What a ranking has to know of a document's words: the stems of its heading, of the names above it and of the beginning of
 * its text, in order and without function words, each as a number of 16 bits. Two words in 65,536 share a number, which
 * costs a rank now and then and saves most of the room that the words would take.
 */
export interface Signature {
  heading: Uint16Array;
  names: Uint16Array;
  text: Uint16Array;
}

/** Words of the text that count. What a provision is about, it says in its beginning. */
export const TEXT_WORDS = 300;
/** Words of the heading and of the names that count. */
export const LABEL_WORDS = 80;
/** UTF-16 code units in which all these words begin, for texts without end. */
export const READ = 8000;

/** A corpus has some 40,000 words that are not numbers. */
const REMEMBERED = 100_000;

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The number of a word, folded to 16 bits; never 0. */
export function wordNumber(stemmed: string): number {
  const hash = hashOf(stemmed);
  return (hash >>> 16) ^ (hash & 0xffff) || 1;
}

/** The numbers of a text's words, function words left out. */
export function wordNumbers(text: string, most: number): number[] {
  const numbers: number[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (numbers.length >= most || index >= READ) break;
    const number = numberOf(word);
    if (number !== 0) numbers.push(number);
  }
  return numbers;
}

/** @param word as {@link WORD} finds it @returns 0 of a function word, and where nothing is left of it */
export const numberOf = remembering(REMEMBERED, word => {
  const folded = fold(word);
  return folded === '' || isFunctionWord(folded) ? 0 : wordNumber(stem(folded));
});

/** What two headings share that have the same words in the same order, whatever their case and punctuation. 32 bits. */
export const nameNumber = (text: string): number => hashOf(foldedWords(text.slice(0, READ)).join(' '));

/** As bytes: the counts of the heading's and the names' words, then all words, 16 bits each, little-endian. */
export function writeSignature(heading: string, names: string, text: string): Buffer {
  return packSignature(
    wordNumbers(heading, LABEL_WORDS),
    wordNumbers(names, LABEL_WORDS),
    wordNumbers(text, TEXT_WORDS),
  );
}

/** The same of word numbers. */
export function packSignature(
  heading: readonly number[],
  names: readonly number[],
  text: readonly number[],
): Buffer {
  const words = [heading.length, names.length, ...heading, ...names, ...text];
  const bytes = Buffer.alloc(words.length * 2);
  for (const [i, word] of words.entries()) bytes.writeUInt16LE(word, i * 2);
  return bytes;
}

export function readSignature(bytes: Buffer): Signature {
  // A copy, since the bytes may begin at an odd address. Every platform of Node is little-endian, but for s390x.
  const words = new Uint16Array(Uint8Array.from(bytes).buffer);
  const [headingWords = 0, namesWords = 0] = words;
  const names = 2 + headingWords;
  const text = names + namesWords;
  return {
    heading: words.subarray(2, names),
    names: words.subarray(names, text),
    text: words.subarray(text),
  };
}
