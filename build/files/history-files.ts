import fs from 'node:fs';
import path from 'node:path';
import { type ChangesEntry, feedIn, type NamedFile, readChangesIndex } from '../contract/changes.ts';
import { CHANGES_INDEX, signaturePath } from '../contract/paths.ts';
import { CHANGES_FEED } from '../contract/site-paths.ts';
import { readBounded } from './read-bounded.ts';
import { walk } from './walk.ts';

/** The folder of the history, relative to the tree. Its names are the builds' own: what bears them is replaced and removed. */
const FOLDER = path.dirname(CHANGES_INDEX);
const LIST = new RegExp(`^${FOLDER}/([1-9]\\d{0,14})[.]ndjson$`);

export const isHistoryFile = (name: string): boolean =>
  name === CHANGES_INDEX || name === CHANGES_FEED || name === signaturePath(CHANGES_INDEX) || LIST.test(name);

/** So large an index is none. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The entries of a tree's index, newest first; null where there is none, or none that can be read. */
export function readHistory(tree: string): ChangesEntry[] | null {
  const text = readText(path.join(tree, CHANGES_INDEX));
  return text === null ? null : readChangesIndex(text);
}

/** The feed that a tree's index names; null where it names none. */
export function readFeed(tree: string): NamedFile | null {
  const text = readText(path.join(tree, CHANGES_INDEX));
  return text === null ? null : feedIn(text);
}

function readText(file: string): string | null {
  try {
    return readBounded(file, MOST_BYTES)?.toString('utf8') ?? null;
  } catch {
    return null;
  }
}

/** The lists that a tree holds, by number. */
export function listsIn(tree: string): Map<number, string> {
  const lists = new Map<number, string>();
  const folder = fs.lstatSync(path.join(tree, FOLDER), { throwIfNoEntry: false });
  if (!folder?.isDirectory()) return lists;
  for (const { name, isFile } of walk(tree, FOLDER)) {
    const number = LIST.exec(name)?.[1];
    if (isFile && number !== undefined) lists.set(Number(number), name);
  }
  return lists;
}

/** Those of the entries, newest first, whose lists are there in full: history goes back to the first that is not. */
export function soundEntries(tree: string, entries: readonly ChangesEntry[]): ChangesEntry[] {
  const isThere = ({ path: list, bytes }: ChangesEntry): boolean => {
    const stat = fs.lstatSync(path.join(tree, list), { throwIfNoEntry: false });
    return stat?.isFile() === true && stat.size === bytes;
  };
  const end = entries.findIndex(entry => !isThere(entry));
  return end < 0 ? [...entries] : entries.slice(0, end);
}
