import { SITE_FOLDER } from '../../contract/paths.ts';
import { webPathOfPlace } from '../../contract/web-path.ts';
import type { SourceCatalog } from '../../formats/catalog.ts';
import type { DatedFile } from '../site-file.ts';
import { sitemapXml } from './xml.ts';

/** The sitemap of what is no document: home, guide, titles, years and months. */
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
  const { id, hasTitles } = source;
  if (hasTitles) {
    yield webPathOfPlace({ view: 'titles', source: id });
    for (const title of columns.title_number?.values ?? [])
      yield webPathOfPlace({ view: 'title', source: id, title: String(title) });
    return;
  }
  yield webPathOfPlace({ view: 'years', source: id });
  const months = new Set((columns.publication_date?.values ?? []).map(day => String(day).slice(0, 7)));
  for (const year of new Set(Array.from(months, month => Number(month.slice(0, 4)))))
    yield webPathOfPlace({ view: 'year', source: id, year });
  for (const month of months)
    yield webPathOfPlace({
      view: 'month',
      source: id,
      year: Number(month.slice(0, 4)),
      month: Number(month.slice(5)),
    });
}
