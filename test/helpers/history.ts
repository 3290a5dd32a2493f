import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { ChangesEntry } from '../../build/contract/changes.ts';
import { changesBody } from '../../build/contract/envelope.ts';
import { CHANGES_INDEX, changesPath } from '../../build/contract/paths.ts';
import { linesIn } from './follower.ts';
import { temporaryFolder } from './tree.ts';

/** Histories that no build has made. */

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
export const buildOf = (number: number): string => digestOf(`build ${number}`);

/** A tree with these lists, the oldest first, of which the first has this number. */
export function treeWith(lists: readonly string[], from: number, complete: readonly number[] = []): string {
  const tree = temporaryFolder();
  putHistory(tree, lists, from, complete);
  return tree;
}

/** Writes such lists into a tree, and their index. */
export function putHistory(
  tree: string,
  lists: readonly string[],
  from: number,
  complete: readonly number[] = [],
): void {
  fs.mkdirSync(path.join(tree, 'changes'), { recursive: true });
  const made = lists.map((list, i): ChangesEntry => {
    const number = from + i;
    const isComplete = complete.includes(number);
    fs.writeFileSync(path.join(tree, changesPath(number)), list);
    const counts = { added: 0, changed: linesIn(list).length, removed: 0 };
    return {
      number,
      build: buildOf(number),
      previous: buildOf(number - 1),
      published: '2026-11-22T03:00:00.000Z',
      complete: isComplete,
      documents: isComplete ? null : counts,
      sources: isComplete ? null : { usc: counts, ecfr: counts, fr: counts },
      pages: isComplete ? null : { written: 0, removed: 0 },
      path: changesPath(number),
      url: `/api/changes/${number}`,
      bytes: Buffer.byteLength(list),
      sha256: digestOf(list),
    };
  });
  const { number, build, published } = made.at(-1) as ChangesEntry;
  const items = made.reverse().map(entry => JSON.stringify(entry));
  const { json } = changesBody(items, { number, build, oldest: from }, published);
  fs.writeFileSync(path.join(tree, CHANGES_INDEX), json);
}

export const lineOf = (name: string, change = 'changed'): string =>
  `${JSON.stringify({
    path: `api/usc/documents/t1/${name}.json`,
    url: `/api/usc/documents/t1%2F${name}`,
    identifier: `/us/usc/t1/${name}`,
    source: 'usc',
    change,
    etag: change === 'removed' ? null : { json: '"a"', markdown: '"b"', text: '"c"' },
  })}\n`;
export const listOf = (count: number, name = 's'): string =>
  Array.from({ length: count }, (_, i) => lineOf(`${name}${i}`)).join('');
