import { ApiError } from '../../../contract/errors.ts';
import { type MadeOfFiles, madeOfFiles } from '../../../contract/made-of-files.ts';
import { structureLevelPath, structureLevelUrl } from '../../../contract/paths.ts';
import { errorAnswer, fileAnswer } from './answers.ts';
import type { WorkerRequest } from './request.ts';
import { type Tree, textOf } from './tree.ts';

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
    const { resource, source, identifier } = requested;
    const path = structureLevelPath(source, identifier);
    const level = resource === 'level' ? await tree.file(path, 'hierarchy') : null;
    const target =
      level && `${structureLevelUrl(source, identifier)}?depth=all&level=${encodeURIComponent(level.etag)}`;
    const file = await tree.made(path, target, 'hierarchy', () =>
      madeOfFiles(read, requested, new Date().toISOString().slice(0, 10)),
    );
    return await fileAnswer(request, { requested, policy: 'hierarchy' }, file);
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(error, requested.resource);
    throw error;
  }
}
