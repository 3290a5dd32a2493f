import { LINE_END, MOST_LINE_BYTES } from './file-lines.ts';
import { ArchiveDamage } from './packs.ts';
import { HistoryLine } from './part-file.ts';

/** Finds the line of a document in an index by halves, since lines are in the order of identifiers. */

/** A search that is given the bytes that it asks for. */
export type Reads<T> = Generator<{ at: number; bytes: number }, T, Buffer>;

/** Bytes that are read for a line in the middle. Most are shorter. */
const PROBE = 4096;
/** In so many bytes lines are looked at one by one. */
const FEW = 16_384;

/**
 * @param size of the file in bytes @param file its name for errors
 * @returns null where the index has no such document @throws ArchiveDamage for a line on the way that is of no document
 */
export function* findLine(identifier: string, size: number, file: string): Reads<HistoryLine | null> {
  const lineOf = (text: string, at: number) => new HistoryLine(text, `${file} at byte ${at}`);
  // The line begins at `from` or behind it, and before `to`.
  let [from, to] = [0, size];
  while (to - from > FEW) {
    const middle = Math.floor((from + to) / 2);
    const next = yield* lineBehind(middle, size, file);
    if (!next || next.at >= to || identifier < lineOf(next.text, next.at).identifier) to = middle + 1;
    else from = next.at;
  }
  let at = from;
  const endIn = (piece: Buffer): number => piece.indexOf(LINE_END, to - from - 1);
  const left = yield* stretch(from, to, { size, file, endIn });
  for (const text of left.toString().split('\n')) {
    // The first line of the file has the editions.
    if (at > 0 && text !== '') {
      const line = lineOf(text, at);
      if (line.identifier === identifier) return line;
    }
    at += Buffer.byteLength(text) + 1;
  }
  return null;
}

/** The first line that begins behind a place; null where there is none. */
function* lineBehind(at: number, size: number, file: string): Reads<{ at: number; text: string } | null> {
  const endOfSecond = (piece: Buffer): number => {
    const first = piece.indexOf(LINE_END);
    return first < 0 ? -1 : piece.indexOf(LINE_END, first + 1);
  };
  const piece = yield* stretch(at, at + PROBE, { size, file, endIn: endOfSecond });
  const begin = piece.indexOf(LINE_END) + 1;
  if (begin === 0 || begin === piece.length) return null;
  return { at: at + begin, text: piece.toString('utf8', begin).trimEnd() };
}

interface Stretch {
  size: number;
  file: string;
  /** Where what was read is enough; below 0: nowhere. */
  endIn: (piece: Buffer) => number;
}

/** Reads until it is enough, or to the end of the file. */
function* stretch(from: number, to: number, { size, file, endIn }: Stretch): Reads<Buffer> {
  for (let end = Math.min(to, size); ; end = Math.min(from + 2 * (end - from), size)) {
    if (end - from > 2 * MOST_LINE_BYTES)
      throw new ArchiveDamage(`${file} at byte ${from}: a line is too long`);
    const piece = yield { at: from, bytes: end - from };
    const last = endIn(piece);
    if (last >= 0) return piece.subarray(0, last + 1);
    if (end === size) return piece;
  }
}
