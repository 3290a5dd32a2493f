import { cacheTagHeaders, viewTagHeaders } from './cache-tags.ts';
import { FILES } from './file-addresses.ts';
import { ALLOWED_METHODS } from './methods.ts';
import { contentTypeOf, HTML_TYPE } from './paths.ts';
import type { CachePolicy } from './resource.ts';
import { RESOURCES } from './resources.ts';
import { rowOfFile } from './routing/match.ts';
import { SHELL } from './site-paths.ts';

export type { CachePolicy } from './resource.ts';

/**
 * The one table of response headers (build/contract/README.md, Response headers): the shim, the edges and uploads take theirs
 * from here.
 */

/** What rate limits add to answers (build/contract/README.md, Rate limits). */
export const RATE_LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Policy',
  'Retry-After',
] as const;

/** On every answer: CORS for all origins, and a word to browsers. */
export const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `ETag, ${RATE_LIMIT_HEADERS.join(', ')}, Accept-Ranges, Content-Range`,
  // A corpus may hold anything; no browser is to take it for a page or a script.
  'x-content-type-options': 'nosniff',
} as const;

const LISTED = 'public, max-age=300, s-maxage=3600, stale-while-revalidate=3600, stale-if-error=86400';

/** `Cache-Control` by kind of answer. */
export const CACHE_CONTROL = {
  document: 'public, max-age=3600, s-maxage=86400, stale-while-revalidate=3600, stale-if-error=86400',
  list: LISTED,
  hierarchy: LISTED,
  overview: 'public, max-age=3600, s-maxage=82800, stale-while-revalidate=3600, stale-if-error=3600',
  dump: LISTED,
  // Root and parts have to be of one build: a cache may mix those of two for two minutes.
  manifest: 'public, max-age=60, s-maxage=60, stale-while-revalidate=60, stale-if-error=86400',
  search: 'public, max-age=60',
  // It names assets, and those of an earlier version go: no cache may have it for long.
  page: 'public, max-age=300, s-maxage=300, stale-while-revalidate=60, stale-if-error=86400',
  asset: 'public, max-age=31536000, immutable',
  none: 'no-store',
} as const satisfies Record<CachePolicy | 'none', string>;

/**
 * The same for a request that presents a key: only its own cache may keep the answer, since it carries the key's rate limit,
 * and the key itself may stand in the URL.
 */
export const KEYED_CACHE_CONTROL = Object.fromEntries(
  Object.entries(CACHE_CONTROL).map(([policy, value]) => [
    policy,
    value.replace('public', 'private').replace(/, s-maxage=.*/, ''),
  ]),
) as Readonly<Record<keyof typeof CACHE_CONTROL, string>>;

/**
 * What an answer depends on beside its URL, also where it is sent as it is: a cache has to know before the next request. Only
 * documents have several representations (build/contract/README.md, Representations).
 */
export const VARY: Readonly<Record<CachePolicy, string>> = {
  document: 'Accept, Accept-Encoding',
  list: 'Accept-Encoding',
  hierarchy: 'Accept-Encoding',
  overview: 'Accept-Encoding',
  dump: 'Accept-Encoding',
  manifest: 'Accept-Encoding',
  search: 'Accept-Encoding',
  page: 'Accept-Encoding',
  asset: 'Accept-Encoding',
};

const RANGED = [...Object.values(RESOURCES), ...FILES]
  .filter(({ ranges }) => ranges)
  .map(({ policy }) => policy);

/** Whether parts of an answer can be asked for (build/contract/README.md, Response headers). */
export const hasRanges = (policy: CachePolicy): boolean => RANGED.includes(policy);

/** The policy that the routing rule gives a file, for senders of files that do not ask the rule. */
export const policyOfFile = (path: string): CachePolicy => rowOfFile(path).policy;

/** What browsers may load for a page: nothing of another host, nothing that stands in the page itself. */
const SOURCES_OF_PAGES: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'font-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'self'",
  'form-action': "'self'",
};

/** As a tag in a page that is sent without these headers; a tag says nothing about frames. */
export const TAGGED_POLICY = Object.entries(SOURCES_OF_PAGES)
  .map(([name, allowed]) => `${name} ${allowed}`)
  .join('; ');

/** On every answer that is HTML. */
export const PAGE_HEADERS = {
  'content-security-policy': `${TAGGED_POLICY}; frame-ancestors 'none'`,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const;

/** @param path of a file of the tree @returns what is added where it is a page */
export function pageHeaders(path: string): Readonly<Record<string, string>> {
  return contentTypeOf(path) === HTML_TYPE ? PAGE_HEADERS : {};
}

/** All headers of an answer that is a file, but for validators and length. @param path relative to the tree */
export function fileHeaders(path: string, policy: CachePolicy): Record<string, string> {
  const headers: Record<string, string> = {
    ...COMMON_HEADERS,
    'content-type': contentTypeOf(path),
    'cache-control': CACHE_CONTROL[policy],
    vary: VARY[policy],
    ...cacheTagHeaders(path),
    ...pageHeaders(path),
  };
  return hasRanges(policy) ? { ...headers, 'accept-ranges': 'bytes' } : headers;
}

/**
 * All of a page of the site.
 *
 * @param subject the file that it is about; null where it is about none
 */
export const viewHeaders = (subject: string | null): Record<string, string> => ({
  ...fileHeaders(SHELL, 'page'),
  ...viewTagHeaders(subject),
});

/** Those of a page that says that there is nothing. */
export const missingPageHeaders = (): Record<string, string> => ({
  ...COMMON_HEADERS,
  ...PAGE_HEADERS,
  'content-type': HTML_TYPE,
  'cache-control': CACHE_CONTROL.none,
});

/** Those of an error. */
export const errorHeaders = (): Record<string, string> => ({
  ...COMMON_HEADERS,
  'content-type': contentTypeOf('.json'),
  'cache-control': CACHE_CONTROL.none,
});

/**
 * Those of the answer to OPTIONS, beside the common ones. What a preflight asks for (Fetch Standard, section 3.3) is allowed: every
 * method that there is, and every header.
 * @param asked the request's `Access-Control-Request-Headers`
 */
export function optionsHeaders(
  asked: string | undefined,
  methods: string = ALLOWED_METHODS,
): Record<string, string> {
  const headers = { allow: methods, 'access-control-allow-methods': methods };
  return asked === undefined
    ? headers
    : { ...headers, 'access-control-allow-headers': asked, vary: 'Access-Control-Request-Headers' };
}
