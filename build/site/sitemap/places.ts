import { apiLevels, apiNumbers, outerLevel } from '../../contract/levels.ts';
import { SITE_FOLDER } from '../../contract/paths.ts';
import { webPathOfPlace } from '../../contract/web-path.ts';
import type { SourceCatalog } from '../../formats/catalog.ts';
import type { DatedFile } from '../site-file.ts';
import { sitemapXml } from './xml.ts';

/** Sitemap of all pages but documents: home, guide, titles, years and months. */
export const PLACES = `${SITE_FOLDER}/sitemaps/places.xml`;

const FIXED = ['/', '/docs', '/docs/reference'];

/** @param url of the site */
export function placesSitemap(catalogs: readonly SourceCatalog[], url: string): DatedFile {
  const paths = [...FIXED, ...catalogs.flatMap(catalog => [...pathsOf(catalog)])];
  const newest = catalogs.map(({ columns }) => String(columns.last_updated?.values.at(-1) ?? ''));
  const date = newest.reduce((a, b) => (a > b ? a : b), '') || '1970-01-01';
  const addresses = paths.map(path => ({ url: new URL(path.slice(1), url).href, date: null }));
  return { path: PLACES, content: sitemapXml(addresses), date };
}

function* pathsOf({ source, columns }: SourceCatalog): Generator<string> {
  const found = (columns[outerLevel(source).field]?.values ?? []).map(value => apiNumbers(source, value));
  yield webPathOfPlace({ view: 'source', source: source.id });
  const levels = apiLevels(source);
  for (let depth = 1; depth <= levels.length; depth++) {
    const paths = found.map(numbers => {
      const own = levels.slice(0, depth).map(({ name }, i) => [name, numbers[i] as string]);
      return webPathOfPlace({ view: 'level', source: source.id, numbers: Object.fromEntries(own) });
    });
    yield* new Set(paths);
  }
}
