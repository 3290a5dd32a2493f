import { CACHE_CONTROL, type CachePolicy, KEYED_CACHE_CONTROL, VARY } from '../../contract/headers.ts';
import { FORMATS } from '../../contract/representation.ts';
import { SITE_ADDRESSES } from '../../contract/site-paths.ts';
import type { Source } from '../../contract/sources.ts';
import { TREE_FILES } from '../../contract/tree-files.ts';
import { acceptMaps } from './accept.ts';
import { queryMaps } from './escapes.ts';
import { allListMaps } from './lists.ts';
import { anyCase, BEYOND, row, text, type VariableMap } from './map.ts';
import { fieldsMap, limitMap, offsetMap, paramMap } from './params.ts';
import { placeMaps } from './places.ts';
import { viewMaps } from './views.ts';

/**
 * From a request to `{file}`, the path of the file that answers it (empty: none, or only the origin can tell), with `{cache}` and
 * `{vary}` for its headers. `test/edge/maps.test.ts` holds the maps beside the routing rule.
 */
export const routingMaps = (sources: readonly Source[]): VariableMap[] => [
  ...queryMaps(),
  ...placeMaps(sources),
  ...acceptMaps(),
  ...paramMaps(),
  ...allListMaps(sources),
  ...fileMaps(sources),
  ...headerMaps(),
  ...viewMaps(),
];

const SITE_POLICIES = [...new Set(SITE_ADDRESSES.map(({ policy }) => policy))];

const paramMaps = (): VariableMap[] => [
  paramMap('format', [[`=(${FORMATS.join('|')})`, '$1']]),
  fieldsMap,
  paramMap('since', []),
  limitMap('limit', 20),
  offsetMap('offset', 20),
  limitMap('month_limit', 100),
  offsetMap('month_offset', 100),
  // Whatever is wrong with a query is wrong for every page.
  { name: 'valid', source: '{query}', rows: [row(`^${BEYOND}$`, BEYOND)] },
];

function fileMaps(sources: readonly Source[]): VariableMap[] {
  const files = [
    ...['list', 'hierarchy', 'overview'].map(policy => text(`GET page-${policy}`, '{page_file}')),
    ...sources.map(({ id }) => text(`GET list-${id}`, `{list_${id}}`)),
    text('GET month', '{month_file}'),
    text('GET document', '{document_file}'),
    text('GET page-changes', '{changes_file}'),
    text('GET change-list', '{change_list_file}'),
    ...Object.keys(TREE_FILES).map(policy => text(`GET tree-${policy}`, '{tree_file}')),
    ...SITE_POLICIES.map(policy => text(`GET site-${policy}`, '{site_file}')),
  ];
  return [
    {
      name: 'ending',
      source: '{valid}{format}|{fields}|{accepted}',
      rows: [
        row('^json[|][|]', '.json'),
        row('^markdown[|]', '.md'),
        row('^text[|]', '.txt'),
        row('^[|][|]([.][a-z]+)$', '$1'),
        // What chooses fields of JSON leaves the others as they are.
        row(`^[|]${BEYOND}[|]([.](?:md|txt))$`, '$1'),
      ],
    },
    { name: 'document_file', source: '{ending}|{base}', rows: [row('^([.][a-z]+)[|](.+)$', '$2$1')] },
    {
      name: 'month_file',
      source: '{month_limit}{month_offset}|{base}',
      rows: [row('^[|](.+)$', '$1.json'), row('^@([0-9]+)[|](.+)$', '$2/_q/limit=100&offset=$1.json')],
    },
    // The changes of several builds together are no file.
    {
      name: 'changes_file',
      source: '{valid}{since}|{base}',
      rows: [row('^[|](.+)$', '$1.json')],
    },
    { name: 'change_list_file', source: '{valid}|{base}', rows: [row('^[|](.+)$', '$1.ndjson')] },
    { name: 'tree_file', source: '{valid}|{base}', rows: [row('^[|](.+)$', '$1')] },
    { name: 'site_file', source: '{kind}{base}', rows: [row('^site-[a-z]+(/.+)$', '$1')] },
    { name: 'page_file', source: '{valid}|{base}', rows: [row('^[|](.+)$', '$1.json')] },
    { name: 'read', source: '{method}', rows: [row('^(?:GET|HEAD)$', 'GET')], otherwise: '{method}' },
    { name: 'file', source: '{read} {kind}', rows: files },
  ];
}

function headerMaps(): VariableMap[] {
  const policies = Object.keys(CACHE_CONTROL) as CachePolicy[];
  return [
    // As the shim reads a key (build/contract/README.md, Rate limits).
    {
      name: 'keyed',
      source: '{authorization}',
      rows: [row(`^${anyCase('bearer')} +[^ ]+$`, 'private')],
      otherwise: '{keyed_by_header}',
    },
    {
      name: 'keyed_by_header',
      source: '{x_api_key}',
      rows: [row('^.', 'private')],
      otherwise: '{keyed_by_query}',
    },
    {
      // Of two keys too: pages are answered all the same.
      name: 'keyed_by_query',
      source: '{spelled}',
      rows: [row('(?:^|&)api_key=[^&]', 'private')],
      otherwise: 'public',
    },
    {
      name: 'policy',
      source: '{kind}',
      rows: [
        row('^(?:page-)?(list|document|hierarchy|overview)', '$1'),
        text('page-changes', 'manifest'),
        text('change-list', 'list'),
        row('^month$', 'hierarchy'),
        ...Object.keys(TREE_FILES).map(policy => text(`tree-${policy}`, policy)),
        ...SITE_POLICIES.map(policy => text(`site-${policy}`, policy)),
        text('view', 'page'),
      ],
    },
    {
      name: 'cache',
      source: '{keyed} {policy}',
      rows: policies.flatMap(policy => [
        text(`public ${policy}`, CACHE_CONTROL[policy]),
        text(`private ${policy}`, KEYED_CACHE_CONTROL[policy]),
      ]),
    },
    {
      name: 'vary',
      source: '{policy}',
      rows: Object.entries(VARY).map(([policy, value]) => text(policy, value)),
    },
  ];
}
