import { PAGE_HEADERS } from '../../contract/headers.ts';
import { spellingsOf } from '../../contract/path-words.ts';
import * as paths from '../../contract/paths.ts';
import { NAMES_HTML, SHELL } from '../../contract/site-paths.ts';
import type { Source } from '../../contract/sources.ts';
import { IN_NAME, NAME, type PatternRow, row, text, type VariableMap } from './map.ts';

/**
 * Pages of the site (build/contract/README.md, Site); `{base}` is what they are about. The shim fills their heads; where it is away, or
 * there is none, `{subject}` says whether they are there.
 */

/** A piece of the name of a law, whose slashes are dashes in a web path. */
const IN_LAW = String.raw`[^\x00-\x1f\x7f\x5c:*?[/-]+`;
/** So many dashes of it are slashes again; those of more are told by the shim alone. */
const MOST_DASHES = 6;

const LABEL = '([0-9]+[A-Za-z]*)';

/** A page about what has a file. @param path with `:words`, as in the tables of resources */
const pageAbout = (path: string, file: string): PatternRow[] =>
  spellingsOf(path, file).map(spelling => row(`^plain${spelling.pattern}/?$`, `view:${spelling.file}`));

export const pageRows = (sources: readonly Source[]): PatternRow[] => [
  row('^plain/$', 'view:'),
  row('^plain/search/?$', 'view:'),
  ...sources.flatMap(rowsOfSource),
];

function rowsOfSource(source: Source): PatternRow[] {
  const documents = paths.documentsUrl(source);
  const home = `/${source.id}`;
  return [
    row(`^plain${home}/?$`, 'view:'),
    row(`^(?:plain|one)${home}/document-(${NAME})/?$`, `view:${documents}/$1`),
    ...(source.hasTitles ? titleRows(source, home, documents) : yearRows(source, home, documents)),
    row(`^(?:plain|name|two|one)${home}(?:/|$)`, 'view-missing:'),
  ];
}

function yearRows(source: Source, home: string, documents: string): PatternRow[] {
  const years = paths.yearsUrl(source);
  return [
    ...pageAbout(`${home}/:year`, `${years}/:year`),
    ...pageAbout(`${home}/:year/:month`, `${years}/:year/:month`),
    row(`^plain${home}/(${IN_NAME}+)/?$`, `view:${documents}/$1`),
    row(`^one${home}/(${NAME})$`, `view:${documents}/$1`),
  ];
}

function titleRows(source: Source, home: string, documents: string): PatternRow[] {
  const { hierarchy } = source;
  const own = hierarchy.at(-1) ?? '';
  const letter = own[0] ?? '';
  const levels = ['chapter', 'part'].filter(level => hierarchy.includes(level));
  const middle = levels.map(level => `(?:/${level}-[^/]+)?`).join('');
  const laws = Array.from({ length: MOST_DASHES + 1 }, (_, dashes) => {
    const pieces = Array.from({ length: dashes + 1 }, () => `(${IN_LAW})`).join('-');
    const slashes = Array.from({ length: dashes + 1 }, (_, i) => `$${i + 2}`).join('/');
    const last = dashes + 3;
    return row(
      `^plain${home}/title-${LABEL}/${pieces}${middle}/${own}-(${IN_NAME}+)/?$`,
      `view:${documents}/t$1/${slashes}/${letter}$${last}`,
    );
  });
  return [
    ...pageAbout(`${home}/title-:title[A-Za-z]*${middle}`, `${paths.titlesUrl(source)}/:title`),
    row(`^plain${home}/title-${LABEL}${middle}/${own}-(${IN_NAME}+)/?$`, `view:${documents}/t$1/${letter}$2`),
    // Slashes in the name of a document are encoded.
    row(
      `^(?:name|two)${home}/title-${LABEL}${middle}/${own}-(${NAME})$`,
      `view:${documents}/t$1/${letter}$2`,
    ),
    ...laws,
  ];
}

export const viewMaps = (): VariableMap[] => [
  // What has no file of its own stands for itself.
  { name: 'subject', source: '{place}', rows: [row('^view:(.+)$', '$1.json')], otherwise: `/${SHELL}` },
  { name: 'asks_html', source: '{accept}', rows: [row(NAMES_HTML, '1')] },
  // Who is told in a page that there is nothing beside the API.
  {
    name: 'unknown',
    source: '{asks_html}{path}',
    rows: [
      row('^1/(?:[aA][pP][iI](?:/|$)|(?:bulk|changes|manifest)/)', 'endpoint'),
      row('^1/', 'view_missing'),
    ],
    otherwise: 'endpoint',
  },
  {
    name: 'unknown_file',
    source: '{asks_html}',
    rows: [text('1', 'view_missing')],
    otherwise: 'missing',
  },
  ...Object.entries(PAGE_HEADERS).map(
    ([name, value]): VariableMap => ({
      name: pageVariable(name),
      source: '{kind} {base}',
      rows: [row('^(?:site-page|view)', value)],
    }),
  ),
];

/** The variable with a header of pages; empty for what is none. */
export const pageVariable = (header: string): string => `page_${header.replaceAll('-', '_')}`;
