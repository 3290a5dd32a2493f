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
  reply.headers({ 'cache-control': cacheControl, vary: VARY[policy], ...tags });
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
  const accepted = acceptedCodings(request.headers['accept-encoding']);
  const held = accepted.find(coding => matchesEtag(ifNoneMatch, codedEtag(etag, coding)));
  if (held === undefined) return false;
  reply.header('etag', codedEtag(etag, held)).code(304).send();
  return true;
}

/** Smaller answers would save less than the headers cost. */
const MIN_BYTES = 1024;
const MAX_BYTES = 16 * 1024 * 1024;

/** A whole answer, whose bytes are in memory or can be read. */
export interface Whole {
  etag: string;
  bytes: number;
  contentType: string;
  /** Whether the answer carries its ETag. */
  isValidated: boolean;
  effort?: Effort;
  read(): Buffer | string | Promise<Buffer | null>;
  sendPlain(): Sent;
}

/** Sends an answer made in memory for this request. @throws ApiError 503 where too many bytes wait to be sent */
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

/** Sends an answer in the client's preferred coding, or plain where that is as good. */
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

/** @param accepted best first; without `identity` if the client refuses plain answers */
function codingFor(accepted: readonly Coding[], { bytes, contentType }: Whole): Compression | 'identity' {
  const [preferred = 'identity'] = accepted;
  if (bytes > MAX_BYTES || !isTextType(contentType)) return 'identity';
  return bytes < MIN_BYTES && accepted.includes('identity') ? 'identity' : preferred;
}
