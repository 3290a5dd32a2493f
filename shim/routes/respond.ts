import type { FastifyReply, FastifyRequest } from 'fastify';
import { rangeNotSatisfiable } from '../../build/contract/errors.ts';
import { etagOf } from '../../build/contract/etag.ts';
import type { CachePolicy } from '../../build/contract/headers.ts';
import { REPRESENTATIONS } from '../../build/contract/paths.ts';
import { parseRange, type RequestedRange } from '../../build/contract/range.ts';
import type { TreeFile, TreeFiles } from '../content/tree-files.ts';
import { type Described, hold, isNotModified, type Sent, sendCoded, sendHeld } from './send-coded.ts';

/** Continues at once with a file in memory, without a promise, and otherwise when it is read. */
export const withFile = (
  file: TreeFile | undefined | Promise<TreeFile | undefined>,
  send: (file: TreeFile | undefined) => Sent,
): Sent => (file instanceof Promise ? (file.then(send) as Promise<FastifyReply>) : send(file));

/** Sends a representation from the tree, or the requested range of it. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  files: TreeFiles,
  file: TreeFile,
  policy: CachePolicy,
): Sent {
  reply.header('accept-ranges', 'bytes');
  const range = rangeOf(request, file);
  // Preconditions come first (RFC 9110 §13.2.2).
  if (range === null) return sendFile(request, reply, files, file, policy);
  if (isNotModified(request, reply, file, policy)) return reply;
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
  const { content } = file;
  const isHeld = content !== null && hold(request, reply, content);
  return reply.send(isHeld ? content.subarray(first, last + 1) : files.open(file, range));
}

/**
 * Returns the range that a GET asks for, always of the plain bytes: only they are the same from every server. An `If-Range`
 * that is not their validator asks for the whole (RFC 9110 §13.1.5).
 */
function rangeOf({ method, headers }: FastifyRequest, file: TreeFile): RequestedRange {
  if (headers.range === undefined || method !== 'GET') return null;
  const ifRange = headers['if-range'];
  if (ifRange !== undefined && ifRange !== file.etag) return null;
  return parseRange(headers.range, file.bytes);
}

/** Sends a file of the tree from memory, or as a stream if it is large. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: TreeFiles,
  file: TreeFile,
  policy: CachePolicy,
): Sent {
  if (isNotModified(request, reply, file, policy)) return reply;
  const { etag, bytes, contentType, content } = file;
  return sendCoded(request, reply, {
    etag,
    bytes,
    contentType,
    isValidated: true,
    effort: policy === 'asset' ? 'best' : 'usual',
    read: () => content ?? files.readSame(file),
    sendPlain() {
      reply.header('content-type', contentType);
      const isHeld = content !== null && hold(request, reply, content);
      return isHeld ? reply.send(content) : streamFile(reply, file);
    },
  });
}

const streamFile = (reply: FastifyReply, { path }: TreeFile): FastifyReply =>
  // @fastify/static derives validators from size and time, we from the content.
  reply.sendFile(path, {
    etag: false,
    lastModified: false,
    cacheControl: false,
    dotfiles: 'allow',
    acceptRanges: false,
  });

/** A JSON body made for this request. */
export interface Computed extends Pick<Described, 'tags'> {
  json: string | Buffer;
  /** By default derived from the body. */
  etag?: string;
}

export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  { json, etag: known, tags }: Computed,
  policy: CachePolicy,
): Sent {
  const body = typeof json === 'string' ? Buffer.from(json) : json;
  const etag = known ?? etagOf(body);
  if (isNotModified(request, reply, { etag, tags }, policy)) return reply;
  return sendBody(request, reply, body, { etag, isValidated: true });
}

export interface BodyHead {
  /** Identifies the bytes; the answer carries it where `isValidated`. */
  etag: string;
  isValidated: boolean;
  /** By default that of JSON. */
  contentType?: string;
}

export function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  { etag, isValidated, contentType = REPRESENTATIONS.json.contentType }: BodyHead,
): Sent {
  return sendCoded(request, reply, {
    etag,
    bytes: body.length,
    contentType,
    isValidated,
    read: () => body,
    sendPlain: () => sendHeld(request, reply, contentType, body),
  });
}
