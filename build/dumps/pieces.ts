import { createHash } from 'node:crypto';

/** A document as a dump needs it. */
export interface DumpedDocument {
  /** Of its JSON, relative to the tree. */
  path: string;
  /** Hexadecimal. */
  sha256: string;
}

/**
 * On the average so many documents make one piece: some 90 kB of text. With four times as many a dump is 5% smaller, and a night
 * deflates four times as much.
 */
export const DOCUMENTS_A_PIECE = 16;

/**
 * Documents in pieces: where one ends follows from the path of its last document alone, so that a document that changes, comes or goes
 * changes the piece in which it stands, and no other.
 */
export function inPieces(documents: readonly DumpedDocument[]): DumpedDocument[][] {
  const pieces: DumpedDocument[][] = [];
  let piece: DumpedDocument[] = [];
  for (const document of documents) {
    piece.push(document);
    if (numberOf(document.path) % DOCUMENTS_A_PIECE !== 0) continue;
    pieces.push(piece);
    piece = [];
  }
  if (piece.length > 0) pieces.push(piece);
  return pieces;
}

/** FNV-1a of the path's units. */
function numberOf(path: string): number {
  let number = 0x811c9dc5;
  for (let i = 0; i < path.length; i++) number = Math.imul(number ^ path.charCodeAt(i), 0x01000193);
  // The lowest bits alone say little of what came before.
  return (number ^ (number >>> 15)) >>> 0;
}

/** Pieces of one key are of the same text. */
export function keyOf(piece: readonly DumpedDocument[]): string {
  const hash = createHash('sha256');
  for (const { sha256 } of piece) hash.update(sha256);
  return hash.digest('hex').slice(0, KEY_LENGTH);
}

/** 128 bits. */
const KEY_LENGTH = 32;
