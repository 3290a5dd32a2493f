import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CacheTagHeaders } from '../../build/contract/cache-tags.ts';
import { tooMuchUnsent } from '../../build/contract/errors.ts';
import { type Coding, codedEtag, matchesEtag } from '../../build/contract/etag.ts';
import { CACHE_CONTROL, type CachePolicy, KEYED_CACHE_CONTROL, VARY } from '../../build/contract/headers.ts';
import { isTextType } from '../../build/contract/paths.ts';
import type { CompressedAnswers, Compression, Effort } from '../content/compressed-answers.ts';
import { acceptedCodings } from '../http/accepted-codings.ts';
import type { Unsent } from '../http/unsent-bytes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    compressed: CompressedAnswers;
    unsent: Unsent;
  }
}

/** A representation as the headers of its answers tell it, whatever their coding. */
export interface Described {
  /** Of the plain bytes. */
  etag: string;
  tags: CacheTagHeaders;
}

export type Sent = FastifyReply | Promise<FastifyReply>;

/** What a 200 and a 304 have in common (RFC 9110 §15.4.5), but for the ETag. */
export function setCaching(
  request: FastifyRequest,
  reply: FastifyReply,
  policy: CachePolicy,
  tags: CacheTagHeaders,
): void {
  const cacheControl = (request.client?.presentsKey ? KEYED_CACHE_CONTROL : CACHE_CONTROL)[policy];
  reply.headers({ 'cache-control': cacheControl, vary: VARY[policy], ...tags });
}

/**
 * Answers 304 where the client has the representation already, in whichever coding that it accepts: that one is then the one selected,
 * and its ETag is told (RFC 9110 §13.1.2 and RFC 9111 §4.3.4). Sets the headers of caching in any case.
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
  const accepted = acceptedCodings(request.headers['accept-encoding']);
  const held = accepted.find(coding => matchesEtag(ifNoneMatch, codedEtag(etag, coding)));
  if (held === undefined) return false;
  reply.header('etag', codedEtag(etag, held)).code(304).send();
  return true;
}

/** Below it headers weigh more than what is saved. */
const MIN_BYTES = 1024;
/** A larger answer is not read into memory as a whole. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A whole answer, in bytes that are there or can be read. */
export interface Whole {
  /** Of the plain bytes. */
  etag: string;
  bytes: number;
  contentType: string;
  /** Where the answer carries its ETag. */
  isValidated: boolean;
  effort?: Effort;
  read(): Buffer | string | Promise<Buffer | null>;
  sendPlain(): Sent;
}

/** Sends an answer that was made for this request, in memory. @throws ApiError 503 where too much waits to be sent */
export function sendHeld(
  request: FastifyRequest,
  reply: FastifyReply,
  contentType: string,
  body: string,
): FastifyReply {
  const bytes = Buffer.from(body);
  if (!request.server.unsent.hold(request, reply, bytes)) throw tooMuchUnsent();
  return reply.header('content-type', contentType).send(bytes);
}

/** Sends an answer in the coding that the client prefers, or plain where that is as good. */
export function sendCoded(request: FastifyRequest, reply: FastifyReply, whole: Whole): Sent {
  const coding = codingFor(acceptedCodings(request.headers['accept-encoding']), whole);
  if (coding === 'identity') return whole.sendPlain();
  const send = (body: Buffer | null): Sent => {
    if (body === null || !request.server.unsent.hold(request, reply, body)) return whole.sendPlain();
    if (whole.isValidated) reply.header('etag', codedEtag(whole.etag, coding));
    return reply.headers({ 'content-type': whole.contentType, 'content-encoding': coding }).send(body);
  };
  const body = request.server.compressed.get(whole.etag, coding, whole.read, whole.effort);
  return body instanceof Promise ? (body.then(send) as Promise<FastifyReply>) : send(body);
}

/** @param accepted the best first; without `identity` where the client refuses a plain answer */
function codingFor(accepted: readonly Coding[], { bytes, contentType }: Whole): Compression | 'identity' {
  const [preferred = 'identity'] = accepted;
  if (bytes > MAX_BYTES || !isTextType(contentType)) return 'identity';
  return bytes < MIN_BYTES && accepted.includes('identity') ? 'identity' : preferred;
}
