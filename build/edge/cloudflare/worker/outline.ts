import { ApiError, levelNotFound } from '../../../contract/errors.ts';
import { outlineBelow } from '../../../contract/outline.ts';
import { structureLevelPath, structureLevelUrl } from '../../../contract/paths.ts';
import type { Requested } from '../../../contract/routing/routes.ts';
import { errorAnswer, fileAnswer } from './answers.ts';
import type { WorkerRequest } from './request.ts';
import { type Tree, textOf } from './tree.ts';

/** All that is below a level inside a title, cut from the title's file as the shim does. */

type RequestedLevel = Extract<Requested, { resource: 'level' }>;

export async function outlineAnswer(
  request: WorkerRequest,
  requested: RequestedLevel,
  tree: Tree,
): Promise<Response> {
  const { source, identifier } = requested;
  const path = structureLevelPath(source, identifier);
  const read = async (name: string): Promise<string | null> => {
    const file = await tree.file(name, 'hierarchy');
    return file && (await textOf(file));
  };
  try {
    const level = await tree.file(path, 'hierarchy');
    if (!level) throw levelNotFound(identifier);
    const target = `${structureLevelUrl(source, identifier)}?depth=all&level=${encodeURIComponent(level.etag)}`;
    const file = await tree.made(path, target, 'hierarchy', () => outlineBelow(read, requested));
    return await fileAnswer(request, { requested, policy: 'hierarchy' }, file);
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(error, requested.resource);
    throw error;
  }
}
