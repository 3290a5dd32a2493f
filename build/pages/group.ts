import { keywordField } from '../contract/keyword-fields.ts';
import { derivedIdentifier, titleOf } from '../contract/level-chains.ts';
import { apiNumbers, isDated, outerLevel } from '../contract/levels.ts';
import type { Filter, Source } from '../contract/sources.ts';
import { partOfPage, sourcePageOf } from '../files/manifest/parts.ts';
import { type CatalogRecord, columnFields, keywordFields, levelsInColumn } from '../formats/catalog.ts';

/**
 * Key of pages that change together: `usc/documents?title_number=17` (a list in both modes), `usc/titles/17`,
 * `fr/years/2018/05`, `usc/documents?within=%2Fus%2Fusc%2Ft17` (lists of the levels in a title, since one document may change
 * where another one's levels are).
 */
export type GroupKey = string;

/** The group of pages made from all documents of all sources. */
export const OVERVIEW: GroupKey = '';

export const listKey = (source: Source, filter: Filter | null, value: unknown): GroupKey => {
  const list = `${source.id}/documents`;
  if (!filter) return list;
  if (filter.match === 'within')
    return `${list}?${filter.param}=${encodeURIComponent(titleOf(source, String(value)))}`;
  return `${list}?${filter.param}=${filter.match === 'keyword' ? keywordField(filter.field).keyOf(String(value)) : value}`;
};

/** The list of titles or years, or one of them. @param numbers such as `17`, or `2018` and `05` */
export const hierarchyKey = ({ id, levels }: Source, ...numbers: readonly string[]): GroupKey =>
  [id, outerLevel({ levels }).plural, ...numbers].join('/');

/** The part of the manifest that lists the pages of a group. */
export const partOfGroup = (key: GroupKey): string => partOfPage(`api/${key.replace('?', '/_q/')}.json`);

/** @param path of a file under `api/` other than a document */
export function groupOfPage(path: string): GroupKey {
  const page = sourcePageOf(path);
  if (!page) return OVERVIEW;
  const { source, isList, rest } = page;
  const numbers = rest.replace(/\/?_q\/.*$/, '');
  if (!isList) return hierarchyKey(source, ...(numbers === '' ? [] : [numbers]));
  const [, param, value = ''] = /^_q\/([^=]*)=([^&]*)/.exec(rest) ?? [];
  const filter = source.filters.find(candidate => candidate.param === param) ?? null;
  return listKey(source, filter, decodeURIComponent(value));
}

/** The work of one task on the pages of a part: lists in the mode `cursor`, the overview of all numbers, or the others. */
export type PageKind = 'cursor' | 'overview' | 'others';

/** @param path of a file under `api/` other than a document */
export function kindOfPage(path: string): PageKind {
  if (/\/_q\/(?:[^/]*&)?cursor=/.test(path)) return 'cursor';
  const page = sourcePageOf(path);
  return page && !page.isList && page.rest === '' && !isDated(page.source) ? 'overview' : 'others';
}

/** The groups that show a document, some of which may have no pages. */
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
    if (value !== null && filter.match === 'within') {
      const [title] = levelsInColumn(value);
      if (title) yield listKey(source, filter, title.identifier ?? derivedIdentifier(source, title, null));
    } else if (value !== null) yield listKey(source, filter, filter.type === 'boolean' ? value === 1 : value);
  }
  // Without a date it is in no month.
  const numbers = apiNumbers(source, valueIn(outerLevel(source).field));
  for (let length = 1; length <= numbers.length; length++)
    yield hierarchyKey(source, ...numbers.slice(0, length));
}
