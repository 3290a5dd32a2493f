import { compareNatural } from '../../contract/natural-order.ts';
import { SITE_FOLDER } from '../../contract/paths.ts';
import { type Metadata, SOURCES, type Source } from '../../contract/sources.ts';
import { webPathOf } from '../../contract/web-path.ts';
import { columnFields } from '../../formats/catalog.ts';
import type { DocumentState } from '../../state/document.ts';
import type { DatedFile } from '../site-file.ts';
import { type Address, MOST_ADDRESSES, sitemapXml } from './xml.ts';

/**
 * Sitemaps of documents: one for each part of the manifest that lists documents (a title, a month), several for large parts. So
 * a daily update rewrites only those of the changed titles and months.
 */

/** @param part of the manifest, such as `usc/t17` or `usc/structure/t17` @param number counted from 0 */
export const groupPath = (part: string, number: number): string =>
  `${SITE_FOLDER}/sitemaps/${part.replaceAll('/', '-')}${number === 0 ? '' : `.${number + 1}`}.xml`;

export const isOfGroup = (path: string, part: string): boolean => {
  const name = groupPath(part, 0).slice(0, -'.xml'.length);
  return path.startsWith(name) && /^(?:[.]\d+)?[.]xml$/.test(path.slice(name.length));
};

type Known = Pick<DocumentState, 'identifier' | 'date' | 'values'>;

/** @param documents all documents of the part @param url of the site @param most addresses in a file */
export function* groupSitemaps(
  part: string,
  documents: readonly Known[],
  url: string,
  most = MOST_ADDRESSES,
): Generator<DatedFile> {
  const source = SOURCES.find(({ id }) => part.startsWith(`${id}/`));
  if (!source) throw new Error(`the part ${part} is of no source`);
  const sorted = [...documents].sort((a, b) => compareNatural(a.identifier, b.identifier));
  yield* sitemapFiles(
    part,
    sorted.map(document => ({ url: urlOf(source, document, url), date: document.date })),
    most,
  );
}

/** As many files as the addresses need, each dated like the newest of its addresses. @param addresses in their order */
export function* sitemapFiles(
  part: string,
  addresses: readonly (Address & { date: string })[],
  most: number,
): Generator<DatedFile> {
  for (let number = 0; number * most < addresses.length; number++) {
    const some = addresses.slice(number * most, (number + 1) * most);
    const date = some.reduce((newest, each) => (each.date > newest ? each.date : newest), '');
    yield { path: groupPath(part, number), content: sitemapXml(some), date };
  }
}

function urlOf(source: Source, { identifier, values }: Known, url: string): string {
  const metadata = metadataOf(source, values);
  return new URL(webPathOf({ source: source.id, identifier, metadata }, source).slice(1), url).href;
}

/**
 * Metadata of the catalog's record. It lacks levels that lists cannot be filtered by; the web path leaves them out and still
 * works.
 */
const metadataOf = (source: Source, values: Known['values']): Metadata =>
  Object.fromEntries(columnFields(source).map((field, i) => [field, values[i] ?? null]));
