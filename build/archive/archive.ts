import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { SOURCES } from '../contract/sources.ts';
import { fileWithoutRoot } from './archive-files.ts';
import { ArchiveDamage, PACK, type PackFile } from './packs.ts';

/**
 * An archive keeps every version of every document. `archive.json` names all its files; these never change, so that the archive is at any
 * moment what `archive.json` says. See build/archive/README.md.
 */

export const ROOT_FILE = 'archive.json';
/** Raised whenever older programs cannot read the archive. */
const FORMAT = 1;

export interface PartEntry {
  /** Of a title or a year, see `partOfHistory`: `usc/t17`, `fr/2018`. */
  name: string;
  /** Relative to the archive. */
  path: string;
  bytes: number;
  sha256: string;
  documents: number;
  versions: number;
}

export interface ArchiveRoot {
  packs: readonly PackFile[];
  /** In the order of their names. */
  parts: readonly PartEntry[];
  /** To what all histories are bounded, see `keepText`; absent: to nothing, or not all of them. */
  keep?: string;
}

/** Three hundred bytes for each title or year, and for each pack. */
const MOST_ROOT_BYTES = 64 << 20;

const EMPTY: ArchiveRoot = { packs: [], parts: [] };

export const rootText = (root: ArchiveRoot): string =>
  `${JSON.stringify({ format: FORMAT, ...root }, null, 1)}\n`;

/** Identifies the content of an archive. */
export const archiveDigest = (root: ArchiveRoot): string => hash('sha256', rootText(root));

/** @returns an empty one where there is no archive @throws ArchiveDamage also where an archive has lost its root, or not got it yet */
export function readRoot(folder: string): ArchiveRoot {
  const file = path.join(folder, ROOT_FILE);
  let text: string;
  try {
    const { size } = fs.statSync(file);
    if (size > MOST_ROOT_BYTES) throw new ArchiveDamage(`${file} is larger than ${MOST_ROOT_BYTES} bytes`);
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const left = fileWithoutRoot(folder);
    if (left === null) return EMPTY;
    // Another process may have begun it meanwhile.
    if (fs.existsSync(file)) return readRoot(folder);
    throw new ArchiveDamage(
      `${folder} has ${left} and no ${ROOT_FILE}, without which nobody knows its versions: bring back ${ROOT_FILE}, or wait for the end of the copy`,
    );
  }
  try {
    const { format, packs, parts, keep } = JSON.parse(text) as ArchiveRoot & { format: number };
    if (format !== FORMAT || !Array.isArray(packs) || !Array.isArray(parts))
      throw new Error(`its format is ${format}, and this program knows ${FORMAT}`);
    for (const { path: named } of packs) checkForm(PACK, named);
    for (const { path: named, name } of parts) {
      checkForm(INDEX, named);
      if (!PART.test(name)) throw new Error(`${name} is no name of a part`);
      if (!SOURCES.some(({ id }) => name.startsWith(`${id}/`)))
        throw new Error(
          `line ${lineWith(text, JSON.stringify(name))}: ${name} is of no source that is known`,
        );
    }
    return { packs, parts, ...(keep !== undefined && { keep }) };
  } catch (error) {
    throw new ArchiveDamage(`${file}: ${(error as Error).message}`);
  }
}

/** An archive may come from elsewhere: it names no files but its own, see also `PACK`. */
const INDEX = /^index\/[a-z]+\/[\w-]+\.ndjson$/;
/** Files are named by it, in the archive and in the tree. */
const PART = /^[a-z]+\/[\w-]+$/;

/** Counted from 1. */
const lineWith = (text: string, words: string): number =>
  text.slice(0, Math.max(0, text.indexOf(words))).split('\n').length;

function checkForm(form: RegExp, file: string): void {
  if (!form.test(file)) throw new Error(`${file} is no name of a file of an archive`);
}
