import { ApiError } from '../../../contract/errors.ts';
import { fileLike, type MadeOfFiles, madeOfFiles } from '../../../contract/made-of-files.ts';
import { structureLevelUrl } from '../../../contract/paths.ts';
import { errorAnswer, fileAnswer } from './answers.ts';
import type { WorkerRequest } from './request.ts';
import { type Tree, type TreeFile, textOf } from './tree.ts';

/** Documents on a page of a list of a day, each of which is two files to be read. A Worker may make fifty requests. */
const MOST_ITEMS = 20;

/** Whether an answer is too much for a Worker. */
export const isForShim = (requested: MadeOfFiles): boolean =>
  requested.resource === 'daylist' && requested.page.limit > MOST_ITEMS;

const outlineTarget = (requested: MadeOfFiles, { etag }: TreeFile): string | null =>
  requested.resource === 'level'
    ? `${structureLevelUrl(requested.source, requested.identifier)}?depth=all&level=${encodeURIComponent(etag)}`
    : null;

/** Answers made of files of the tree, as the shim makes them. The files are cached, and outlines, which are cut from large ones. */
export async function answerOfFiles(
  request: WorkerRequest,
  requested: MadeOfFiles,
  tree: Tree,
): Promise<Response> {
  const read = async (name: string): Promise<string | null> => {
    const file = await tree.file(name, 'hierarchy');
    return file && (await textOf(file));
  };
  try {
    const { path, policy } = fileLike(requested);
    const level = requested.resource === 'level' ? await tree.file(path, 'hierarchy') : null;
    const file = await tree.made(path, level && outlineTarget(requested, level), policy, () =>
      madeOfFiles(read, requested, new Date().toISOString().slice(0, 10)),
    );
    return await fileAnswer(request, { requested, policy }, file);
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(error, requested.resource);
    throw error;
  }
}
