import { escapeXml, XML_DECLARATION } from '../../files/xml.ts';

/** Sitemaps in the format of sitemaps.org. */

export const MOST_ADDRESSES = 50_000;

export interface Address {
  url: string;
  /** YYYY-MM-DD; null where it is not known. */
  date: string | null;
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const lines = (element: string, addresses: readonly Address[]): string =>
  addresses
    .map(({ url, date }) => {
      const time = date === null ? '' : `<lastmod>${escapeXml(date)}</lastmod>`;
      return `<${element}><loc>${escapeXml(url)}</loc>${time}</${element}>\n`;
    })
    .join('');

export const sitemapXml = (addresses: readonly Address[]): string =>
  `${XML_DECLARATION}<urlset xmlns="${NAMESPACE}">\n${lines('url', addresses)}</urlset>\n`;

export const sitemapIndexXml = (addresses: readonly Address[]): string =>
  `${XML_DECLARATION}<sitemapindex xmlns="${NAMESPACE}">\n${lines('sitemap', addresses)}</sitemapindex>\n`;
