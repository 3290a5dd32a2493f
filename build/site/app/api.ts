import type { Pagination as ListPagination, Remarks } from '../../contract/envelope.ts';
import { apiUrl } from './address.ts';

/** Asks the API. Errors are values. */

/** A search has no `next`. */
export type Pagination = Omit<ListPagination, 'next'> & Partial<ListPagination>;

export interface Answer<T> {
  ok: true;
  data: T;
  pagination?: Pagination;
  facets?: Record<string, Record<string, number>>;
  meta?: Remarks;
}

export interface Failure {
  ok: false;
  /** Status of the HTTP answer; 0 where there was none. */
  status: number;
  /** A code of the API's table, or `OFFLINE`, `ABORTED`, `NEEDS_SERVER`, `UNREADABLE`. */
  code: string;
  message: string;
  /** Seconds that the server asks to wait, or null. */
  retryAfter: number | null;
}

export type Result<T> = Answer<T> | Failure;

export interface Environment {
  fetch: typeof fetch;
  /** @param milliseconds */
  wait: (milliseconds: number) => Promise<void>;
  now: () => number;
}

const BROWSER: Environment = {
  fetch: (...parameters) => fetch(...parameters),
  wait: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
  now: () => Date.now(),
};

const PAUSE_MS = 400;

const failure = (
  status: number,
  code: string,
  message: string,
  retryAfter: number | null = null,
): Failure => ({ ok: false, status, code, message, retryAfter });

/** The last 429, and the time until which no request is sent. Otherwise a search while typing would ask all the time. */
let limited: { failure: Failure; until: number } | null = null;

/**
 * Asks for a target of the API (`/api/…`). Tries once more after a failure that may be temporary, but never where the server
 * says how long to wait.
 */
export async function getJson<T>(
  target: string,
  signal: AbortSignal | null = null,
  environment: Environment = BROWSER,
): Promise<Result<T>> {
  const url = apiUrl(target);
  if (url === null) {
    return failure(0, 'NEEDS_SERVER', 'This copy of the site is files alone, and no file holds this answer.');
  }
  const left = limited ? limited.until - environment.now() : 0;
  if (limited && left > 0) return { ...limited.failure, retryAfter: Math.ceil(left / 1000) };
  const first = await attempt<T>(url, signal, environment);
  if (!first.ok && first.status === 429 && first.retryAfter !== null) {
    limited = { failure: first, until: environment.now() + first.retryAfter * 1000 };
  }
  if (first.ok || !isAccident(first)) return first;
  await environment.wait(PAUSE_MS);
  return attempt(url, signal, environment);
}

const isAccident = ({ code, status, retryAfter }: Failure): boolean =>
  retryAfter === null && (code === 'OFFLINE' || (status >= 500 && status !== 501));

async function attempt<T>(
  url: string,
  signal: AbortSignal | null,
  environment: Environment,
): Promise<Result<T>> {
  let response: Response;
  let text: string;
  try {
    response = await environment.fetch(url, { signal });
    text = await response.text();
  } catch {
    if (signal?.aborted) return failure(0, 'ABORTED', 'The request was given up.');
    return failure(0, 'OFFLINE', 'The server could not be reached.');
  }
  const body = parse(text);
  if (response.ok && isObject(body) && 'data' in body) {
    return { ...(body as Omit<Answer<T>, 'ok'>), ok: true };
  }
  return failureOf(response, body);
}

/** The failure in an answer of the API, or of another server in front of it. */
function failureOf(response: Response, body: unknown): Failure {
  const { status } = response;
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  const code = typeof error.code === 'string' ? error.code : codeOf(status);
  const message = typeof error.message === 'string' ? error.message : `The server answered ${status}.`;
  const seconds = Number(response.headers.get('retry-after') ?? error.retry_after ?? Number.NaN);
  return failure(status, code, message, Number.isFinite(seconds) && seconds >= 0 ? seconds : null);
}

const codeOf = (status: number): string =>
  status === 404 ? 'NOT_FOUND' : status < 400 ? 'UNREADABLE' : 'REQUEST_ERROR';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
