import type { FastifyReply, FastifyRequest } from 'fastify';
import { cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import { CHANGES_INDEX } from '../../build/contract/paths.ts';
import { ChangesSince } from '../content/changes-since.ts';
import type { TreeFiles } from '../content/tree-files.ts';
import { sendJson } from './respond.ts';

const TAGS = cacheTagHeaders(CHANGES_INDEX);

/** The changes since a number or a build (build/contract/README.md, Changes); each build's own are files. */
export function answerChanges(files: TreeFiles) {
  const changes = new ChangesSince(files);
  return async (request: FastifyRequest, reply: FastifyReply, since: string): Promise<FastifyReply> => {
    const json = await changes.answer(since);
    return await sendJson(request, reply, { json, tags: TAGS }, 'manifest');
  };
}
