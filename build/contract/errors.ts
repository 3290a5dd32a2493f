import { ALLOWED_METHODS } from './methods.ts';

/** The table of errors (build/contract/README.md, Errors). No other code can be sent. */
const STATUS = {
  BAD_REQUEST: 400,
  INVALID_PARAMETER: 400,
  DOCUMENT_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  GONE: 410,
  URI_TOO_LONG: 414,
  RANGE_NOT_SATISFIABLE: 416,
  RATE_LIMIT_EXCEEDED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
} as const;

export type ErrorCode = keyof typeof STATUS | 'REQUEST_ERROR';

export interface ErrorBody {
  error: { status: number; code: ErrorCode; message: string; retry_after?: number };
}

/** An error that clients may see. `retryAfter` is in whole seconds. */
export interface ApiError extends Error {
  status: number;
  code: ErrorCode;
  retryAfter: number | undefined;
  /** Returns the body of the response. Only 429 has `retry_after` (build/contract/README.md, Errors). */
  toBody(): ErrorBody;
}

/** A function instead of a class, since classes make a stack: without one errors are cheap enough for every request. */
export const ApiError = function (
  this: ApiError,
  status: number,
  code: ErrorCode,
  message: string,
  retryAfter?: number,
): void {
  this.status = status;
  this.code = code;
  this.message = message;
  this.retryAfter = retryAfter;
} as unknown as new (
  status: number,
  code: ErrorCode,
  message: string,
  retryAfter?: number,
) => ApiError;
ApiError.prototype = Object.create(Error.prototype);
ApiError.prototype.name = 'ApiError';
ApiError.prototype.toBody = function (this: ApiError): ErrorBody {
  const error: ErrorBody['error'] = { status: this.status, code: this.code, message: this.message };
  if (this.status === 429 && this.retryAfter !== undefined) error.retry_after = this.retryAfter;
  return { error: error };
};

const make =
  (code: keyof typeof STATUS) =>
  (message: string): ApiError =>
    new ApiError(STATUS[code], code, message);

const invalid = make('INVALID_PARAMETER');

/** @param allowed completes "must be …" */
export const invalidParameter = (name: string, value: string, allowed: string): ApiError =>
  invalid(`Invalid value for parameter ${name}: ${JSON.stringify(clip(value))}. It must be ${allowed}.`);

export const repeatedParameter = (name: string): ApiError =>
  invalid(`Invalid value for parameter ${name}: it is given more than once. It must be given at most once.`);

export const documentNotFound = (identifier: string): ApiError =>
  make('DOCUMENT_NOT_FOUND')(`No document was found with the identifier ${clip(identifier)}.`);

export const levelNotFound = (identifier: string): ApiError =>
  make('NOT_FOUND')(`No level was found with the identifier ${clip(identifier)}.`);

/** For a level that is there: builds without an archive keep no times of documents. */
export const levelHistoryNotFound = (identifier: string): ApiError =>
  make('NOT_FOUND')(`No versions of documents in ${clip(identifier)} are known.`);

/** @param day since which former editions alone have it @param changes the address of what became of it */
export const goneLevel = (identifier: string, day: string, changes: string): ApiError =>
  make('NOT_FOUND')(
    `No level was found with the identifier ${clip(identifier)}. It was removed on ${day}; ${changes} tells what became of its documents.`,
  );

/** @param paragraph such as `(a)(1)` */
export const paragraphNotFound = (identifier: string, paragraph: string): ApiError =>
  make('DOCUMENT_NOT_FOUND')(`No paragraph ${paragraph} was found in ${clip(identifier)}.`);

/** @param day before all known versions @param first the day on which the first one begins */
export const versionNotKnown = (identifier: string, day: string, first: string): ApiError =>
  make('DOCUMENT_NOT_FOUND')(
    `No text of ${clip(identifier)} is known for ${day}. The first known version begins on ${first}.`,
  );

