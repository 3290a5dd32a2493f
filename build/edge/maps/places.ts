import { BEHIND_IDENTIFIERS } from '../../contract/identifier.ts';
import { spellingsOf } from '../../contract/path-words.ts';
import { fileOfResource, RESOURCES, type ResourceName } from '../../contract/resources.ts';
import { addressesOf, FILE_SPELLINGS, inSource, NAMES_BY_PRECEDENCE } from '../../contract/routing/match.ts';
import type { Source } from '../../contract/sources.ts';
import { ESCAPED_UTF8 } from './escapes.ts';
import { literally, NAME, type PatternRow, row, type VariableMap } from './map.ts';
import { pageRows } from './views.ts';

/**
 * From a path to its row in the tables of resources: `{place}` is `<kind>:<file>`, and empty if only the whole rule can decide.
 * The kind is a resource's name, `tree-<policy>` or `site-<policy>` of a file by path, or `view` of a page.
 */

/** A path of three or more segments without encoded slashes between them. */
const SEGMENT = '/(?:[^/%]|%[^2]|%2[^Ff])+';
const BEHIND = BEHIND_IDENTIFIERS.join('|');
const DOTS = '(?:/|%2[fF])(?:[.]|%2[eE]){1,2}(?:/|%2[fF]|$)';

/** For documents and lists the file is only what the path decides; other maps add the rest. */
function resourceRows(name: ResourceName, sources: readonly Source[]): PatternRow[] {
  const { answered } = RESOURCES[name];
  return addressesOf(name, sources).flatMap(({ path, source }) => {
    if (answered === 'document' || answered === 'diff' || answered === 'made')
      return identifiedRows(name, path, '', source?.namespace);
    if (answered === 'level' || answered === 'references' || answered === 'versions')
      return identifiedRows(name, path, '.json', source?.namespace);
    if (answered === 'list') return [row(`^plain${path}$`, `${name}-${source?.id}:${path}`)];
    if (answered === 'shim' || answered === 'mcp') return [row(`^plain${path}$`, `${name}:`)];
    const file = source ? inSource(fileOfResource(name), source) : fileOfResource(name);
    return spellingsOf(literally(path), answered === 'month' ? file.replace(/[.]json$/, '') : file).map(
      spelling => row(`^plain${spelling.pattern}$`, `${name}:/${spelling.file}`),
    );
  });
}

function identifiedRows(kind: ResourceName, path: string, ending: string, namespace = ''): PatternRow[] {
  const [folder = '', behind = ''] = path.split('/*');
  // Slashes of the identifier may be encoded, the one behind it may not.
  const shape = behind === '' ? '(?:plain|name|behind)' : '(?:plain|behind)';
  return [
    row(`^${shape}${folder}/(?:.*/)?(?:_q|${BEHIND})${behind === '' ? '(?:/|$)' : '/.'}`, ''),
    row(
      `^${shape}${folder}/+(?:${namespace.slice(1)})?(${NAME})${behind}$`,
      `${kind}:${folder}/$1${behind}${ending}`,
    ),
  ];
}

/** Rows that several resources have appear once: Caddy refuses repeated patterns. */
const distinct = (rows: readonly PatternRow[]): PatternRow[] =>
  rows.filter(({ pattern }, i) => rows.findIndex(other => other.pattern === pattern) === i);

export const placeMaps = (sources: readonly Source[]): VariableMap[] => [
  {
    name: 'raw_path',
    source: '{target}',
    // Valid percent-encoded UTF-8, printable.
    rows: [row(`^(?:https?://[^/?#]*)?(/(?:[!\\x22$&->@-~]|${ESCAPED_UTF8})*)(?:[?].*)?$`, '$1')],
  },
  {
    // Marks an encoded slash, and dot segments that a server would resolve.
    name: 'shape',
    source: '{raw_path}',
    rows: [
      row(DOTS, 'dots'),
      row('^/(?:[^%]|%[^2]|%2[^Ff])*$', 'plain'),
      row(`^${SEGMENT}${SEGMENT}${SEGMENT}/.+/(?:${BEHIND})$`, 'behind'),
      row(`^${SEGMENT}${SEGMENT}${SEGMENT}/`, 'name'),
      row(`^${SEGMENT}${SEGMENT}/`, 'two'),
      row(`^${SEGMENT}/`, 'one'),
    ],
  },
  {
    name: 'place',
    source: '{shape}{path}',
    rows: [
      ...distinct(NAMES_BY_PRECEDENCE.flatMap(name => resourceRows(name, sources))),
      ...FILE_SPELLINGS.map(({ row: { of, policy }, pattern, file }) =>
        row(`^plain${pattern}$`, `${of}-${policy}:${file}`),
      ),
      ...pageRows(sources),
    ],
  },
  { name: 'kind', source: '{place}', rows: [row('^([a-z-]+):', '$1')] },
  { name: 'base', source: '{place}', rows: [row('^[a-z-]+:(.*)$', '$1')] },
];
