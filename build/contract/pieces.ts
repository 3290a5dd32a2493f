/** Work in pieces of a few milliseconds, so that a server can answer requests between them. Each `yield` ends a piece. */
export type Pieces<T = void> = Generator<void, T>;

/** Numbers in one piece. */
const PIECE = 2 ** 16;

/** Yields the indices from 0 up to `length`, a piece at a time. */
export function* piecesOf(length: number): Generator<readonly [from: number, to: number]> {
  for (let from = 0; from < length; from += PIECE) yield [from, Math.min(from + PIECE, length)];
}

export function inOneGo<T>(work: Pieces<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
