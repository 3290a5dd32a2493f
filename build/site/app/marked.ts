/** Highlights of search hits: HTML-escaped text with `<mark>` (build/contract/README.md, Search), read without a parser of HTML. */

export interface Piece {
  text: string;
  isMarked: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (written, name: string) => ENTITIES[name] ?? written);

/** The pieces in order. Any other tag than `mark` would be text, as everything else is. */
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
