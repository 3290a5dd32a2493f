import { CATALOG } from '../contract/paths.ts';
import type { Part } from '../files/manifest/root.ts';
import type { HistoryFile } from './history.ts';

/** The largest sizes that a source may declare: several times those of a tree of a million documents. */

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** A line of the manifest has a path of 1,200 bytes and an identifier of 1,000 at most, both mostly escaped, and the other fields. */
const MOST_LINE_BYTES = 16 * 1024;
/** The two digests of a line alone are longer. */
const LEAST_LINE_BYTES = 128;
const MOST_PART_BYTES = GIB;
const MOST_LIST_BYTES = GIB;
const MOST_FILE_BYTES = GIB;
const MOST_DUMP_BYTES = 64 * GIB;
const MOST_CATALOG_BYTES = 16 * GIB;
const MOST_INDEX_BYTES = 64 * GIB;

/** @returns why no manifest has such a part, to complete "… "; null where one may */
export function partProblem({ bytes, files }: Pick<Part, 'bytes' | 'files'>): string | null {
  if (bytes > MOST_PART_BYTES) return `declares ${shown(bytes)}, more than ${shown(MOST_PART_BYTES)}`;
  const isPlausible = bytes >= files * LEAST_LINE_BYTES && bytes <= files * MOST_LINE_BYTES;
  return isPlausible ? null : `declares ${shown(bytes)} for ${files} lines`;
}

/** As `partProblem`, of a file that the manifest lists. */
export function fileProblem(path: string, bytes: number): string | null {
  const most = path.startsWith('bulk/') ? MOST_DUMP_BYTES : MOST_FILE_BYTES;
  return bytes > most ? `declares ${shown(bytes)}, more than ${shown(most)}` : null;
}

export const listProblem = ({ bytes }: Pick<HistoryFile, 'bytes'>): string | null =>
  bytes > MOST_LIST_BYTES ? `declares ${shown(bytes)}, more than ${shown(MOST_LIST_BYTES)}` : null;

export const mostOfCatalog = (path: string): number =>
  path === CATALOG ? MOST_CATALOG_BYTES : MOST_INDEX_BYTES;

export const shown = (bytes: number): string =>
  `${Math.ceil(bytes / (bytes < MIB ? 1 : 1e6)).toLocaleString('en-US')} ${bytes < MIB ? 'bytes' : 'MB'}`;
