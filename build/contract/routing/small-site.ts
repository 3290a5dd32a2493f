/**
 * The site, for the routing rule in small (`small.ts`): what `site-paths.ts` says in fewer bytes. `test/contract/routing/small.test.ts`
 * holds the two together.
 */

const FILES =
  /^\/(robots\.txt|sitemap\.xml|sitemaps\/[\w-]+(\.\d+)?\.xml|feeds\/[\w-]+\.atom|(site|docs)(\/[\w-]+)*\/[\w-]+\.[\w.-]+)$/;

/** @param url a path; slashes that were encoded are question marks */
export function smallSiteFile(url: string): string | null {
  if (url === '/feeds/changes.atom') return 'changes/feed.atom';
  if (/^\/docs(\/[\w-]+)*\/?$/.test(url)) return `site${url.replace(/\/$/, '')}/index.html`;
  return FILES.test(url) ? (/^\/site\//.test(url) ? url.slice(1) : `site${url}`) : null;
}

export const SMALL_SHELL = 'site/index.html';

export const smallNamesHtml = (accept: string | undefined): boolean =>
  /(^|,) *text\/html *([;,]|$)/i.test(accept || '');
