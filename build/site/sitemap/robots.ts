import { SITE_FOLDER } from '../../contract/paths.ts';
import type { SiteFile } from '../site-file.ts';

/** Searches are endless, and each is a query. The rest of the API pages need to be drawn. @param url of the site; null where nobody has told it */
export const robots = (url: string | null): SiteFile => ({
  path: `${SITE_FOLDER}/robots.txt`,
  content: `User-agent: *
Disallow: /search
Disallow: /api/search
Disallow: /mcp
${url === null ? '' : `\nSitemap: ${new URL('sitemap.xml', url).href}\n`}`,
});
