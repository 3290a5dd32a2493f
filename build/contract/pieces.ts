/**
 * Work in pieces of a few milliseconds, so that whoever answers requests meanwhile can let them come between.
 * Each `yield` ends a piece.
 */
export type Pieces<T = void> = Generator<void, T>;

/** So many numbers are a piece. */
const PIECE = 2 ** 16;

/** The places from 0 up to `length`, a piece at a time. */
export function* piecesOf(length: number): Generator<readonly [from: number, to: number]> {
  for (let from = 0; from < length; from += PIECE) yield [from, Math.min(from + PIECE, length)];
}

export function inOneGo<T>(work: Pieces<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
