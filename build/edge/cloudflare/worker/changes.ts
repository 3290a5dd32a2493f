import type { ChangesEntry } from '../../../contract/changes.ts';
import {
  mergedChanges,
  requireList,
  soundIndex,
  type WantedChanges,
  wantedChanges,
} from '../../../contract/changes-since.ts';
import { ApiError } from '../../../contract/errors.ts';
import { CHANGES_INDEX, changesUrl } from '../../../contract/paths.ts';
import { inOneGo } from '../../../contract/pieces.ts';
import type { RequestedByPath } from '../../../contract/routing/routes.ts';
import { errorAnswer, fileAnswer } from './answers.ts';
import type { WorkerRequest } from './request.ts';
import { type Tree, type TreeFile, textOf } from './tree.ts';

/** Changes of several builds, merged from the lists in the tree as the shim does (build/contract/README.md, Changes). */

/** @returns null for a tree without history */
export async function changesAnswer(
  request: WorkerRequest,
  requested: RequestedByPath,
  tree: Tree,
): Promise<Response | null> {
  try {
    const file = await changesSince(tree, requested.given ?? '');
    return file && (await fileAnswer(request, { requested, policy: 'manifest' }, file));
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(error, requested.resource);
    throw error;
  }
}

/** @throws ApiError */
async function changesSince(tree: Tree, since: string): Promise<TreeFile | null> {
  const index = await tree.file(CHANGES_INDEX, 'manifest');
  if (!index) return null;
  const wanted = wantedChanges(soundIndex(await textOf(index)), since);
  // The answer depends on the index alone, so its ETag is part of the cache key.
  const target = `${changesUrl}?since=${wanted.since}&index=${encodeURIComponent(index.etag)}`;
  return tree.made(CHANGES_INDEX, target, 'manifest', () => merged(tree, wanted));
}

async function merged(tree: Tree, wanted: WantedChanges): Promise<string> {
  const lists: string[] = [];
  for (const entry of wanted.entries) lists.push(await readList(tree, entry));
  return inOneGo(mergedChanges(wanted, lists));
}

async function readList(tree: Tree, entry: ChangesEntry): Promise<string> {
  if (entry.bytes === 0) return '';
  const file = await tree.file(entry.path, 'list');
  requireList(entry, file?.etag);
  return textOf(file as TreeFile);
}
