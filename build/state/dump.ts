import { BULK_FOLDER } from '../contract/paths.ts';

/** A dump: all documents of one part of the manifest in one file, one a line, or all references (build/README.md, Dumps). */

/** A piece of a dump, deflated separately for reuse: its deflated size, and the length and CRC-32 of its text. */
export interface Piece {
  /** Identifies its text: made from the digests of its documents. */
  key: string;
  bytes: number;
  length: number;
  checksum: number;
}

/** A dump in the state: size and SHA-256 (hexadecimal) of the file, its newest day (YYYY-MM-DD), and the length of its text. */
export interface Dump {
  part: string;
  documents: number;
  bytes: number;
  sha256: string;
  newest: string;
  length: number;
  pieces: readonly Piece[];
}

/** In place of a part: all references. */
export const REFERENCES_DUMP = 'references';

/** @returns relative to the tree */
export const dumpPath = (part: string): string => `${BULK_FOLDER}/${part}.jsonl.gz`;
