import { isDated, levelUrl } from '../../contract/levels.ts';
import * as paths from '../../contract/paths.ts';
import type { Source } from '../../contract/sources.ts';
import { TREE_FILES } from '../../contract/tree-files.ts';
import { ESCAPED_UTF8 } from './escapes.ts';
import { literally, type PatternRow, row, type VariableMap } from './map.ts';
import { siteRows, viewRows } from './views.ts';

/** Which endpoint a path is: `{place}` is `<kind>:<where its files are>`, empty where only the whole rule can tell. */

/** A path of three segments and more, whose slashes between these are plain. */
const SEGMENT = '/(?:[^/%]|%[^2]|%2[^Ff])+';
const DOTS = '(?:/|%2[fF])(?:[.]|%2[eE]){1,2}(?:/|%2[fF]|$)';

/** Characters that no document has in its name (build/contract/README.md, Identifiers), and those that Caddy takes for patterns. */
const IN_NAME = String.raw`[^\x00-\x1f\x7f\x5c:*?[/]`;
const NAME = `${IN_NAME}+(?:/${IN_NAME}+)*`;

const page = (url: string, file: string, policy: string): PatternRow =>
  row(`^plain${literally(url)}$`, `page-${policy}:${file}`);

function sourceRows(source: Source): PatternRow[] {
  const list = paths.documentsUrl(source);
  const namespace = source.namespace.slice(1);
  const rows = [
    row(`^plain${list}$`, `list-${source.id}:${list}`),
    row(`^(?:plain|name)${list}/(?:.*/)?_q(?:/|$)`, ''),
    row(`^(?:plain|name)${list}/+(?:${namespace})?(${NAME})$`, `document:${list}/$1`),
  ];
  const url = levelUrl(source);
  if (!isDated(source)) {
    const number = '(?:0{0,2}([0-9])|0?([1-9][0-9])|([1-9][0-9]{2}))';
    return [
      ...rows,
      page(url, url, 'hierarchy'),
      row(`^plain${url}/${number}$`, `page-hierarchy:${url}/$1$2$3`),
    ];
  }
  return [
    ...rows,
    page(url, url, 'hierarchy'),
    row(`^plain(${url}/[0-9]{4})$`, `page-hierarchy:$1`),
    row(`^plain(${url}/[0-9]{4})/0?([1-9])$`, `month:$1/0$2`),
    row(`^plain(${url}/[0-9]{4})/(1[0-2])$`, `month:$1/$2`),
  ];
}

export const placeMaps = (sources: readonly Source[]): VariableMap[] => [
  {
    name: 'raw_path',
    source: '{target}',
    // Valid percent-encoded UTF-8, and printable.
    rows: [row(`^(?:https?://[^/?#]*)?(/(?:[!\\x22$&->@-~]|${ESCAPED_UTF8})*)(?:[?].*)?$`, '$1')],
  },
  {
    // Where an encoded slash stands, and dots that a server would resolve.
    name: 'shape',
    source: '{raw_path}',
    rows: [
      row(DOTS, 'dots'),
      row('^/(?:[^%]|%[^2]|%2[^Ff])*$', 'plain'),
      row(`^${SEGMENT}${SEGMENT}${SEGMENT}/`, 'name'),
      row(`^${SEGMENT}${SEGMENT}/`, 'two'),
      row(`^${SEGMENT}/`, 'one'),
    ],
  },
  {
    name: 'place',
    source: '{shape}{path}',
    rows: [
      ...sources.flatMap(sourceRows),
      page(paths.sourcesUrl, paths.sourcesUrl, 'list'),
      page(paths.bulkUrl, paths.bulkUrl, 'list'),
      page(paths.statsUrl, paths.statsUrl, 'overview'),
      ...[paths.openapiUrl, ...paths.openapiAliases].map(url => page(url, paths.openapiUrl, 'overview')),
      page(paths.changesUrl, `/${paths.CHANGES_INDEX.slice(0, -'.json'.length)}`, 'changes'),
      row(`^plain${paths.changesUrl}/([1-9][0-9]{0,8})$`, 'change-list:/changes/$1'),
      row(`^plain${paths.searchUrl}$`, 'search:'),
      row(`^plain${paths.healthUrl}$`, 'health:'),
      ...Object.entries(TREE_FILES).map(([policy, pattern]) =>
        row(`^plain(/(?:${pattern}))$`, `tree-${policy}:$1`),
      ),
      ...siteRows(),
      ...sources.flatMap(viewRows),
    ],
  },
  { name: 'kind', source: '{place}', rows: [row('^([a-z-]+):', '$1')] },
  { name: 'base', source: '{place}', rows: [row('^[a-z-]+:(.*)$', '$1')] },
];
