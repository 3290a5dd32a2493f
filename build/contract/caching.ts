/**
 * `Cache-Control` by kind of resource (DESIGN.md, section 8; for stats also specification, section 4.9). Everything
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
