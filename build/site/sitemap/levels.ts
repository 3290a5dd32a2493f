import { canonicalIdentifier } from '../../contract/identifier.ts';
import { structureUrl } from '../../contract/paths.ts';
import { webPathOfPlace } from '../../contract/web-path.ts';
import type { Entry } from '../../files/entry.ts';
import { sourceOfPart } from '../../files/manifest/parts.ts';
import { partOfOutermost } from '../../files/manifest/structure-parts.ts';
import type { DatedFile } from '../site-file.ts';
import { sitemapFiles } from './groups.ts';
import { MOST_ADDRESSES } from './xml.ts';

/** Sitemaps of levels: one for each title, made of the files of levels that its part of the manifest lists. */

/** Whether a part of the manifest lists the levels of a title. @param part its name, such as `usc/structure/t17` */
export const hasLevels = (part: string): boolean =>
  part.split('/')[1] === 'structure' && part !== partOfOutermost(sourceOfPart(part));

/** @param entries all files of the part @param url of the site @param most addresses in a file */
export function levelSitemaps(
  part: string,
  entries: Iterable<Pick<Entry, 'path' | 'date'>>,
  url: string,
  most = MOST_ADDRESSES,
): Generator<DatedFile> {
  const source = sourceOfPart(part);
  const folder = `${structureUrl(source).slice(1)}/`;
  const addresses = [...entries].flatMap(({ path, date }) => {
    // Outlines of titles lie below `_q`.
    const [, shorthand] = /^(?!.*\/_q\/)(.*)[.]json$/.exec(path.slice(folder.length)) ?? [];
    if (shorthand === undefined) return [];
    const level = canonicalIdentifier(source, shorthand);
    const page = webPathOfPlace({ view: 'structure', source: source.id, level });
    return [{ url: new URL(page.slice(1), url).href, date }];
  });
  return sitemapFiles(part, addresses, most);
}
