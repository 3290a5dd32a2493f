import type { FastifyReply, FastifyRequest } from 'fastify';
import { rangeNotSatisfiable } from '../../build/contract/errors.ts';
import { etagOf } from '../../build/contract/etag.ts';
import type { CachePolicy } from '../../build/contract/headers.ts';
import { REPRESENTATIONS } from '../../build/contract/paths.ts';
import { parseRange, type RequestedRange } from '../../build/contract/range.ts';
import type { TreeFile, TreeFiles } from '../content/tree-files.ts';
import { type Described, isNotModified, type Sent, sendCoded, sendHeld } from './coding.ts';

/** Goes on at once with a file that is in memory, which needs no promise; with another when it has been read. */
export const withFile = (
  file: TreeFile | undefined | Promise<TreeFile | undefined>,
  send: (file: TreeFile | undefined) => Sent,
): Sent => (file instanceof Promise ? (file.then(send) as Promise<FastifyReply>) : send(file));

/** Sends a representation that the tree holds, or the range of it that is asked for. */
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
  const isHeld = content !== null && request.server.unsent.hold(request, reply, content);
  return reply.send(isHeld ? content.subarray(first, last + 1) : files.open(file, range));
}

/**
 * The range that a GET asks for, always of the plain bytes, whatever coding is accepted: they alone are the same from every server. One
 * whose `If-Range` is not their validator asks for the whole (RFC 9110 §13.1.5).
 */
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
      const isHeld = content !== null && request.server.unsent.hold(request, reply, content);
      return isHeld ? reply.send(content) : streamFile(reply, file);
    },
  });
}

const streamFile = (reply: FastifyReply, { path }: TreeFile): FastifyReply =>
  // @fastify/static's own validators come from size and time, ours from the content.
  reply.sendFile(path, {
    etag: false,
    lastModified: false,
    cacheControl: false,
    dotfiles: 'allow',
    acceptRanges: false,
  });

/** A JSON body that was made for this request. */
export interface Computed extends Pick<Described, 'tags'> {
  json: string;
  /** Where it does not follow from the body. */
  etag?: string;
}

/** Sends it with its validator. */
export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  { json, etag = etagOf(json), tags }: Computed,
  policy: CachePolicy,
): Sent {
  if (isNotModified(request, reply, { etag, tags }, policy)) return reply;
  return sendBody(request, reply, json, etag, true);
}

/** @param etag tells which bytes they are; the answer carries it where `isValidated` */
export function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  json: string,
  etag: string,
  isValidated: boolean,
): Sent {
  const { contentType } = REPRESENTATIONS.json;
  return sendCoded(request, reply, {
    etag,
    bytes: Buffer.byteLength(json),
    contentType,
    isValidated,
    read: () => json,
    sendPlain: () => sendHeld(request, reply, contentType, json),
  });
}
