import { MEDIA_TYPES } from '../../contract/representation.ts';
import { anyCase, literally, type PatternRow, row, text, type VariableMap } from './map.ts';

/** Reads `Accept`: `{accepted}` is the representation's ending, or empty if patterns cannot decide. */

const TOKEN = '[A-Za-z0-9.+*_-]+';
const RANGE = `${TOKEN}/${TOKEN}`;
const QUALITY = '(?:;[ ]*[qQ]=(?:0(?:[.][0-9]{0,3})?|1(?:[.]0{0,3})?))?';
const COMMA = '[ ]*,[ ]*';
const UTF8 = anyCase(';[ ]*charset=utf-8');

/** Common ranges that do not prefer one of the three types. */
const INDIFFERENT = [
  '[*]/[*]',
  'text/(?:html|xml|css|javascript|xsl|csv|calendar|x-[A-Za-z.+-]+)',
  'application/(?:(?:xhtml|atom|rss|rdf|soap)[+]xml|(?:ld|feed|vnd[.A-Za-z0-9-]*)[+]json|xml|pdf|javascript|octet-stream|signed-exchange)',
  '(?:image|audio|video|font)/[A-Za-z0-9.+*_-]+',
]
  .map(anyCase)
  .join('|');

const [JSON_TYPE = '', MARKDOWN = '', PLAIN_TEXT = ''] = MEDIA_TYPES;
const ENDINGS = ['.json', '.md', '.txt'] as const;

/** The first of the three that is named in full without a quality wins: later ones are at most as good. */
function firstNamed(mediaType: string, ending: string): PatternRow[] {
  const before = `(?:(?:${INDIFFERENT}|${anyCase('application/[*]|text/[*]')})${QUALITY}${COMMA})*`;
  const named = before + anyCase(literally(mediaType));
  return [
    row(`^${named}(?:${COMMA}${RANGE}${QUALITY})*$`, ending),
    row(`^${named}${UTF8}(?:${COMMA}${RANGE}(?:${UTF8})?${QUALITY})*$`, ending),
  ];
}

/** How a type is named (`x` itself, `t` by `type/*`, `a` by the star), then its quality from 0 to 9 and A for 1.0. */
function levelMap(name: string, mediaType: string): VariableMap {
  const [type] = mediaType.split('/');
  const ranges = [
    ['x', anyCase(literally(mediaType))],
    ['t', anyCase(`${type}/[*]`)],
    ['a', '[*]/[*]'],
  ] as const;
  const start = '(?:^|,)[ ]*';
  const end = '[ ]*(?:,|$)';
  const rows = ranges.flatMap(([how, range]) => [
    row(`${start}${range}[ ]*[;,].*,[ ]*${range}[ ]*(?:[;,]|$)`, '?'),
    row(`${start}${range}(?:;[ ]*[qQ]=1(?:[.]0{0,3})?)?${end}`, `${how}A`),
    row(`${start}${range};[ ]*[qQ]=0(?:[.]0{0,3})?${end}`, `${how}0`),
    row(`${start}${range};[ ]*[qQ]=0[.]([1-9])0{0,2}${end}`, `${how}$1`),
    // Finer than a tenth.
    row(`${start}${range}[ ]*(?:[;,]|$)`, '?'),
  ]);
  return { name, source: '{accept}', rows, otherwise: '-0' };
}

/** The best type, by quality, then by specificity. Ties are left to the whole rule. */
function winners(level: string, below: string): PatternRow[] {
  const less = `.[${below}]`;
  const notNamed = `(?:[ta]${level}|${less})`;
  const byStar = `(?:a${level}|${less})`;
  const rows = [
    [`x${level}`, notNamed, notNamed, '.json'],
    [`t${level}`, byStar, byStar, '.json'],
    [`a${level}`, byStar, byStar, '.json'],
    [notNamed, `x${level}`, notNamed, '.md'],
    [byStar, `t${level}`, `(?:[ta]${level}|${less})`, '.md'],
    [less, `a${level}`, byStar, '.md'],
    [notNamed, notNamed, `x${level}`, '.txt'],
    [byStar, less, `t${level}`, '.txt'],
    [less, less, `a${level}`, '.txt'],
  ] as const;
  return rows.map(([json, markdown, plain, ending]) => row(`^ok ${json} ${markdown} ${plain}$`, ending));
}

const LEVELS = 'A987654321';

export const acceptMaps = (): VariableMap[] => [
  {
    name: 'accept_form',
    source: '{accept}',
    rows: [row(`^${RANGE}${QUALITY}(?:${COMMA}${RANGE}${QUALITY})*$`, 'ok')],
  },
  levelMap('accept_json', JSON_TYPE),
  levelMap('accept_markdown', MARKDOWN),
  levelMap('accept_text', PLAIN_TEXT),
  {
    name: 'accept_best',
    source: '{accept_form} {accept_json} {accept_markdown} {accept_text}',
    rows: [
      ...Array.from(LEVELS).flatMap((level, i) => winners(level, `${LEVELS.slice(i + 1)}0`)),
      row('^ok .0 .0 .0$', '.json'),
    ],
  },
  {
    name: 'accepted',
    source: '{accept}',
    rows: [
      text('', '.json'),
      text('*/*', '.json'),
      row(
        `^(?:${INDIFFERENT})(?:;[ ]*${TOKEN}=${TOKEN})*(?:${COMMA}(?:${INDIFFERENT})(?:;[ ]*${TOKEN}=${TOKEN})*)*$`,
        '.json',
      ),
      ...MEDIA_TYPES.flatMap((mediaType, i) => firstNamed(mediaType, ENDINGS[i] ?? '')),
    ],
    otherwise: '{accept_best}',
  },
];
