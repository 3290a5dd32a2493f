import { readFileSync } from 'node:fs';
import {
  ApiError,
  badRequest,
  changesNotFound,
  contentUnavailable,
  headersTooLarge,
  noSuchEndpoint,
  notFound,
  nothingThere,
  uriTooLong,
} from '../contract/errors.ts';
import { errorHeaders } from '../contract/headers.ts';
import { ALLOWED_METHODS } from '../contract/methods.ts';
import { RESOURCE_NAMES, RESOURCES, type ResourceName } from '../contract/resources.ts';
import { SCHEMA_VERSION } from '../formats/catalog-file.ts';
import { row, text, type VariableMap } from './maps/map.ts';
import { FILE_KINDS } from './maps/maps.ts';

/** Errors that a server answers itself when the shim is away or absent. Its configuration holds the bodies verbatim. */

/** Errors by cause. The messages cannot quote the request. */
export const ERRORS = {
  away: contentUnavailable(),
  alone: new ApiError(
    503,
    'REQUEST_ERROR',
    'This server has precomputed answers only: whole documents, and lists by one filter (title_number, a month) in their default order and in pages of 20, by offset or cursor, as links spell them. Search, fields and other lists need the complete API',
  ),
  document: new ApiError(404, 'DOCUMENT_NOT_FOUND', 'No document was found with this identifier.'),
  page: notFound('There is no such title, year or month.'),
  changes: changesNotFound(),
  missing: nothingThere(),
  endpoint: noSuchEndpoint(),
  method: new ApiError(
    405,
    'METHOD_NOT_ALLOWED',
    `This method is not allowed. Allowed are ${ALLOWED_METHODS}.`,
  ),
  request: badRequest(),
  url: uriTooLong(),
  headers: headersTooLarge(),
  range: new ApiError(416, 'RANGE_NOT_SATISFIABLE', 'The range lies outside this representation.'),
} as const;

export const bodyOf = (error: ApiError): string => JSON.stringify(error.toBody());

/** Headers without the type, which servers set elsewhere. */
export function headersOf(error: ApiError): Record<string, string> {
  const { 'content-type': _, ...headers } = jsonHeadersOf(error);
  return headers;
}

export function jsonHeadersOf(error: ApiError): Record<string, string> {
  return {
    ...errorHeaders(),
    ...(error.retryAfter !== undefined && { 'retry-after': String(error.retryAfter) }),
    ...(error.code === 'METHOD_NOT_ALLOWED' && { allow: ALLOWED_METHODS }),
  };
}

/** Health is always answered 200 (build/contract/README.md, Overview): no content database can be reached. */
export const healthBody = (): string =>
  JSON.stringify({
    status: 'error',
    version: packageVersion(),
    database: { connected: false, documents: 0, schema_version: SCHEMA_VERSION },
    uptime: 0,
    message: 'The shim cannot be reached: only what is precomputed is answered.',
  });

const packageVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;

/** The error for a resource without a file, when no shim could have it. */
function errorWithoutFile(name: ResourceName): keyof typeof ERRORS {
  const { answered, policy, errors, unless } = RESOURCES[name];
  if (answered === 'document') return 'document';
  // The shim might have computed it.
  if (unless || answered === 'made') return 'alone';
  if (policy === 'hierarchy') return 'page';
  return errors?.includes('ChangesNotFound') ? 'changes' : 'alone';
}

/** The error to answer when the shim is away (`{away}`) or absent (`{alone}`). */
export const alternativeMaps = (): VariableMap[] => [
  {
    name: 'away',
    source: '{read} {kind}',
    rows: [text('GET health', 'health'), text('GET view', 'view'), text('GET view-missing', 'view_missing')],
    otherwise: 'away',
  },
  {
    name: 'alone',
    source: '{read} {kind}',
    rows: [
      text('GET ', '{unknown}'),
      text('GET view', 'view'),
      text('GET view-missing', 'view_missing'),
      ...RESOURCE_NAMES.map(name => text(`GET ${name}`, name === 'health' ? name : errorWithoutFile(name))),
      ...Array.from(FILE_KINDS.keys(), kind =>
        text(`GET ${kind}`, kind.startsWith('tree-') ? 'missing' : '{unknown_file}'),
      ),
      row('^[A-Z]+ mcp$', 'alone'),
      row('^GET ', 'alone'),
    ],
    otherwise: 'method',
  },
];
