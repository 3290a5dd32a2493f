import { RATE_LIMIT_HEADERS } from '../../../contract/headers.ts';
import { levelUrl } from '../../../contract/levels.ts';
import { pinpointText } from '../../../contract/paragraphs/pinpoint-param.ts';
import {
  changesUrl,
  documentsUrl,
  encodedPath,
  REPRESENTATIONS,
  twoDigits,
  withQuery,
} from '../../../contract/paths.ts';
import { canonicalMonthQuery, canonicalQuery } from '../../../contract/query.ts';
import type { Requested } from '../../../contract/routing/routes.ts';
import { DIFF_POLICY } from '../../../diff/render.ts';
import { ERRORS } from '../../errors.ts';
import { errorAnswer, healthAnswer, isNotModified } from './answers.ts';
import type { WorkerRequest } from './request.ts';
import { type Context, type Environment, runtime } from './runtime.ts';

/** Forwards requests without a file to the origin, the shim, and caches answers that allow it. */

/** Milliseconds until an answer begins; a search takes 3 seconds at most. The shim limits the whole answer. */
const TIME_LIMIT_MS = 10_000;
/** Larger answers are passed on, not cached. */
const MAX_KEPT_BYTES = 1024 * 1024;

/** Request headers that the shim reads. */
const PASSED_ON = ['accept', 'user-agent', 'authorization', 'x-api-key'];
const CONDITIONS = ['if-none-match', 'range', 'if-range'];
/** Holds the client's address. A client's own `X-Forwarded-For` is not believed. */
const CLIENT_ADDRESS = 'cf-connecting-ip';

function setClientAddress(sent: Headers, headers: Headers): void {
  const address = headers.get(CLIENT_ADDRESS);
  if (address !== null) sent.set('x-forwarded-for', address);
}

const CONTENT_TYPES: readonly string[] = Object.values(REPRESENTATIONS).map(({ contentType }) => contentType);

export async function originAnswer(
  request: WorkerRequest,
  requested: Requested,
  environment: Environment,
  context: Context,
): Promise<Response> {
  if (requested.resource === 'mcp') return mcpAnswer(request, environment);
  const key = cacheKeyOf(request, requested);
  const cached = key === null ? undefined : await runtime.caches.default.match(key);
  if (cached) return conditional(request, cached);
  const response = await ask(request, environment, key !== null);
  if (!response || !isFromShim(response, requested)) {
    await response?.body?.cancel();
    if (requested.resource === 'health') return healthAnswer();
    return errorAnswer(environment.ORIGIN ? ERRORS.away : ERRORS.alone, requested.resource);
  }
  if (key === null) return response;
  if (isCacheable(request, response))
    context.waitUntil(runtime.caches.default.put(key, anonymous(response.clone())));
  return response.status === 200 ? conditional(request, response) : response;
}

/** Passes Model Context Protocol requests through unchanged: any method, any body, streamed answers. */
async function mcpAnswer(request: WorkerRequest, { ORIGIN }: Environment): Promise<Response> {
  if (!ORIGIN) return errorAnswer(ERRORS.alone, 'mcp');
  const { method, target, received } = request;
  const sent = new Headers(received.headers);
  for (const name of ['host', 'cookie', 'x-forwarded-for']) sent.delete(name);
  setClientAddress(sent, received.headers);
  const response = await fetch(new URL(ORIGIN).origin + target, {
    method,
    headers: sent,
    body: received.body,
    redirect: 'manual',
  }).catch(() => null);
  return response ?? errorAnswer(ERRORS.away, 'mcp');
}

/** Returns the cache key, one address for all spellings of a query; null for private answers. */
function cacheKeyOf({ presentsKey, site, target }: WorkerRequest, requested: Requested): string | null {
  if (presentsKey || requested.resource === 'health') return null;
  return site + addressOf(requested, target);
}

function addressOf(requested: Requested, target: string): string {
  if (requested.resource === 'list')
    return withQuery(documentsUrl(requested.source), canonicalQuery(requested.source, requested.query));
  if (requested.resource === 'month')
    return withQuery(
      levelUrl(requested.source, requested.year, twoDigits(requested.month)),
      canonicalMonthQuery(requested.page),
    );
  if (requested.resource === 'changes') return withQuery(changesUrl, `since=${requested.given}`);
  if (requested.resource !== 'document') return target;
  const { path, projection, pinpoint, on } = requested;
  const fields = (projection ?? []).map(encodeURIComponent).join(',');
  return `/${encodedPath(path)}?fields=${fields}&pinpoint=${pinpointText(pinpoint ?? [])}&on=${on ?? ''}`;
}

/** @returns null if the origin cannot be reached in time */
async function ask(
  { method, target, headers }: WorkerRequest,
  { ORIGIN }: Environment,
  mayCache: boolean,
): Promise<Response | null> {
  if (!ORIGIN) return null;
  // The cache keeps whole answers, so the client's condition is checked here. Cloudflare compresses for the client.
  const sent = new Headers({ 'accept-encoding': 'identity' });
  for (const name of mayCache && method === 'GET' ? PASSED_ON : [...PASSED_ON, ...CONDITIONS]) {
    const value = headers.get(name);
    if (value !== null) sent.set(name, value);
  }
  setClientAddress(sent, headers);
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  try {
    return await fetch(new URL(ORIGIN).origin + target, {
      method,
      headers: sent,
      redirect: 'manual',
      signal,
    });
  } catch {
    return null;
  }
}

/** Tells answers of the shim from pages, redirects and errors of servers in between. */
const isFromShim = ({ status, headers }: Response, requested: Requested): boolean =>
  status === 304 ||
  CONTENT_TYPES.includes(headers.get('content-type') ?? '') ||
  (requested.resource === 'diff' && headers.get('content-security-policy') === DIFF_POLICY);

function isCacheable({ method }: WorkerRequest, { status, headers }: Response): boolean {
  const length = Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY);
  const isPublic = (headers.get('cache-control') ?? '').startsWith('public,');
  return method === 'GET' && status === 200 && isPublic && length <= MAX_KEPT_BYTES;
}

/** Removes rate limits, which concern one client. */
function anonymous(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const name of RATE_LIMIT_HEADERS) headers.delete(name);
  return new Response(response.body, { headers });
}

async function conditional(request: WorkerRequest, response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  const etag = headers.get('etag');
  if (etag === null || !isNotModified(request, etag)) return new Response(response.body, { headers });
  await response.body?.cancel();
  for (const name of ['content-type', 'content-length']) headers.delete(name);
  return new Response(null, { status: 304, headers });
}
