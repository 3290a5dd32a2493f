import { fold, foldedWords, isFunctionWord, memoized, stem, WORD } from './tokens.ts';

/**
 * The words of a document that ranking reads: the stems of its heading, of the names above it and of the beginning of its text,
 * in order and without function words, each as a number of 16 bits. Two of 65,536 words share a number, which rarely changes a
 * rank and saves most of the space.
 */
export interface Signature {
  heading: Uint16Array;
  names: Uint16Array;
  text: Uint16Array;
}

/** Words of the text. A provision states its subject in its beginning. */
export const TEXT_WORDS = 300;
export const LABEL_WORDS = 80;
export const READ = 8000;

const REMEMBERED = 100_000;

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Returns the number of a word, 16 bits, never 0. */
export function wordNumber(stemmed: string): number {
  const hash = hashOf(stemmed);
  return (hash >>> 16) ^ (hash & 0xffff) || 1;
}

export function wordNumbers(text: string, most: number): number[] {
  const numbers: number[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (numbers.length >= most || index >= READ) break;
    const number = numberOf(word);
    if (number !== 0) numbers.push(number);
  }
  return numbers;
}

/** @param word a match of {@link WORD} @returns 0 for a function word or an empty fold */
export const numberOf = memoized(REMEMBERED, word => {
  const folded = fold(word);
  return folded === '' || isFunctionWord(folded) ? 0 : wordNumber(stem(folded));
});

/** Returns 32 bits that are equal for headings with the same words in the same order, whatever their case and punctuation. */
export const nameNumber = (text: string): number => hashOf(foldedWords(text.slice(0, READ)).join(' '));

/** Returns bytes: the counts of the heading's and the names' words, then all words, 16 bits each, little-endian. */
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
  // Copies, since the bytes may begin at an odd address. Every platform of Node is little-endian except s390x.
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

/** The lower bits of a byte, which hold a part of a number. The highest bit says that more follows. */
const [BITS, LOWER, MORE] = [7, 0x7f, 0x80] as const;

/** Returns bytes for a set of numbers of 16 bits: the distances between them, of which most take one byte. */
export function packNumbers(numbers: Iterable<number>): Buffer {
  const bytes: number[] = [];
  let last = 0;
  for (const number of Uint16Array.from(numbers).sort()) {
    let distance = number - last;
    for (; distance > LOWER; distance >>= BITS) bytes.push((distance & LOWER) | MORE);
    bytes.push(distance);
    last = number;
  }
  return Buffer.from(bytes);
}

/** Returns the numbers of `packNumbers`, ascending. */
export function readNumbers(bytes: Uint8Array): Uint16Array {
  const numbers = new Uint16Array(bytes.length);
  let [count, number, shift] = [0, 0, 0];
  for (const byte of bytes) {
    number += (byte & LOWER) << shift;
    shift = byte > LOWER ? shift + BITS : 0;
    if (shift === 0) numbers[count++] = number;
  }
  return numbers.subarray(0, count);
}
