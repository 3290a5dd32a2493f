import { keywordField } from '../contract/keyword-fields.ts';
import { twoDigits } from '../contract/paths.ts';
import { type Filter, SOURCES, type Source } from '../contract/sources.ts';
import { partOfPage } from '../files/manifest/parts.ts';
import { type CatalogRecord, columnFields, keywordFields } from '../formats/catalog.ts';

/**
 * Pages that change together: those of one list in both modes, a title, a month. A group has a key, such as
 * `usc/documents?title_number=17`, `usc/titles/17` or `fr/years/2018/05`, that both its pages and the documents on them tell.
 */
export type GroupKey = string;

/** What is made from all documents of all sources. */
export const OVERVIEW: GroupKey = '';

export const listKey = (source: Source, filter: Filter | null, value: unknown): GroupKey => {
  const list = `${source.id}/documents`;
  if (!filter) return list;
  return `${list}?${filter.param}=${filter.match === 'keyword' ? keywordField(filter.field).keyOf(String(value)) : value}`;
};

/** Of the list of titles or years, or of one of them. @param rest such as `17` or `2018/05` */
export const hierarchyKey = ({ id, hasTitles }: Source, rest?: string): GroupKey =>
  [id, hasTitles ? 'titles' : 'years', ...(rest === undefined ? [] : [rest])].join('/');

/** `api/usc/documents.json`, `api/usc/documents/_q/title_number=17.json`, `api/usc/titles/17.json`, `api/fr/years/2018/05/_q/….json` */
const SOURCE_PAGE = /^api\/([^/]+)\/(documents|titles|years)(?:\/(.+))?\.json$/;

/** The part of the manifest that lists the pages of a group. */
export const partOfGroup = (key: GroupKey): string => partOfPage(`api/${key.replace('?', '/_q/')}.json`);

/** @param path of a file under `api/` that is no document */
export function groupOfPage(path: string): GroupKey {
  const [, id, resource, rest = ''] = SOURCE_PAGE.exec(path) ?? [];
  const source = SOURCES.find(candidate => candidate.id === id);
  if (!source) return OVERVIEW;
  if (resource !== 'documents') return hierarchyKey(source, rest.replace(/\/?_q\/.*$/, '') || undefined);
  const [, param, value = ''] = /^_q\/([^=]*)=([^&]*)/.exec(rest) ?? [];
  const filter = source.filters.find(candidate => candidate.param === param) ?? null;
  return listKey(source, filter, decodeURIComponent(value));
}

/** What one task makes of the pages of a part: those of lists in the mode `cursor`, the overview of all titles, the others. */
export type PageKind = 'cursor' | 'titles' | 'others';

/** @param path of a file under `api/` that is no document */
export function kindOfPage(path: string): PageKind {
  if (/\/_q\/(?:[^/]*&)?cursor=/.test(path)) return 'cursor';
  return /^api\/[^/]+\/titles\.json$/.test(path) ? 'titles' : 'others';
}

/** The groups in which a document stands, some of which may have no pages. */
export function* groupsOfDocument(
  source: Source,
  { values, keywords }: Pick<CatalogRecord, 'values' | 'keywords'>,
): Generator<GroupKey> {
  yield OVERVIEW;
  yield listKey(source, null, null);
  yield hierarchyKey(source);
  const valueIn = (field: string) => values[columnFields(source).indexOf(field)] ?? null;
  for (const filter of source.filters) {
    if (source.precomputed.pagesOf[filter.param] === undefined) continue;
    if (filter.match === 'keyword') {
      for (const word of keywords[keywordFields(source).indexOf(filter.field)] ?? [])
        yield listKey(source, filter, word);
      continue;
    }
    const value = valueIn(filter.field);
    if (value !== null) yield listKey(source, filter, filter.type === 'boolean' ? value === 1 : value);
  }
  if (source.hasTitles) return yield hierarchyKey(source, String(valueIn('title_number')));
  const date = valueIn('publication_date');
  // Without one it is in no month.
  if (date === null) return;
  const [year, month] = String(date).split('-').map(Number);
  yield hierarchyKey(source, String(year));
  yield hierarchyKey(source, `${year}/${twoDigits(month ?? 0)}`);
}
