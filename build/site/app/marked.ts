/**
 * Highlights of search hits: HTML-escaped text with `<mark>` (build/contract/README.md, Search). They are read without an HTML
 * parser.
 */

export interface Piece {
  text: string;
  isMarked: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (written, name: string) => ENTITIES[name] ?? written);

/** Returns the pieces in order. Tags other than `mark` are text. */
export function markedPieces(highlight: string): Piece[] {
  let isMarked = false;
  const pieces: Piece[] = [];
  for (const part of highlight.split(/(<\/?mark>)/)) {
    if (part === '<mark>') isMarked = true;
    else if (part === '</mark>') isMarked = false;
    else if (part !== '') pieces.push({ text: unescaped(part), isMarked });
  }
  return pieces;
}
