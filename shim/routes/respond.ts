import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rangeNotSatisfiable } from '../../build/contract/errors.ts';
import { etagOf, matchesEtag } from '../../build/contract/etag.ts';
import { CACHE_CONTROL, type CachePolicy, KEYED_CACHE_CONTROL } from '../../build/contract/headers.ts';
import { REPRESENTATIONS } from '../../build/contract/paths.ts';
import { parseRange, type Range, type RequestedRange } from '../../build/contract/range.ts';
import type { TreeFile } from '../content/tree-files.ts';

/** `Cache-Control` for the answer to a request. */
export const cacheControl = (request: FastifyRequest, policy: CachePolicy): string =>
  (request.client?.presentsKey ? KEYED_CACHE_CONTROL : CACHE_CONTROL)[policy];

/** Answers 304 where the client has the representation already. Sets ETag and Cache-Control in any case. */
export function isNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  policy: CachePolicy,
): boolean {
  reply.headers({ etag, 'cache-control': cacheControl(request, policy) });
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch === undefined || !matchesEtag(ifNoneMatch, etag)) return false;
  reply.code(304).send();
  return true;
}

export type Sent = FastifyReply | Promise<FastifyReply>;

/** Goes on at once with a file that is in memory, which needs no promise; with another when it has been read. */
export const withFile = (
  file: TreeFile | undefined | Promise<TreeFile | undefined>,
  send: (file: TreeFile | undefined) => Sent,
): Sent => (file instanceof Promise ? (file.then(send) as Promise<FastifyReply>) : send(file));

/** Sends a representation that the tree holds, or the range of it that is asked for. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  file: TreeFile,
  policy: CachePolicy,
  openRange: (file: TreeFile, range: Range) => Readable,
): FastifyReply {
  reply.header('accept-ranges', 'bytes');
  const range = rangeOf(request, file);
  // Preconditions come first (RFC 9110 §13.2.2).
  if (range === null || isNotModified(request, reply, file.etag, policy))
    return sendFile(request, reply, file, policy);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.bytes}`);
    throw rangeNotSatisfiable(file.bytes);
  }
  const { first, last } = range;
  reply.code(206).headers({
    'content-type': file.contentType,
    'content-range': `bytes ${first}-${last}/${file.bytes}`,
    'content-length': last - first + 1,
  });
  return reply.send(file.content?.subarray(first, last + 1) ?? openRange(file, range));
}

/** The range that a GET asks for. One whose `If-Range` is not the current validator asks for the whole (RFC 9110 §13.1.5). */
function rangeOf({ method, headers }: FastifyRequest, file: TreeFile): RequestedRange {
  if (headers.range === undefined || method !== 'GET') return null;
  const ifRange = headers['if-range'];
  if (ifRange !== undefined && ifRange !== file.etag) return null;
  return parseRange(headers.range, file.bytes);
}

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
    acceptRanges: false,
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
