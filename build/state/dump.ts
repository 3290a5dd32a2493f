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

/** A dump in the state, apart from its pieces: size and SHA-256 (hexadecimal) of the file, its newest day (YYYY-MM-DD), and the length of its text. */
export interface Dump {
  part: string;
  documents: number;
  bytes: number;
  sha256: string;
  newest: string;
  length: number;
}

/** @see PieceTable */
export interface DumpWithPieces extends Dump {
  pieces: Uint8Array;
}

/** In place of a part: all references. */
export const REFERENCES_DUMP = 'references';

const VERSIONS = 'versions/';

/** In place of a part: the former versions of a title's or a year's documents. @param part of the archive, such as `usc/t17` */
export const versionsDump = (part: string): string => VERSIONS + part;

/** Whether a dump is the one of a part's documents. */
export const isDumpOfDocuments = (dump: string): boolean =>
  dump !== REFERENCES_DUMP && !dump.startsWith(VERSIONS);

/** @returns relative to the tree */
export const dumpPath = (part: string): string => `${BULK_FOLDER}/${part}.jsonl.gz`;
