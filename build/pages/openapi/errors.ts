import {
  type ApiError,
  badRequest,
  changesGone,
  changesNotFound,
  contentUnavailable,
  documentNotFound,
  type ErrorCode,
  headersTooLarge,
  internalError,
  invalidParameter,
  methodNotAllowed,
  notFound,
  paragraphNotFound,
  rangeNotSatisfiable,
  rateLimitExceeded,
  requestTimeout,
  searchTimedOut,
  searchUnavailable,
  tooManyConnections,
  uriTooLong,
} from '../../contract/errors.ts';
import { LIST_LIMIT } from '../../contract/page-sizes.ts';
import { LIMIT_HEADERS, RANGE_HEADERS, RETRY_HEADERS } from './headers.ts';
import { object, oneOf, type Schema, schemaRef, string } from './schema.ts';

/** Error responses (build/contract/README.md, Errors), with examples made by the functions that make the real ones. */

const CODES: Readonly<Record<ErrorCode, string>> = {
  BAD_REQUEST: 'the request is not valid HTTP',
  INVALID_PARAMETER:
    'a parameter has a value that is not allowed, or is given twice, or the URL is not valid percent-encoded UTF-8',
  DOCUMENT_NOT_FOUND: 'no document has the identifier',
  NOT_FOUND: 'no such title, year, month or changes, or no such endpoint',
  METHOD_NOT_ALLOWED: 'the method is none of those in the header Allow',
  GONE: 'the changes that are asked for are not known any more, or too many: take the whole',
  REQUEST_TIMEOUT: 'the request did not arrive in time',
  URI_TOO_LONG: 'the URL is too long',
  RANGE_NOT_SATISFIABLE: 'the range lies outside the representation',
  RATE_LIMIT_EXCEEDED: 'too many requests in the current window',
  HEADERS_TOO_LARGE: 'the request headers are too large',
  INTERNAL_ERROR: 'an unforeseen failure',
  REQUEST_ERROR: 'the search, the content or the server is not available at the moment',
};

export const ERROR_SCHEMA: Schema = object({
  error: {
    ...object(
      {
        status: { type: 'integer', minimum: 400, maximum: 599, description: 'Equals the HTTP status.' },
        code: {
          ...oneOf(Object.keys(CODES)),
          description: Object.entries(CODES)
            .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
            .join('\n'),
        },
        message: string,
        retry_after: { type: 'integer', minimum: 1, description: 'Seconds; on status 429 only.' },
      },
      ['retry_after'],
    ),
    if: { properties: { status: { const: 429 } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['retry_after'] },
    else: { properties: { retry_after: false } },
  },
});

interface ErrorResponse {
  description: string;
  examples: readonly [ApiError, ...ApiError[]];
}

const ERROR_RESPONSES = {
  BadRequest: {
    description: 'A parameter, the URL or the request itself is not valid.',
    examples: [invalidParameter('limit', '0', `an integer from 1 to ${LIST_LIMIT.max}`), badRequest()],
  },
  DocumentNotFound: {
    description: 'No document has this identifier, or the document has no such paragraph.',
    examples: [documentNotFound('/us/usc/t1/s99999'), paragraphNotFound('/us/usc/t1/s1', '(z)')],
  },
  NotFound: {
    description: 'There is no such title, or the year or month has no documents.',
    examples: [notFound('No documents were found for the year 1900.')],
  },
  ChangesNotFound: {
    description: 'No build that is kept has this number, or nothing is known of former builds.',
    examples: [changesNotFound()],
  },
  ChangesGone: {
    description: 'What has changed since then cannot be told, not any more, or not in one answer.',
    examples: [changesGone('The changes since then are not all kept any more.')],
  },
  MethodNotAllowed: {
    description: 'The endpoint is only read.',
    examples: [methodNotAllowed('POST')],
  },
  RequestTimeout: { description: 'The request did not arrive in time.', examples: [requestTimeout()] },
  RangeNotSatisfiable: {
    description: 'The range lies outside the representation.',
    examples: [rangeNotSatisfiable(1000)],
  },
  UriTooLong: { description: 'The URL is too long.', examples: [uriTooLong()] },
  RateLimitExceeded: {
    description: "The limit of the caller's tier is exceeded. Wait as long as Retry-After says.",
    examples: [rateLimitExceeded(30)],
  },
  HeadersTooLarge: { description: 'The request headers are too large.', examples: [headersTooLarge()] },
  InternalError: { description: 'An unforeseen failure.', examples: [internalError()] },
  ContentUnavailable: {
    description: 'The content is not available at the moment, or the server has too many connections.',
    examples: [contentUnavailable()],
  },
  ServerBusy: { description: 'The server has too many connections.', examples: [tooManyConnections()] },
  SearchUnavailable: {
    description: 'The search is not available at the moment.',
    examples: [searchUnavailable()],
  },
  SearchTimedOut: { description: 'The search took too long.', examples: [searchTimedOut()] },
} as const satisfies Record<string, ErrorResponse>;

export type ErrorResponseName = keyof typeof ERROR_RESPONSES;

export const statusOf = (name: ErrorResponseName): number => ERROR_RESPONSES[name].examples[0].status;

/** The components that operations refer to. Codes name the examples. */
export const errorResponses = (): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries<ErrorResponse>(ERROR_RESPONSES).map(([name, { description, examples }]) => [
      name,
      {
        description,
        ...headersOf(examples[0]),
        content: {
          'application/json': {
            schema: schemaRef('Error'),
            examples: Object.fromEntries(examples.map(error => [error.code, { value: error.toBody() }])),
          },
        },
      },
    ]),
  );

/** If the headers of a request could not be read, its tier is unknown. */
function headersOf({ status, retryAfter }: ApiError) {
  if (status === 431) return {};
  if (status === 416) return { headers: { ...LIMIT_HEADERS, ...RANGE_HEADERS } };
  return { headers: retryAfter === undefined ? LIMIT_HEADERS : RETRY_HEADERS };
}
