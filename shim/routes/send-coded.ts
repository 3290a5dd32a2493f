import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CacheTagHeaders } from '../../build/contract/cache-tags.ts';
import { tooMuchUnsent } from '../../build/contract/errors.ts';
import { codedEtag } from '../../build/contract/etag.ts';
import { CACHE_CONTROL, type CachePolicy, KEYED_CACHE_CONTROL, VARY } from '../../build/contract/headers.ts';
import type { CompressedAnswers, Effort } from '../content/compressed-answers.ts';
import { acceptedCodings } from '../http/accepted-codings.ts';
import { codingFor, heldCoding } from '../http/chosen-coding.ts';
import type { Unsent } from '../http/unsent-bytes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    compressed: CompressedAnswers;
    unsent: Unsent;
  }
}

/** A representation as its headers describe it, in any coding. */
export interface Described {
  etag: string;
  tags: CacheTagHeaders;
}

export type Sent = FastifyReply | Promise<FastifyReply>;

/** Sets the headers common to 200 and 304, except the ETag (RFC 9110 §15.4.5). */
export function setCaching(
  request: FastifyRequest,
  reply: FastifyReply,
  policy: CachePolicy,
  tags: CacheTagHeaders,
): void {
  const cacheControl = (request.client?.presentsKey ? KEYED_CACHE_CONTROL : CACHE_CONTROL)[policy];
  reply.headers({ vary: VARY[policy], 'cache-control': cacheControl, ...tags });
}

/**
 * Answers 304 where the client has the representation in an accepted coding; the answer has the ETag of that coding (RFC 9110
 * §13.1.2, RFC 9111 §4.3.4). Always sets the caching headers.
 */
export function isNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, tags }: Described,
  policy: CachePolicy,
): boolean {
  setCaching(request, reply, policy, tags);
  reply.header('etag', etag);
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch === undefined) return false;
  const held = heldCoding(ifNoneMatch, acceptedCodings(request.headers['accept-encoding']), etag);
  if (held === undefined) return false;
  reply.header('etag', codedEtag(etag, held)).code(304).send();
  return true;
}

/** A whole answer, whose bytes are in memory or can be read. */
export interface Whole {
  etag: string;
  bytes: number;
  contentType: string;
  /** Whether the answer carries its ETag. */
  isValidated: boolean;
  effort?: Effort;
  read(): Buffer | Promise<Buffer | null>;
  sendPlain(): Sent;
}

/** @returns false where there is no room for this answer in memory */
export const hold = (request: FastifyRequest, { raw }: FastifyReply, body: Buffer): boolean =>
  request.server.unsent.hold(request.client?.id ?? '', raw, body);

/** Sends an answer made in memory for this request. @throws ApiError 503 where too many bytes wait to be sent */
export function sendHeld(
  request: FastifyRequest,
  reply: FastifyReply,
  contentType: string,
  body: Buffer,
): FastifyReply {
  if (!hold(request, reply, body)) throw tooMuchUnsent();
  return reply.header('content-type', contentType).send(body);
}

/** Sends an answer in the client's preferred coding, or plain where that is as good. */
export function sendCoded(request: FastifyRequest, reply: FastifyReply, whole: Whole): Sent {
  const accepted = acceptedCodings(request.headers['accept-encoding']);
  const coding = codingFor(accepted, whole.bytes, whole.contentType);
  if (coding === 'identity') return whole.sendPlain();
  const send = (body: Buffer | null): Sent => {
    if (body === null || !hold(request, reply, body)) return whole.sendPlain();
    if (whole.isValidated) reply.header('etag', codedEtag(whole.etag, coding));
    return reply.headers({ 'content-type': whole.contentType, 'content-encoding': coding }).send(body);
  };
  const body = request.server.compressed.get(whole.etag, coding, whole.read, whole.effort);
  return body instanceof Promise ? (body.then(send) as Promise<FastifyReply>) : send(body);
}
