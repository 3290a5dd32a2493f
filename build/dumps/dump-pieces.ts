import { createHash } from 'node:crypto';
import { sortedByPath } from '../files/manifest/patch.ts';

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
export function* inPieces(documents: Iterable<DumpedDocument>): Generator<DumpedDocument[]> {
  let piece: DumpedDocument[] = [];
  for (const document of documents) {
    piece.push(document);
    if (numberOf(document.path) % DOCUMENTS_A_PIECE !== 0) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

/** Documents as one text, in the order of their paths: a dump may have a hundred thousand, and goes to another thread. */
export function listOf(documents: Iterable<DumpedDocument>): string {
  // What parts path and digest comes before whatever a path may go on with.
  return sortedByPath(
    Array.from(documents, ({ path, sha256 }) => `${path}\0${sha256}\n`),
    line => line,
  ).join('');
}

/** @param list see `listOf` */
export function* documentsOf(list: string): Generator<DumpedDocument> {
  for (let from = 0; from < list.length; ) {
    const middle = list.indexOf('\0', from);
    const end = list.indexOf('\n', middle);
    yield { path: list.slice(from, middle), sha256: list.slice(middle + 1, end) };
    from = end + 1;
  }
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
