import type { FastifyReply, FastifyRequest } from 'fastify';
import { CACHE_CONTROL, type CachePolicy } from '../build/contract/caching.ts';
import { etagOf, matchesEtag } from '../build/contract/etag.ts';
import { REPRESENTATIONS } from '../build/contract/paths.ts';
import type { TreeFile } from './tree-files.ts';

/** Answers 304 where the client has the representation already. Sets ETag and Cache-Control in any case. */
export function isNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  policy: CachePolicy,
): boolean {
  reply.headers({ etag, 'cache-control': CACHE_CONTROL[policy] });
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch === undefined || !matchesEtag(ifNoneMatch, etag)) return false;
  reply.code(304).send();
  return true;
}

export type Sent = FastifyReply | Promise<FastifyReply>;
type Found = TreeFile | undefined;

/** Goes on at once with a file that is in memory, which needs no promise; with another when it has been read. */
export const withFile = (file: Found | Promise<Found>, send: (file: Found) => Sent): Sent =>
  file instanceof Promise ? (file.then(send) as Promise<FastifyReply>) : send(file);

/** Sends a file of the tree: from memory where it is held, as a stream where it is large. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: TreeFile,
  policy: CachePolicy,
): FastifyReply {
  if (isNotModified(request, reply, file.etag, policy)) return reply;
  reply.header('content-type', file.contentType);
  if (file.content) return reply.send(file.content);
  // @fastify/static's own validators come from size and time, ours from the content.
  return reply.sendFile(file.path, {
    etag: false,
    lastModified: false,
    cacheControl: false,
    dotfiles: 'allow',
  });
}

/** Sends a JSON body that was made for this request. */
export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  json: string,
  policy: CachePolicy,
  etag = etagOf(json),
): FastifyReply {
  if (isNotModified(request, reply, etag, policy)) return reply;
  return reply.header('content-type', REPRESENTATIONS.json.contentType).send(json);
}
