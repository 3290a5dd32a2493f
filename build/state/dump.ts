import { BULK_FOLDER } from '../contract/paths.ts';

/** A dump: all documents of one part of the manifest in one file, one a line (build/README.md, Dumps). */

/** A piece of a dump. It is deflated on its own, so that another build can use it again. */
export interface Piece {
  /** Identifies its text: made from the digests of its documents. */
  key: string;
  /** Deflated. */
  bytes: number;
  /** Of the text. */
  length: number;
  /** CRC-32 of the text. */
  checksum: number;
}

/** A dump in the state. */
export interface Dump {
  /** The part of the manifest that lists its documents. */
  part: string;
  documents: number;
  /** Of the file. */
  bytes: number;
  /** Of the file, hexadecimal. */
  sha256: string;
  /** The day of the newest document, YYYY-MM-DD. */
  newest: string;
  /** Of the text in it. */
  length: number;
  pieces: readonly Piece[];
}

/** @returns relative to the tree */
export const dumpPath = (part: string): string => `${BULK_FOLDER}/${part}.jsonl.gz`;
