import { SITE_FOLDER } from '../../contract/paths.ts';
import type { SiteFile } from '../site-file.ts';

/**
 * Keeps crawlers from the search, which has endlessly many addresses, each a query. They may read the API, since pages need it
 * to be drawn.
 * @param url of the site; null where it is not known
 */
export const robots = (url: string | null): SiteFile => ({
  path: `${SITE_FOLDER}/robots.txt`,
  content: `User-agent: *
Disallow: /search
Disallow: /api/search
Disallow: /mcp
${url === null ? '' : `\nSitemap: ${new URL('sitemap.xml', url).href}\n`}`,
});