/** @param day as it was asked for @param known a sentence that tells when the document was in force */
export const versionNotFound = (identifier: string, day: string, known: string): ApiError =>
  make('DOCUMENT_NOT_FOUND')(`${clip(identifier)} was not in force on ${day}. ${known}`);

/** @param name such as `2021-12-27~3` @param list the address of the document's versions */
export const noSuchVersion = (identifier: string, name: string, list: string): ApiError =>
  make('DOCUMENT_NOT_FOUND')(`${clip(identifier)} has no version ${name}. Its versions are at ${list}.`);

export const notFound = make('NOT_FOUND');
export const noSuchEndpoint = (): ApiError =>
  notFound('There is no such endpoint. The endpoints are described at /api/openapi.');
export const noDumps = (): ApiError => notFound('There are no dumps here.');
export const nothingThere = (): ApiError => notFound('There is nothing at this address.');
export const changesNotFound = (): ApiError =>
  notFound(
    'There are no such changes: they have been dropped, or have not come yet. /api/changes lists those that are kept.',
  );
/** @param reason a sentence */
export const changesGone = (reason: string): ApiError =>
  make('GONE')(
    `${reason} Remember the build in /api/changes, take all documents, and go on with the changes since that build.`,
  );
export const methodNotAllowed = (method: string, allowed: string = ALLOWED_METHODS): ApiError =>
  make('METHOD_NOT_ALLOWED')(`The method ${method} is not allowed. Allowed are ${allowed}.`);
export const uriTooLong = (): ApiError => make('URI_TOO_LONG')('The request URL is too long.');
export const requestTimeout = (): ApiError => make('REQUEST_TIMEOUT')('The request did not arrive in time.');
export const rangeNotSatisfiable = (bytes: number): ApiError =>
  make('RANGE_NOT_SATISFIABLE')(`The range lies outside the ${bytes} bytes of this representation.`);
export const badRequest = (): ApiError => make('BAD_REQUEST')('The request is not valid HTTP.');
export const headersTooLarge = (): ApiError =>
  make('HEADERS_TOO_LARGE')('The request headers are too large.');
export const malformedUrl = (): ApiError => invalid('The request URL is not valid percent-encoded UTF-8.');
export const internalError = (): ApiError => make('INTERNAL_ERROR')('An internal error occurred.');

export const rateLimitExceeded = (seconds: number): ApiError =>
  new ApiError(
    STATUS.RATE_LIMIT_EXCEEDED,
    'RATE_LIMIT_EXCEEDED',
    `Rate limit exceeded. Retry after ${seconds} seconds.`,
    seconds,
  );

export const searchUnavailable = (): ApiError =>
  new ApiError(503, 'REQUEST_ERROR', 'Search service is temporarily unavailable', 5);

export const searchTimedOut = (): ApiError =>
  new ApiError(504, 'REQUEST_ERROR', 'Search request timed out', 5);

export const contentUnavailable = (): ApiError =>
  new ApiError(503, 'REQUEST_ERROR', 'The content database is temporarily unavailable', 5);

export const versionsTooLarge = (): ApiError =>
  new ApiError(503, 'REQUEST_ERROR', 'These versions are too large to be compared', 86_400);

export const diffTooLong = (): ApiError =>
  new ApiError(503, 'REQUEST_ERROR', 'These versions could not be compared in time', 60);

export const tooManyConnections = (): ApiError =>
  new ApiError(503, 'REQUEST_ERROR', 'The server has too many connections at the moment', 5);

export const tooManyUnanswered = (): ApiError =>
  new ApiError(503, 'REQUEST_ERROR', 'Too many requests wait for their answers on this connection', 5);

export const tooMuchUnsent = (): ApiError =>
  new ApiError(503, 'REQUEST_ERROR', 'Too much waits to be sent at the moment', 5);

/** Shortens the request's text that messages quote. */
function clip(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
