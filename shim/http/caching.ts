/**
 * `Cache-Control` by kind of resource (for stats: build/contract/README.md, Overview). Everything
 * changes at most once a night and revalidates cheaply by its ETag.
 */
export const CACHE_CONTROL = {
  document: 'public, max-age=3600, s-maxage=86400',
  list: 'public, max-age=300, s-maxage=3600',
  hierarchy: 'public, max-age=300, s-maxage=3600',
  overview: 'public, max-age=3600, s-maxage=86400',
  search: 'public, max-age=60',
  none: 'no-store',
} as const;

export type CachePolicy = keyof typeof CACHE_CONTROL;

/**
 * The same for a request that presents a key: only its own cache may keep the answer, since it carries the key's rate limit,
 * and the key itself may stand in the URL.
 */
export const KEYED_CACHE_CONTROL = Object.fromEntries(
  Object.entries(CACHE_CONTROL).map(([policy, value]) => [
    policy,
    value.replace('public', 'private').replace(/, s-maxage=\d+/, ''),
  ]),
) as Readonly<Record<CachePolicy, string>>;
