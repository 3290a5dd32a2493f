import fs from 'node:fs';
import path from 'node:path';
import { type ChangesEntry, feedIn, type NamedFile, readChangesIndex } from '../contract/changes.ts';
import { CHANGES_INDEX, signaturePath } from '../contract/paths.ts';
import { CHANGES_FEED } from '../contract/site-paths.ts';
import { readBounded } from './read-bounded.ts';
import { walk } from './walk.ts';

/** The folder of the history, relative to the tree. Builds replace and remove files with its names. */
const FOLDER = path.dirname(CHANGES_INDEX);
const LIST = new RegExp(`^${FOLDER}/([1-9]\\d{0,14})[.]ndjson$`);

export const isHistoryFile = (name: string): boolean =>
  name === CHANGES_INDEX || name === CHANGES_FEED || name === signaturePath(CHANGES_INDEX) || LIST.test(name);

const MOST_BYTES = 64 * 1024 * 1024;

/** The entries of a tree's index, newest first; null where there is no readable index. */
export function readHistory(tree: string): ChangesEntry[] | null {
  const text = readText(path.join(tree, CHANGES_INDEX));
  return text === null ? null : readChangesIndex(text);
}

/** The feed in a tree's index; null where it names none. */
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

/** The lists in a tree, by number. */
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

/** Entries with complete lists, newest first; stops at the first gap. */
export function soundEntries(tree: string, entries: readonly ChangesEntry[]): ChangesEntry[] {
  const isThere = ({ path: list, bytes }: ChangesEntry): boolean => {
    const stat = fs.lstatSync(path.join(tree, list), { throwIfNoEntry: false });
    return stat?.isFile() === true && stat.size === bytes;
  };
  const end = entries.findIndex(entry => !isThere(entry));
  return end < 0 ? [...entries] : entries.slice(0, end);
}
