import fs from 'node:fs';
import Database from 'libsql';
import type { PagesExtent } from '../contract/precomputed.ts';
import type { Problem } from '../corpus/problems.ts';

/** The counts of a tree. */
export interface Totals {
  documents: Record<string, number>;
  files: number;
  bytes: number;
  /** Bytes of the embedded search index; null where there is none. */
  index: number | null;
}

/** How the site of a tree was made. */
export interface SiteMaking {
  /** The public address, absolute and with a slash at its end; null where it is unknown. */
  url: string | null;
  /** The version of the code that made it, see `siteVersion`. */
  version: string;
}

/** An archive: its absolute folder, and `archiveDigest`. */
export interface ArchiveMark {
  folder: string;
  digest: string;
}

/** Where the texts of former versions are: in files of the tree, or in the archive alone, from which the shim answers. */
export const VERSION_PLACES = ['files', 'archive'] as const;
export type VersionPlaces = (typeof VERSION_PLACES)[number];

/** The options with which a tree was made. An update uses the same. */
export interface Making {
  /** The absolute folder of the corpus, without symbolic links. */
  corpus: string;
  keepGoing: boolean;
  search: boolean;
  pages: PagesExtent;
  bulk: boolean;
  sample: boolean;
  site: SiteMaking | null;
  /** The archive after the build; absent: there is none. */
  archive?: ArchiveMark;
  /** Absent without an archive, and where they are in files. */
  versions?: VersionPlaces;
  /** Which versions the archive keeps, see `keepText`; absent: all. */
  keep?: string;
  /** The last day that a build of the tree was told (`--as-of`); null: none was. Absent without an archive, and in states of earlier versions. */
  asOf?: string | null;
}

export const isSameSite = (site: SiteMaking | null, other: SiteMaking | null): boolean =>
  site?.url === other?.url && site?.version === other?.version;

/** Identifies a catalog file by its SHA-256 (hexadecimal) and the build of `OpenCatalog`. */
export interface CatalogMark {
  sha256: string;
  build: string;
}

/** What a build needs to know if nothing has changed. */
export interface StateHeader {
  version: string;
  /** Identifies the tree: SHA-256 of its manifest. */
  manifest: string;
  catalog: CatalogMark;
  problems: readonly Problem[];
  totals: Totals;
  made: Making;
}

/** Why a state cannot be used; completes the sentence "the state cannot be used, …". */
export interface Unusable {
  reason: string;
}

export const DAMAGED: Unusable = { reason: 'it is damaged' };

export const OTHER_ARCHIVE: Unusable = { reason: 'the archive is not as it was then' };

/** Whether an error of SQLite says that the file is damaged. */
export const isDamage = (error: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code));

/** Raised whenever the tables change. */
export const STATE_VERSION = 8;

/** Milliseconds to wait while another process writes to the file. */
const PATIENCE = 10_000;

export function openDatabase(file: string): Database.Database {
  return new Database(file, { timeout: PATIENCE });
}

/** @param expected the code version and the tree that the state must belong to */
export function readStateHeader(
  file: string,
  expected: { version: string; manifest: string },
): StateHeader | Unusable {
  if (!fs.existsSync(file)) return { reason: 'there is none' };
  const header = headerOf(file);
  if (!header) return DAMAGED;
  if (header.version !== expected.version) return { reason: 'the code has changed since' };
  if (header.manifest !== expected.manifest) return { reason: 'it belongs to another tree' };
  return header;
}

/** The header of a state of any code version; null where there is none. */
export function headerOf(file: string): StateHeader | null {
  // Opening a missing file would create it.
  if (!fs.existsSync(file)) return null;
  try {
    return readingOnly(file, db => {
      if (numberOf(db, 'user_version') !== STATE_VERSION || isCutShort(db, file)) return null;
      const [row] = db.prepare("SELECT value FROM state WHERE key = 'header'").raw().all() as [string][];
      return row ? (JSON.parse(row[0]) as StateHeader) : null;
    });
  } catch {
    // Damaged.
    return null;
  }
}

/** Fingerprints of the folders of the corpus by their names; see `FolderTimes`. */
export const knownFolders = (file: string): Map<string, string | null> =>
  readingOnly(file, db => {
    const rows = db.prepare('SELECT name, fingerprint FROM folders').raw().all() as [string, string | null][];
    return new Map(rows);
  });

function readingOnly<T>(file: string, read: (db: Database.Database) => T): T {
  const db = openDatabase(file);
  try {
    return read(db);
  } finally {
    db.close();
  }
}

const isCutShort = (db: Database.Database, file: string): boolean =>
  numberOf(db, 'page_count') * numberOf(db, 'page_size') > fs.statSync(file).size;

const numberOf = (db: Database.Database, pragma: string): number =>
  Number((db.prepare(`PRAGMA ${pragma}`).raw().all() as number[][])[0]?.[0]);
