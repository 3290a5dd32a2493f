import type { ManifestEntry } from '../files/manifest/line.ts';
import type { Part, Root } from '../files/manifest/root.ts';
import type { Move, Moves } from './file-moves.ts';
import type { Traffic } from './source.ts';

/** Where a tree is copied to: a directory, or a bucket. */
export interface Target {
  /** For messages. */
  readonly name: string;
  /** What has been asked of it and sent to it over the network; null of a directory. */
  readonly traffic: Traffic | null;
  /** Of this machine: for the files of the coming tree, and for what is not complete. They stay over until they have been published. */
  readonly staging: string;
  readonly scratch: string;
  /** Whether files have to lie under `staging` to be published, wherever the source has them. */
  readonly needsCopies: boolean;
  /** Whether an interrupted run has left other files than the manifest that is there tells; known once that has been read. */
  readonly isTorn: boolean;
  /** The root of the manifest that is there; null where there is no tree. @throws where what is there is no tree */
  published(): Promise<Published | null>;
  /** What a part of its manifest lists; null where it is missing or damaged. */
  readPart(part: Part): Promise<Iterable<ManifestEntry> | null>;
  /** A small file; null where there is none. */
  read(path: string): Promise<Buffer | null>;
  /** Whether an interrupted run may have left other files of a part than its manifest tells. @param sha256 of the part there; null where there is none */
  doubts(part: string, sha256: string | null): boolean;
  /** Whether there is any file of this name, as far as that is told at once. */
  isThere(path: string): boolean;
  /** Where a file of the target lies on this machine; null where it is elsewhere, and its day is told nowhere. */
  ownFile(path: string): string | null;
  /** Whether it has a file with this content. */
  holds(move: Move): Promise<boolean>;
  /** Paths that an interrupted run may have brought, or meant to remove. */
  leftOver(): Iterable<string>;
  /** Finishes what an interrupted run has left to do when all files of the tree are there. @returns how many files it has removed */
  finish(): Promise<number>;
  /** Brings everything into place, in the order of its rank, and removes what goes. */
  publish(publication: Publication): Promise<void>;
  close(): void;
}

export interface Published {
  root: Root;
  bytes: Buffer;
}

export interface Publication {
  moves: Moves;
  /** SHA-256 of the coming root. */
  to: string;
  root: Root;
  /** Whether what is gone is removed. */
  removes: boolean;
  /** Where the file of a move lies, checked. */
  fileOf(path: string): string;
  jobs: number;
  onFile(): void;
}
