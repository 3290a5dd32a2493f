import { cacheTagHeaders, viewTagHeaders } from './cache-tags.ts';
import { FILES } from './file-addresses.ts';
import { ALLOWED_METHODS } from './methods.ts';
import { contentTypeOf, HTML_TYPE } from './paths.ts';
import type { CachePolicy } from './resource.ts';
import { RESOURCES } from './resources.ts';
import { rowOfFile } from './routing/match.ts';
import { SHELL } from './site-paths.ts';

export type { CachePolicy } from './resource.ts';

/** The table of response headers (build/contract/README.md, Response headers) for the shim, the edges and uploads. */

/** Headers of rate limits (build/contract/README.md, Rate limits). */
export const RATE_LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Policy',
  'Retry-After',
] as const;

/** Headers of every answer: CORS for all origins, and `nosniff`. */
export const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `ETag, ${RATE_LIMIT_HEADERS.join(', ')}, Accept-Ranges, Content-Range`,
  // A corpus may hold anything: browsers must not run it as a page or a script.
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
  // Root and parts must belong to one build: a cache may mix those of two for two minutes.
  manifest: 'public, max-age=60, s-maxage=60, stale-while-revalidate=60, stale-if-error=86400',
  search: 'public, max-age=60',
  // Pages name assets, and old assets are removed: caches may not keep pages long.
  page: 'public, max-age=300, s-maxage=300, stale-while-revalidate=60, stale-if-error=86400',
  asset: 'public, max-age=31536000, immutable',
  none: 'no-store',
} as const satisfies Record<CachePolicy | 'none', string>;

/** For requests with a key: no shared cache may keep the key's rate limit, or the key in the URL. */
export const KEYED_CACHE_CONTROL = Object.fromEntries(
  Object.entries(CACHE_CONTROL).map(([policy, value]) => [
    policy,
    value.replace('public', 'private').replace(/, s-maxage=.*/, ''),
  ]),
) as Readonly<Record<keyof typeof CACHE_CONTROL, string>>;

/** `Vary` by policy, also for plain answers. Only documents have several representations. */
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

/** Tells whether an answer supports ranges (build/contract/README.md, Response headers). */
export const hasRanges = (policy: CachePolicy): boolean => RANGED.includes(policy);

/** Returns the routing rule's policy of a file, for senders that do not run the rule. */
export const policyOfFile = (path: string): CachePolicy => rowOfFile(path).policy;

/** What browsers may load for a page: nothing of another host, nothing inline. */
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

/** The policy as a tag, for pages sent without these headers; tags cannot forbid frames. */
export const TAGGED_POLICY = Object.entries(SOURCES_OF_PAGES)
  .map(([name, allowed]) => `${name} ${allowed}`)
  .join('; ');

/** Headers of all HTML. */
export const PAGE_HEADERS = {
  'content-security-policy': `${TAGGED_POLICY}; frame-ancestors 'none'`,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const;

/** Returns the additional headers of a page; none for other files. @param path of a file of the tree */
export function pageHeaders(path: string): Readonly<Record<string, string>> {
  return contentTypeOf(path) === HTML_TYPE ? PAGE_HEADERS : {};
}

/** Returns all headers of a file but validators and length. @param path relative to the tree */
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

/** @param subject the file of the page's subject, or null */
export const viewHeaders = (subject: string | null): Record<string, string> => ({
  ...fileHeaders(SHELL, 'page'),
  ...viewTagHeaders(subject),
});

export const missingPageHeaders = (): Record<string, string> => ({
  ...COMMON_HEADERS,
  ...PAGE_HEADERS,
  'content-type': HTML_TYPE,
  'cache-control': CACHE_CONTROL.none,
});

export const errorHeaders = (): Record<string, string> => ({
  ...COMMON_HEADERS,
  'content-type': contentTypeOf('.json'),
  'cache-control': CACHE_CONTROL.none,
});

/**
 * Returns the headers of OPTIONS beside the common ones. A preflight (Fetch Standard, section 3.3) is granted every method of
 * the resource and every header.
 * @param requestedHeaders the request's `Access-Control-Request-Headers`
 */
export function optionsHeaders(
  requestedHeaders: string | undefined,
  methods: string = ALLOWED_METHODS,
): Record<string, string> {
  const headers = { allow: methods, 'access-control-allow-methods': methods };
  return requestedHeaders === undefined
    ? headers
    : {
        ...headers,
        'access-control-allow-headers': requestedHeaders,
        vary: 'Access-Control-Request-Headers',
      };
}
