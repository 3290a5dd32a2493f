import { wholeCharacters } from '../bounds.ts';

/** A stretch of a text, in UTF-16 units as JavaScript counts them. */
export interface Piece {
  text: string;
  offset: number;
  /** Where to go on; null at the end. */
  next_offset: number | null;
}

/** A piece may be shorter by this share, so that it ends with a line, or at least with a word. */
const GIVEN_UP_FOR_LINES = 0.2;

/**
 * @param from where the text that is meant begins, and `to` where it ends, as with a section of a document
 * @param most characters of the piece
 * @returns pieces that put together, each from the `next_offset` of the last, are the text
 */
export function pieceOf(text: string, from: number, to: number, most: number): Piece {
  const begin = wholeCharacters(text, from);
  const end = begin + most >= to ? to : goodEnd(text, begin, begin + most);
  return { text: text.slice(begin, end), offset: begin, next_offset: end < to ? end : null };
}

function goodEnd(text: string, begin: number, end: number): number {
  const least = end - Math.floor((end - begin) * GIVEN_UP_FOR_LINES);
  for (const break_ of ['\n', ' ']) {
    const at = text.lastIndexOf(break_, end - 1) + 1;
    if (at > least) return at;
  }
  const whole = wholeCharacters(text, end);
  // A character may be wider than the whole piece.
  return whole > begin ? whole : begin + 2;
}
