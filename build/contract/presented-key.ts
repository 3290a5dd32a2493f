import { type Params, rawParam } from './params.ts';

export const API_KEY_HEADER = 'x-api-key';
export const API_KEY_PARAMETER = 'api_key';

/** RFC 9110 §11.4 and §11.1: at least one space after the scheme, in any case. */
const BEARER = /^bearer +(\S+)$/i;

interface KeyHeaders {
  authorization?: string | undefined;
  'x-api-key'?: string | string[] | undefined;
}

/**
 * Returns the key of a request (build/contract/README.md, Rate limits): `Authorization: Bearer`, then `X-API-Key`, then
 * `?api_key=`. The first non-empty one counts, valid or not.
 * @param url the request target as received, path and query
 */
export function presentedKey(headers: KeyHeaders, url: string): string | null {
  const bearer = BEARER.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  const header = headers[API_KEY_HEADER];
  if (typeof header === 'string' && header !== '') return header;
  return keyInUrl(url);
}

/** Refuses two keys in one URL, like any repeated parameter. Headers and URL have an order instead. @throws ApiError */
export function refuseSeveralKeys(params: Params): void {
  rawParam(params, API_KEY_PARAMETER);
}

/** Checks for the name first: list queries are long and rarely hold a key. */
export function keyInUrl(url: string): string | null {
  const start = url.indexOf('?');
  if (start < 0) return null;
  const query = url.slice(start + 1);
  if (!query.includes(API_KEY_PARAMETER) && !query.includes('%')) return null;
  return new URLSearchParams(query).get(API_KEY_PARAMETER) || null;
}
