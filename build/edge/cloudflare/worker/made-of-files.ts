import { ApiError } from '../../../contract/errors.ts';
import { fileLike, type MadeOfFiles, madeOfFiles } from '../../../contract/made-of-files.ts';
import { structureLevelUrl } from '../../../contract/paths.ts';
import { errorAnswer, fileAnswer } from './answers.ts';
import { ForShim, readerOf } from './reader.ts';
import type { WorkerRequest } from './request.ts';
import { MAX_HELD_BYTES, type Tree, type TreeFile } from './tree.ts';

/** Documents on a page of a list of a day, each of which is two files to be read. A Worker may make fifty requests. */
const MOST_ITEMS = 20;

/** Whether an answer is too much for a Worker. */
export const isForShim = (requested: MadeOfFiles): boolean =>
  requested.resource === 'daylist' && requested.page.limit > MOST_ITEMS;

const outlineTarget = (requested: MadeOfFiles, { etag }: TreeFile): string | null =>
  requested.resource === 'level'
    ? `${structureLevelUrl(requested.source, requested.identifier)}?depth=all&level=${encodeURIComponent(etag)}`
    : null;

/**
 * Answers made of files of the tree, as the shim makes them. The files are cached, and outlines, which are cut from large ones.
 * @returns null where the shim has to answer
 */
export async function answerOfFiles(
  request: WorkerRequest,
  requested: MadeOfFiles,
  tree: Tree,
): Promise<Response | null> {
  const isOutline = requested.resource === 'level';
  const read = readerOf(tree, 'hierarchy', isOutline ? Number.POSITIVE_INFINITY : MAX_HELD_BYTES);
  try {
    const { path, policy } = fileLike(requested);
    const level = isOutline ? await tree.file(path, 'hierarchy') : null;
    const file = await tree.made(path, level && outlineTarget(requested, level), policy, () =>
      madeOfFiles(read, requested, new Date().toISOString().slice(0, 10)),
    );
    return await fileAnswer(request, { requested, policy }, file);
  } catch (error) {
    if (error instanceof ForShim) return null;
    if (error instanceof ApiError) return errorAnswer(error, requested.resource);
    throw error;
  }
}
