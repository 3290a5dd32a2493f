import type { FastifyReply, FastifyRequest } from 'fastify';
import { cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import { outlineBelow } from '../../build/contract/outline.ts';
import { outlinePath } from '../../build/contract/paths.ts';
import type { Requested } from '../../build/contract/routing/routes.ts';
import type { WholeFiles } from '../content/whole-files.ts';
import { sendJson } from './respond.ts';

/** All that is below a level inside a title (build/contract/README.md, Levels). */

type RequestedLevel = Extract<Requested, { resource: 'level' }>;

/** @throws ApiError NOT_FOUND */
export const outlineJson = (wholes: WholeFiles, requested: RequestedLevel): Promise<string> =>
  outlineBelow(async path => (await wholes(path))?.toString() ?? null, requested);

export async function sendOutline(
  request: FastifyRequest,
  reply: FastifyReply,
  wholes: WholeFiles,
  requested: RequestedLevel,
): Promise<FastifyReply> {
  const json = await outlineJson(wholes, requested);
  const tags = cacheTagHeaders(outlinePath(requested.source, requested.identifier));
  return await sendJson(request, reply, { json, tags }, 'hierarchy');
}
