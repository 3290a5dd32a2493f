import { PAGE_HEADERS } from '../../contract/headers.ts';
import {
  documentLevel,
  identifyingLevels,
  innerLevels,
  isDated,
  levelUrl,
  outerLevel,
} from '../../contract/levels.ts';
import { spellingsOf } from '../../contract/path-words.ts';
import * as paths from '../../contract/paths.ts';
import { NAMES_HTML, SHELL } from '../../contract/site-paths.ts';
import type { Level } from '../../contract/sources/entry.ts';
import type { Source } from '../../contract/sources.ts';
import { firstWord } from '../../contract/unit-paths.ts';
import { levelsBefore } from '../../contract/web-path.ts';
import { IN_NAME, NAME, type PatternRow, row, text, type VariableMap } from './map.ts';

/**
 * Pages of the site (build/contract/README.md, Site). `{base}` is a page's subject. The shim answers pages and fills their
 * heads. When it is away or absent, `{subject}` tells whether the subject exists.
 */

/** A segment of a law's name, whose slashes are dashes in a web path. */
const IN_LAW = String.raw`[^\x00-\x1f\x7f\x5c:*?[/-]+`;
/** The number of dashes that the maps turn back into slashes. Only the shim reads names with more. */
const MOST_DASHES = 6;

const LABEL = '([0-9]+[A-Za-z]*)';

/** A page whose subject has a file. @param path with `:words`, as in the tables of resources */
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
    // Slashes in the name of a document are encoded.
    row(`^plain${home}/document-(${IN_NAME}+)/?$`, `view:${documents}/$1`),
    row(`^one${home}/document-(${NAME})/?$`, `view:${documents}/$1`),
    ...(isDated(source) ? dateRows(source, home, documents) : numberRows(source, home, documents)),
    row(`^(?:plain|name|two|one)${home}(?:/|$)`, 'view-missing:'),
  ];
}

function dateRows(source: Source, home: string, documents: string): PatternRow[] {
  const years = levelUrl(source);
  return [
    ...pageAbout(`${home}/:year`, `${years}/:year`),
    ...pageAbout(`${home}/:year/:month`, `${years}/:year/:month`),
    row(`^plain${home}/(${IN_NAME}+)/?$`, `view:${documents}/$1`),
    row(`^one${home}/(${NAME})$`, `view:${documents}/$1`),
  ];
}

/** The page of a level has the API's address without its beginning. Slashes of the identifier may be encoded. */
const structureRow = (source: Source, home: string): PatternRow =>
  row(`^(?:plain|name|two)${home}/structure/(${NAME})/?$`, `view:${paths.structureUrl(source)}/$1`);

function numberRows(source: Source, home: string, documents: string): PatternRow[] {
  const { name, prefix } = documentLevel(source);
  const outer = outerLevel(source);
  const middle = optional(levelsBefore(source, name));
  const { above, named, next } = identifyingRow(source);
  const laws = Array.from({ length: MOST_DASHES - next + 3 }, (_, dashes) => {
    const pieces = Array.from({ length: dashes + 1 }, () => `(${IN_LAW})`).join('-');
    const slashes = Array.from({ length: dashes + 1 }, (_, i) => `$${i + next}`).join('/');
    const last = dashes + next + 1;
    return row(
      `^plain${home}${above}/${pieces}${middle}/${name}-(${IN_NAME}+)/?$`,
      `view:${documents}${named}/${slashes}/${prefix}$${last}`,
    );
  });
  const below = optional(innerLevels(source));
  return [
    structureRow(source, home),
    ...pageAbout(`${home}/${outer.name}-:title[A-Za-z]*${below}`, `${levelUrl(source)}/:title`),
    row(
      `^plain${home}${above}${middle}/${name}-(${IN_NAME}+)/?$`,
      `view:${documents}${named}/${prefix}$${next}`,
    ),
    row(
      `^(?:name|two)${home}${above}${middle}/${name}-(${NAME})$`,
      `view:${documents}${named}/${prefix}$${next}`,
    ),
    ...laws,
    ...unitRows(source, home, documents),
  ];
}

const optional = (levels: readonly Level[]): string =>
  levels.map(({ name }) => `(?:/${name}-[^/]+)?`).join('');

/** The levels that identifiers name: their words in a path, their segments in an identifier, and the next group's number. */
function identifyingRow(source: Source) {
  const levels = identifyingLevels(source);
  const number = (level: Level): string => (level === outerLevel(source) ? LABEL : `(${IN_NAME}+)`);
  return {
    above: levels.map(level => `/${level.name}-${number(level)}`).join(''),
    named: levels.map(({ prefix }, i) => `/${prefix}$${i + 1}`).join(''),
    next: levels.length + 1,
  };
}

/** Documents other than sections: appendices, rules and the like. */
function unitRows(source: Source, home: string, documents: string): PatternRow[] {
  const { above: outer, named, next } = identifyingRow(source);
  return source.unitPaths.flatMap(({ above, kinds }) => {
    const start = `^plain${home}${outer}${optional(levelsBefore(source, firstWord({ above })))}`;
    const words = above.map(([word]) => `/${word}-(${IN_NAME}+)`).join('');
    const holders = above.map(([, segment], i) => `/${segment}$${i + next}`).join('');
    return kinds.map(([word, segment]) => {
      const number = `-(${IN_NAME}+)`;
      return row(
        `${start}${words}/${word}${segment === '' ? number : `(?:${number})?`}/?$`,
        `view:${documents}${named}${holders}/${segment}$${above.length + next}`,
      );
    });
  });
}

export const viewMaps = (): VariableMap[] => [
  // A page without a subject depends on the shell only.
  { name: 'subject', source: '{place}', rows: [row('^view:(.+)$', '$1.json')], otherwise: `/${SHELL}` },
  { name: 'asks_html', source: '{accept}', rows: [row(NAMES_HTML, '1')] },
  // Answers 404 outside the API with a page.
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

/** The variable for a header of pages; empty if the answer is no page. */
export const pageVariable = (header: string): string => `page_${header.replaceAll('-', '_')}`;
