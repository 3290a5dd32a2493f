import { spellingsOf } from '../../contract/path-words.ts';
import { fileOfResource, RESOURCE_NAMES, RESOURCES, type ResourceName } from '../../contract/resources.ts';
import { addressesOf, FILE_SPELLINGS, inSource } from '../../contract/routing/match.ts';
import type { Source } from '../../contract/sources.ts';
import { ESCAPED_UTF8 } from './escapes.ts';
import { literally, NAME, type PatternRow, row, type VariableMap } from './map.ts';
import { pageRows } from './views.ts';

/**
 * From a path to its row in the tables of resources: `{place}` is `<kind>:<file>`, and empty where only the whole rule can tell. The
 * kind is the name of a resource, `tree-<policy>` or `site-<policy>` of a file by its path, `view` of a page.
 */

/** A path of three segments and more, whose slashes between these are plain. */
const SEGMENT = '/(?:[^/%]|%[^2]|%2[^Ff])+';
const DOTS = '(?:/|%2[fF])(?:[.]|%2[eE]){1,2}(?:/|%2[fF]|$)';

/** Documents and lists have maps of their own for the rest: their file is the part of it that the path tells. */
function resourceRows(name: ResourceName, sources: readonly Source[]): PatternRow[] {
  const { answered } = RESOURCES[name];
  return addressesOf(name, sources).flatMap(({ path, source }) => {
    if (answered === 'document') return documentRows(path.slice(0, -2), source?.namespace ?? '');
    if (answered === 'list') return [row(`^plain${path}$`, `${name}-${source?.id}:${path}`)];
    if (answered === 'shim' || answered === 'mcp') return [row(`^plain${path}$`, `${name}:`)];
    const file = source ? inSource(fileOfResource(name), source) : fileOfResource(name);
    return spellingsOf(literally(path), answered === 'month' ? file.replace(/[.]json$/, '') : file).map(
      spelling => row(`^plain${spelling.pattern}$`, `${name}:/${spelling.file}`),
    );
  });
}

const documentRows = (list: string, namespace: string): PatternRow[] => [
  row(`^(?:plain|name)${list}/(?:.*/)?_q(?:/|$)`, ''),
  row(`^(?:plain|name)${list}/+(?:${namespace.slice(1)})?(${NAME})$`, `document:${list}/$1`),
];

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
      ...RESOURCE_NAMES.flatMap(name => resourceRows(name, sources)),
      ...FILE_SPELLINGS.map(({ row: { of, policy }, pattern, file }) =>
        row(`^plain${pattern}$`, `${of}-${policy}:${file}`),
      ),
      ...pageRows(sources),
    ],
  },
  { name: 'kind', source: '{place}', rows: [row('^([a-z-]+):', '$1')] },
  { name: 'base', source: '{place}', rows: [row('^[a-z-]+:(.*)$', '$1')] },
];
