import type { ManifestEntry } from '../files/manifest/line.ts';
import type { Part, Root } from '../files/manifest/root.ts';
import type { Move, Moves } from './file-moves.ts';
import type { Traffic } from './source.ts';

export interface Target {
  readonly name: string;
  /** Requests to it and bytes sent to it over the network; null for a directory. */
  readonly traffic: Traffic | null;
  /** Folders of this machine, for files of the coming tree and for unfinished files. Staged files stay until they are published. */
  readonly staging: string;
  readonly scratch: string;
  /** Whether files must lie under `staging` to be published, even if the source is on this machine. */
  readonly needsCopies: boolean;
  /** Whether an interrupted run left files that do not fit the manifest; known once that has been read. */
  readonly isTorn: boolean;
  /** The root of the published manifest; null where there is nothing. @throws where there is something else than a tree */
  published(): Promise<Published | null>;
  /** The files of a part; null where it is missing or damaged. */
  readPart(part: Part): Promise<Iterable<ManifestEntry> | null>;
  read(path: string): Promise<Buffer | null>;
  /** Whether an interrupted run may have changed files of a part. @param sha256 of the published part; null where there is none */
  doubts(part: string, sha256: string | null): boolean;
  isThere(path: string): boolean;
  /** The place of a file on this machine; null where it is elsewhere, without a date of its own. */
  ownFile(path: string): string | null;
  holds(file: Pick<Move, 'path' | 'bytes' | 'sha256'>): Promise<boolean>;
  /** Paths that an interrupted run may have added, or meant to remove. */
  leftOver(): Iterable<string>;
  /** Finishes an interrupted run after which only removals were left. @returns how many files it removed */
  finish(): Promise<number>;
  /** Publishes all moves in the order of their ranks, then removes files. */
  publish(publication: Publication): Promise<void>;
  close(): void;
}

export interface Published {
  root: Root;
  bytes: Buffer;
}

export interface Publication {
  moves: Moves;
  to: string;
  root: Root;
  /** Whether files are removed that the source no longer has. */
  removes: boolean;
  fileOf(path: string): string;
  jobs: number;
  onFile(): void;
}
