import { type ApiError, rangeNotSatisfiable } from '../../../contract/errors.ts';
import { matchesEtag } from '../../../contract/etag.ts';
import { byteLength } from '../../../contract/file-names.ts';
import {
  COMMON_HEADERS,
  errorHeaders,
  fileHeaders,
  hasRanges,
  KEYED_CACHE_CONTROL,
  optionsHeaders,
  VARY,
} from '../../../contract/headers.ts';
import { parseRange, type RequestedRange } from '../../../contract/range.ts';
import type { FileRoute, RoutedResource } from '../../../contract/routing/routes.ts';
import { bodyOf, jsonHeadersOf } from '../../errors.ts';
import type { WorkerRequest } from './request.ts';
import type { TreeFile } from './tree.ts';

/** Inserted when the Worker is bundled. */
declare const HEALTH_BODY: string;

/** Answers that the Worker makes itself, with the headers of the one table (build/contract/README.md, Response headers). */

/** @param resource null for paths without an endpoint */
export function errorAnswer(
  error: ApiError,
  resource: RoutedResource | null,
  headers: Readonly<Record<string, string>> = {},
): Response {
  // The allowed methods do not depend on `Accept`.
  const vary = error.status !== 405 && resource === 'document' ? VARY.document : undefined;
  const body = bodyOf(error);
  return new Response(body, {
    status: error.status,
    headers: {
      ...jsonHeadersOf(error),
      'content-length': String(byteLength(body)),
      ...(vary !== undefined && { vary }),
      ...headers,
    },
  });
}

/** Health without the shim: 200 with an error in the body (build/contract/README.md, Overview). */
export const healthAnswer = (): Response => new Response(HEALTH_BODY, { headers: errorHeaders() });

export const optionsAnswer = ({ headers }: WorkerRequest): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...COMMON_HEADERS,
      ...optionsHeaders(headers.get('access-control-request-headers') ?? undefined),
    },
  });

/** Answers a file with 200, 206, 304 or 416. */
export async function fileAnswer(
  request: WorkerRequest,
  route: Pick<FileRoute, 'requested' | 'policy'>,
  file: TreeFile,
): Promise<Response> {
  const { etag, bytes } = file;
  const headers: Record<string, string> = { ...fileHeaders(file.path, route.policy), etag };
  if (request.presentsKey) headers['cache-control'] = KEYED_CACHE_CONTROL[route.policy];
  // Preconditions are checked first (RFC 9110 §13.2.2).
  if (isNotModified(request, etag)) {
    delete headers['content-type'];
    return new Response(null, { status: 304, headers });
  }
  const range = hasRanges(route.policy) ? rangeOf(request, file) : null;
  if (range === null) return send(request, file, null, 200, headers);
  if (range === 'unsatisfiable')
    return errorAnswer(rangeNotSatisfiable(bytes), route.requested.resource, {
      'accept-ranges': 'bytes',
      'content-range': `bytes */${bytes}`,
    });
  headers['content-range'] = `bytes ${range.first}-${range.last}/${bytes}`;
  return send(request, file, range, 206, headers);
}

/** Answers with 200 or 304, without ranges. @param more headers of this answer */
export async function wholeAnswer(
  request: WorkerRequest,
  policy: FileRoute['policy'],
  file: TreeFile,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { etag } = file;
  const headers: Record<string, string> = { ...fileHeaders(file.path, policy), etag, ...more };
  delete headers['accept-ranges'];
  if (request.presentsKey) headers['cache-control'] = KEYED_CACHE_CONTROL[policy];
  if (!isNotModified(request, etag)) return send(request, file, null, 200, headers);
  for (const name of ['content-type', 'content-security-policy']) delete headers[name];
  return new Response(null, { status: 304, headers });
}

export function isNotModified({ headers }: WorkerRequest, etag: string): boolean {
  const ifNoneMatch = headers.get('if-none-match');
  return ifNoneMatch !== null && matchesEtag(ifNoneMatch, etag);
}

/** Returns the whole file if `If-Range` is not the current validator (RFC 9110 §13.1.5). */
function rangeOf({ method, headers }: WorkerRequest, { etag, bytes }: TreeFile): RequestedRange {
  const range = headers.get('range');
  const ifRange = headers.get('if-range');
  if (range === null || method !== 'GET' || (ifRange !== null && ifRange !== etag)) return null;
  return parseRange(range, bytes);
}

async function send(
  { method }: WorkerRequest,
  file: TreeFile,
  range: Exclude<RequestedRange, 'unsatisfiable'>,
  status: number,
  headers: Record<string, string>,
): Promise<Response> {
  const length = range ? range.last - range.first + 1 : file.bytes;
  const body = method === 'HEAD' ? null : await file.open(range);
  return new Response(body, { status, headers: { ...headers, 'content-length': String(length) } });
}
