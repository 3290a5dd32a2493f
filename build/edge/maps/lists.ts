import type { Filter, Source } from '../../contract/sources.ts';
import { literally, row, type VariableMap } from './map.ts';
import { INTEGER, paramMap, TEXT, VALUE } from './params.ts';

/** The files of list pages, by the normal form of `canonicalQuery`. */

const isPrecomputed = ({ precomputed }: Source, { param }: Filter): boolean =>
  (precomputed.pagesOf[param] ?? 0) > 0;

/** Other filters of the same name mean the same in all sources that have files for them. */
function filterMap(filter: Filter): VariableMap {
  const { param, type, values } = filter;
  const value = `&${param}=$1`;
  const name = `filter_${param}`;
  if (values) return paramMap(param, [[`=(${values.join('|')})`, value]], name);
  if (type === 'integer') return paramMap(param, [[INTEGER, value]], name);
  if (type !== 'boolean') return paramMap(param, [[TEXT, value]], name);
  return paramMap(
    param,
    [
      ['=(?:true|1)', `&${param}=true`],
      ['=(?:false|0)', `&${param}=false`],
    ],
    name,
  );
}

/** A level by its identifier in either form; the file's name has the canonical one. */
function levelFilterMap({ id, namespace }: Source, { param }: Filter): VariableMap {
  const canonical = encodeURIComponent(namespace);
  const behind = canonical.replace(/^%2F/, '');
  const value = `&${param}=${canonical}$1`;
  return paramMap(
    param,
    [
      [`=(?:%2F)*${literally(behind)}(${VALUE}*)`, value],
      [`=(?:%2F)*(${VALUE}+)`, value],
    ],
    `filter_${param}_${id}`,
  );
}

/** A filter without files: only its presence matters. */
const otherMap = ({ param }: Filter): VariableMap => paramMap(param, [], `other_${param}`);

function mapOf(source: Source, filter: Filter): VariableMap {
  if (!isPrecomputed(source, filter)) return otherMap(filter);
  return filter.match === 'within' ? levelFilterMap(source, filter) : filterMap(filter);
}

/** The file of a source's list page, relative to `list`. */
function listMaps(source: Source): VariableMap[] {
  const { id, defaultSort, filters } = source;
  const list = `/api/${id}/documents`;
  const behind = `sort=${defaultSort}&limit=20`;
  const filter = '&([^&|#]+)';
  const ignored = '[@~0-9]*';
  const given = filters.map(known => `{${mapOf(source, known).name}}`);
  return [
    paramMap('sort', [[`=${defaultSort}`, '']], `sort_${id}`),
    {
      name: `list_${id}`,
      source: `{sort_${id}}{limit}{on}|${given.join('')}|{offset}|{cursor}`,
      rows: [
        row('^[|][|][|]$', `${list}.json`),
        row(`^[|]${filter}[|][|]$`, `${list}/_q/$1.json`),
        row('^[|][|]@([0-9]+)[|]$', `${list}/_q/${behind}&offset=$1.json`),
        row(`^[|]${filter}[|]@([0-9]+)[|]$`, `${list}/_q/$1&${behind}&offset=$2.json`),
        row(`^[|][|]${ignored}[|]@$`, `${list}/_q/cursor=.json`),
        row(`^[|]${filter}[|]${ignored}[|]@$`, `${list}/_q/$1&cursor=.json`),
        row(`^[|][|]${ignored}[|]@([^&|#]+)$`, `${list}/_q/${behind}&cursor=$1.json`),
        row(`^[|]${filter}[|]${ignored}[|]@([^&|#]+)$`, `${list}/_q/$1&${behind}&cursor=$2.json`),
      ],
    },
  ];
}

export function allListMaps(sources: readonly Source[]): VariableMap[] {
  const maps = sources.flatMap(source => source.filters.map(filter => mapOf(source, filter)));
  const byName = new Map(maps.map(map => [map.name, map]));
  return [
    ...byName.values(),
    paramMap('cursor', [
      ['=?', '@'],
      [TEXT, `@$1`],
    ]),
    ...sources.flatMap(listMaps),
  ];
}
