import { wholeCharacters } from '../bounds.ts';

/** A range of a text, in UTF-16 units. */
export interface Piece {
  text: string;
  offset: number;
  next_offset: number | null;
}

/** A piece may be shorter by this share to end with a line, or else with a word. */
const GIVEN_UP_FOR_LINES = 0.2;

/**
 * @param from beginning of the text or section, and `to` its end
 * @param most characters of the piece
 * @returns a piece; all pieces, each from the last one's `next_offset`, make up the text
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
  // A surrogate pair may be longer than the whole piece.
  return whole > begin ? whole : begin + 2;
}
