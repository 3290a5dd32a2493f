import { shorthandOf } from '../../contract/identifier.ts';
import { BULK_FOLDER } from '../../contract/paths.ts';
import { SOURCES, type Source, type SourceId, sourceOf } from '../../contract/sources.ts';
import { type CatalogRecord, columnFields } from '../../formats/catalog.ts';

/**
 * In which part of the manifest a file of the tree is listed (build/README.md, The manifest). A part has a name, such as
 * `usc/t17`, from which its path follows.
 */

/** The folder of the parts, relative to the tree. */
export const PARTS_FOLDER = 'manifest';

const ENDING = '.ndjson';

/** @returns the part's path, relative to the tree */
export const partPath = (name: string): string => `${PARTS_FOLDER}/${name}${ENDING}`;

/** @param path of a part, with or without the folder and the ending */
export const partName = (path: string): string =>
  path.replace(new RegExp(`^${PARTS_FOLDER}/`), '').replace(new RegExp(`\\${ENDING}$`), '');

/** Documents of a title with an unusual name, or of no title or month. */
const OTHERS = 'other';

/** `t17`, its appendix `t17a`. Other first segments of identifiers share a part, so that parts are few and their names safe. */
const TITLE = /^(t\d{1,4}[a-z]{0,2})\//;
const MONTH = /^\d{4}-\d{2}(?=-\d{2}$)/;

/** @param values of the document's catalog record */
export function partOfDocument(source: Source, identifier: string, values: CatalogRecord['values']): string {
  // Where capitals are not told from small letters, a title and its double would be one file.
  const title = () => TITLE.exec(shorthandOf(source, identifier).toLowerCase())?.[1];
  const date = () => values[columnFields(source).indexOf('publication_date')];
  const month = () => MONTH.exec(String(date()))?.[0];
  return `${source.id}/${(source.hasTitles ? title() : month()) ?? OTHERS}`;
}

/** `api/usc/documents.json`, `api/usc/documents/_q/title_number=17.json`, `api/usc/titles/17.json`, `api/fr/years/2018/05/_q/….json` */
const SOURCE_PAGE = /^api\/([^/]+)\/(documents|titles|years)(?:\/(.+))?\.json$/;

/** @param path of a file under `api/` that is no document */
export function partOfPage(path: string): string {
  const [, id, resource, rest = ''] = SOURCE_PAGE.exec(path) ?? [];
  const source = SOURCES.find(source => source.id === id);
  if (!source) return 'pages';
  const group = resource === 'documents' ? groupOfList(source, rest) : groupOfOverview(source, rest);
  return `${source.id}/pages/${group}`;
}

/** All lists of a source, and the overview of its titles or years. */
const LISTS = 'lists';

/** `_q/title_number=17&cursor=`: filters come first in a query (`canonicalQuery`), and precomputed lists have one at most. */
function groupOfList({ filters, hasTitles }: Source, rest: string): string {
  const [, param = '', value = ''] = /^_q\/([^=]*)=([^&]*)/.exec(rest) ?? [];
  if (!filters.some(filter => filter.param === param)) return LISTS;
  return hasTitles && param === 'title_number' && /^\d{1,4}$/.test(value) ? `t${value}` : param;
}

/** `17` of titles; `2018`, `2018/05` and `2018/05/_q/…` of years. */
function groupOfOverview({ hasTitles }: Source, rest: string): string {
  const number = /^\d{1,4}(?=\/|$)/.exec(rest)?.[0];
  if (number === undefined) return LISTS;
  return hasTitles ? `t${number}` : number;
}

/** Behind the source, see `partOfPage`: what lists the aliases of documents. */
const ALIASES = 'aliases';

/** The part that lists the aliases of a part's documents: `usc/aliases/t17`. */
export const partOfAliases = (part: string): string => part.replace('/', `/${ALIASES}/`);

/** The part of whose documents a part lists the aliases; null where it lists something else. @param name of the part */
export const aliasedPart = (name: string): string | null =>
  name.split('/')[1] === ALIASES ? name.replace(`/${ALIASES}/`, '/') : null;

/** The source whose documents or pages a part lists. @param name of such a part */
export const sourceOfPart = (name: string): Source => sourceOf(name.slice(0, name.indexOf('/')) as SourceId);

/** Whether a part lists the pages of whole sources. @param name of the part */
export const isOfLists = (name: string): boolean => name.endsWith(`/pages/${LISTS}`);

/** Lists the index of the dumps; those of a source are in a part below it. */
export const DUMPS = BULK_FOLDER;

/** The part that lists the dump of a part's documents. */
export const partOfDump = (part: string): string => `${DUMPS}/${part.slice(0, part.indexOf('/'))}`;

/** Whether a part lists documents; the others list aliases, pages, dumps or the site. @param path of the part, relative to the tree */
export const isOfDocuments = (path: string): boolean =>
  !/^(?:[^/]+\/)?(?:pages|aliases)(?:\/|$)|^(?:bulk|site)(?:\/|$)/.test(partName(path));
