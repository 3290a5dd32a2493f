import { cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import { CHANGES_INDEX } from '../../build/contract/paths.ts';
import { ChangesSince } from '../content/changes-since.ts';
import type { TreeFiles } from '../content/tree-files.ts';
import type { ComputedHandler } from './endpoint.ts';
import { sendJson } from './respond.ts';

const TAGS = cacheTagHeaders(CHANGES_INDEX);

/** Answers the changes since a number or a build (build/contract/README.md, Changes). The changes of one build are a file. */
export function answerChanges(files: TreeFiles): ComputedHandler {
  const changes = new ChangesSince(files);
  return async (request, reply, { given }) => {
    const json = Buffer.from(await changes.answer(given ?? ''));
    return await sendJson(request, reply, { json, tags: TAGS }, 'manifest');
  };
}
