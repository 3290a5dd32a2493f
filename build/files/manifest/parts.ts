import { outerLabelOf } from '../../contract/document-levels.ts';
import { shorthandOf } from '../../contract/identifier.ts';
import { isDated, isOuterFilter, outerLevel } from '../../contract/levels.ts';
import { BULK_FOLDER } from '../../contract/paths.ts';
import { SOURCES, type Source, type SourceId, sourceOf } from '../../contract/sources.ts';
import { OTHERS, outerName } from '../../contract/title-history.ts';
import { type CatalogRecord, columnFields } from '../../formats/catalog.ts';

/** Finds the part of the manifest that lists a file. Its path follows from its name, such as `usc/t17`. */

/** The folder of the parts, relative to the tree. */
export const PARTS_FOLDER = 'manifest';

const ENDING = '.ndjson';

export const partPath = (name: string): string => `${PARTS_FOLDER}/${name}${ENDING}`;

export const partName = (path: string): string =>
  path.replace(new RegExp(`^${PARTS_FOLDER}/`), '').replace(new RegExp(`\\${ENDING}$`), '');

const MONTH = /^\d{4}-\d{2}(?=-\d{2}$)/;

/** @param values of the document's catalog record */
export function partOfDocument(source: Source, identifier: string, values: CatalogRecord['values']): string {
  const label = outerLabelOf(source, shorthandOf(source, identifier));
  if (label !== null) return partOfOuter(source, label);
  if (!isDated(source)) return `${source.id}/${OTHERS}`;
  const date = values[columnFields(source).indexOf(outerLevel(source).field)];
  return `${source.id}/${MONTH.exec(String(date))?.[0] ?? OTHERS}`;
}

/** The part of the documents of an outermost level, `usc/t17`. @param label the number as identifiers write it */
export const partOfOuter = (source: Source, label: string): string =>
  `${source.id}/${outerName(source, label)}`;

/** The subject of a file under `api/` that belongs to a source and is no document. */
export interface SourcePage {
  source: Source;
  isList: boolean;
  /** What follows the address of the list or of the outermost levels: `_q/title_number=17`, `17`, `2018/05/_q/…`; may be empty. */
  rest: string;
}

/** @returns null for a file that belongs to no source */
export function sourcePageOf(path: string): SourcePage | null {
  const [, id, resource, rest = ''] = /^api\/([^/]+)\/([^/]+?)(?:\/(.+))?\.json$/.exec(path) ?? [];
  const source = SOURCES.find(source => source.id === id);
  return source ? { source, isList: resource === 'documents', rest } : null;
}

export function partOfPage(path: string): string {
  const page = sourcePageOf(path);
  if (!page) return 'pages';
  const { source, isList, rest } = page;
  return `${source.id}/pages/${isList ? groupOfList(source, rest) : groupOfOverview(source, rest)}`;
}

/** The part of a source's lists, and of the overview of its titles or years. */
const LISTS = 'lists';

/** `_q/title_number=17&cursor=`: filters come first in a query (`canonicalQuery`), and precomputed lists have one at most. */
function groupOfList(source: Source, rest: string): string {
  const [, param = '', value = ''] = /^_q\/([^=]*)=([^&]*)/.exec(rest) ?? [];
  const filter = source.filters.find(filter => filter.param === param);
  if (!filter) return LISTS;
  if (filter.match === 'within') {
    const name = outerName(source, labelOfTitle(source, decodeURIComponent(value)));
    return name === OTHERS ? param : name;
  }
  const isOfOuter = isOuterFilter(source, filter) && /^\d{1,4}$/.test(value);
  return isOfOuter ? outerLevel(source).prefix + value : param;
}

/** `17`, `5a` of a level's identifier; empty for a title of another form. */
export function labelOfTitle(source: Source, identifier: string): string {
  const [title = ''] = shorthandOf(source, identifier).split('/');
  const { prefix } = outerLevel(source);
  return prefix !== null && title.startsWith(prefix) ? title.slice(prefix.length) : '';
}

/** `17` of titles; `2018`, `2018/05` and `2018/05/_q/…` of years. */
function groupOfOverview(source: Source, rest: string): string {
  const number = /^\d{1,4}(?=\/|$)/.exec(rest)?.[0];
  return number === undefined ? LISTS : (outerLevel(source).prefix ?? '') + number;
}

/** Second segment of the name of a part that lists aliases. */
const ALIASES = 'aliases';

/** The part that lists the aliases of a part's documents: `usc/aliases/t17`. */
export const partOfAliases = (part: string): string => part.replace('/', `/${ALIASES}/`);

/** The part whose documents have the aliases that a part lists; null for parts without aliases. @param name of the part */
export const aliasedPart = (name: string): string | null =>
  name.split('/')[1] === ALIASES ? name.replace(`/${ALIASES}/`, '/') : null;

/** The part that lists references of a part's documents, and of the levels of their title: `usc/references/t17`. */
export const partOfReferences = (part: string): string => part.replace(/\/(?:structure\/)?/, '/references/');

/** The part that lists versions of documents. @param part of the archive, such as `usc/t17` or `fr/2024` */
export const partOfVersions = (part: string): string => part.replace('/', '/versions/');

/** The source of the documents or pages in a part. @param name of such a part */
export const sourceOfPart = (name: string): Source => sourceOf(name.slice(0, name.indexOf('/')) as SourceId);

/** Whether a part lists the pages of whole sources. @param name of the part */
export const isOfLists = (name: string): boolean => name.endsWith(`/pages/${LISTS}`);

/** The part of the dumps' index. Each source has a part for its dumps below it. */
export const DUMPS = BULK_FOLDER;

/** The part that lists the dump of another part's documents, or the dump of all references. */
export const partOfDump = (part: string): string => `${DUMPS}/${part.split('/', 1)[0]}`;

/** Whether a part lists documents; other parts list aliases, pages, levels, references, versions, dumps or the site. @param path of the part, relative to the tree */
export const isOfDocuments = (path: string): boolean =>
  !/^(?:[^/]+\/)?(?:pages|aliases|structure|references|versions)(?:\/|$)|^(?:bulk|site)(?:\/|$)/.test(
    partName(path),
  );
