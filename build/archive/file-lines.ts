import { readInto } from '../files/read-into.ts';
import { ArchiveDamage } from './packs.ts';

/** Lines of files that are too large to be held, each with a JSON object that begins with its identifier. */

/** Bytes that are read at a time. */
const PIECE = 1 << 18;
/** Most bytes of a line, which bounds what a damaged file makes a reader hold. A version takes three hundred. */
export const MOST_LINE_BYTES = 16 << 20;
export const LINE_END = 10;

/** The bytes of an open file in pieces, each valid until the next. */
export function* piecesOf(handle: number): Generator<Buffer> {
  const memory = Buffer.allocUnsafeSlow(PIECE);
  for (let at = 0; ; ) {
    const bytes = readInto(handle, memory, at);
    if (bytes === 0) return;
    yield memory.subarray(0, bytes);
    at += bytes;
  }
}

/** A last line without an end counts, too. @param pieces see `piecesOf` @param file its name for errors @throws ArchiveDamage */
export function* linesOfPieces(pieces: Iterable<Buffer>, file: string): Generator<string> {
  let begun: Buffer[] = [];
  let length = 0;
  for (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf(LINE_END); end >= 0; end = piece.indexOf(LINE_END, from)) {
      const rest = piece.subarray(from, end);
      yield (begun.length > 0 ? Buffer.concat([...begun, rest]) : rest).toString();
      [begun, length, from] = [[], 0, end + 1];
    }
    if (from === piece.length) continue;
    begun.push(Buffer.from(piece.subarray(from)));
    length += piece.length - from;
    if (length > MOST_LINE_BYTES)
      throw new ArchiveDamage(`${file}: a line has more than ${MOST_LINE_BYTES} bytes`);
  }
  if (length > 0) yield Buffer.concat(begun).toString();
}

/**
 * The identifier at the beginning of a line. It is no part of the line's text: who holds the one would hold the other, too.
 * @throws where there is none
 */
export function identifierIn(line: string): string {
  const end = line.startsWith(FIRST) ? line.indexOf('"', FIRST.length) : -1;
  const quoted = line.slice(FIRST.length - 1, end + 1);
  const identifier: unknown =
    end >= 0 && !quoted.includes('\\') ? JSON.parse(quoted) : JSON.parse(line).identifier;
  if (typeof identifier !== 'string') throw new Error('it is of no document');
  return identifier;
}

const FIRST = '{"identifier":"';
