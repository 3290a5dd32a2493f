import { FILES } from '../../contract/file-addresses.ts';
import { CACHE_CONTROL, type CachePolicy, KEYED_CACHE_CONTROL, VARY } from '../../contract/headers.ts';
import { REFERENCE_LISTS } from '../../contract/reference.ts';
import { FORMATS } from '../../contract/representation.ts';
import { RESOURCE_NAMES, RESOURCES, type ResourceName } from '../../contract/resources.ts';
import type { Source } from '../../contract/sources.ts';
import { acceptMaps } from './accept.ts';
import { queryMaps } from './escapes.ts';
import { allListMaps } from './lists.ts';
import { anyCase, BEYOND, row, text, type VariableMap } from './map.ts';
import { fieldsMap, limitMap, offsetMap, paramMap } from './params.ts';
import { placeMaps } from './places.ts';
import { viewMaps } from './views.ts';

/**
 * From a request to `{file}`, the path of the file that answers it, with `{cache}` and `{vary}` for its headers. Empty: no
 * file, or only the origin can tell. `test/edge/maps/` compares the maps with the routing rule.
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

/** Cache policies of files by path, by kind. */
export const FILE_KINDS: ReadonlyMap<string, CachePolicy> = new Map(
  FILES.map(({ of, policy }) => [`${of}-${policy}`, policy]),
);

/** The kinds of answers that support ranges. */
export const KINDS_WITH_RANGES: readonly string[] = [
  ...RESOURCE_NAMES.filter(name => RESOURCES[name].ranges),
  ...FILES.filter(({ ranges }) => ranges).map(({ of, policy }) => `${of}-${policy}`),
];

/** Query parameters for which the shim answers instead of a file. */
const UNLESS = [...new Set(RESOURCE_NAMES.flatMap(name => RESOURCES[name].unless?.param ?? []))];

const paramMaps = (): VariableMap[] => [
  paramMap('format', [[`=(${FORMATS.join('|')})`, '$1']]),
  fieldsMap,
  paramMap('pinpoint', []),
  paramMap('on', []),
  paramMap('depth', [
    ['=1', ''],
    ['=all', 'all'],
  ]),
  paramMap('list', [[`=(${REFERENCE_LISTS.join('|')})`, '$1']]),
  ...UNLESS.map(param => paramMap(param, [], `unless_${param}`)),
  limitMap('limit', 20),
  offsetMap('offset', 20),
  limitMap('month_limit', 100),
  offsetMap('month_offset', 100),
  // A malformed query is an error on every page.
  { name: 'valid', source: '{query}', rows: [row(`^${BEYOND}$`, BEYOND)] },
];

/** The file of a resource, with variables; empty without a file. */
function fileOfKind(name: ResourceName): string {
  const { answered, unless } = RESOURCES[name];
  if (answered === 'file') return unless ? `{file_unless_${unless.param}}` : '{file_by_path}';
  if (answered === 'versions') return '{file_by_path}';
  if (answered === 'references') return '{references_file}';
  return answered === 'document' || answered === 'level' || answered === 'month' ? `{${answered}_file}` : '';
}

function fileMaps(sources: readonly Source[]): VariableMap[] {
  const byPath = [row('^[|](.+)$', '$1')];
  const files = [
    ...RESOURCE_NAMES.map(name => text(`GET ${name}`, fileOfKind(name))).filter(({ value }) => value !== ''),
    ...sources.map(({ id }) => text(`GET list-${id}`, `{list_${id}}`)),
    ...Array.from(FILE_KINDS.keys(), kind =>
      text(`GET ${kind}`, kind.startsWith('tree-') ? '{file_by_path}' : '{base}'),
    ),
  ];
  return [
    {
      name: 'ending',
      source: '{valid}{format}{pinpoint}{on}|{fields}|{accepted}',
      rows: [
        row('^json[|][|]', '.json'),
        row('^markdown[|]', '.md'),
        row('^text[|]', '.txt'),
        row('^[|][|]([.][a-z]+)$', '$1'),
        // Choosing fields of JSON does not affect other representations.
        row(`^[|]${BEYOND}[|]([.](?:md|txt))$`, '$1'),
      ],
    },
    { name: 'document_file', source: '{ending}|{base}', rows: [row('^([.][a-z]+)[|](.+)$', '$2$1')] },
    {
      name: 'level_file',
      source: '{valid}{depth}|{base}',
      rows: [
        ...byPath,
        // Only titles have a file of all that is below them.
        row('^all[|](/api/[a-z]+/structure/[^/]+)[.]json$', '$1/_q/depth=all.json'),
      ],
    },
    {
      name: 'month_file',
      source: '{month_limit}{month_offset}|{base}',
      rows: [row('^[|](.+)$', '$1.json'), row('^@([0-9]+)[|](.+)$', '$2/_q/limit=100&offset=$1.json')],
    },
    {
      name: 'references_file',
      source: '{valid}{list}|{month_limit}{month_offset}|{base}',
      rows: [
        // The shim checks a limit and an offset without a list, which have no meaning.
        row('^[|][|](.+)$', '$1'),
        row(
          `^(${REFERENCE_LISTS.join('|')})[|]@([0-9]+)[|](.+)[.]json$`,
          '$3/_q/list=$1&limit=100&offset=$2.json',
        ),
      ],
    },
    { name: 'file_by_path', source: '{valid}|{base}', rows: byPath },
    ...UNLESS.map(param => ({
      ...{ name: `file_unless_${param}`, source: `{valid}{unless_${param}}|{base}`, rows: byPath },
    })),
    { name: 'read', source: '{method}', rows: [row('^(?:GET|HEAD)$', 'GET')], otherwise: '{method}' },
    { name: 'file', source: '{read} {kind}', rows: files },
  ];
}

function headerMaps(): VariableMap[] {
  const policies = Object.keys(CACHE_CONTROL) as CachePolicy[];
  return [
    // Reads keys like the shim (build/contract/README.md, Rate limits).
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
      // Also if given twice: pages are answered anyway.
      name: 'keyed_by_query',
      source: '{spelled}',
      rows: [row('(?:^|&)api_key=[^&]', 'private')],
      otherwise: 'public',
    },
    {
      name: 'policy',
      source: '{kind}',
      rows: [
        ...RESOURCE_NAMES.map(name => text(name, RESOURCES[name].policy)),
        row('^list-', RESOURCES.list.policy),
        ...Array.from(FILE_KINDS, ([kind, policy]) => text(kind, policy)),
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
