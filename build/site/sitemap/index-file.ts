import { SITE_FOLDER } from '../../contract/paths.ts';
import type { Entry } from '../../files/entry.ts';
import type { DatedFile } from '../site-file.ts';
import { PLACES } from './places.ts';
import { MOST_ADDRESSES, sitemapIndexXml } from './xml.ts';

/**
 * The index of all sitemaps. If there are too many for it, the last are left out; links lead to their documents. There are some
 * thousand titles and months.
 * @param sitemaps of documents and levels
 * @param url of the site
 */
export function sitemapIndex(sitemaps: readonly Entry[], url: string): DatedFile {
  const newest = sitemaps.reduce((day, { date }) => (date > day ? date : day), '1970-01-01');
  const addresses = [{ path: PLACES, date: newest }, ...sitemaps]
    .slice(0, MOST_ADDRESSES)
    .map(({ path, date }) => ({ url: new URL(path.slice(SITE_FOLDER.length + 1), url).href, date }));
  return { path: `${SITE_FOLDER}/sitemap.xml`, content: sitemapIndexXml(addresses), date: newest };
}
