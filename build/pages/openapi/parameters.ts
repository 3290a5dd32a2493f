import { outerLevel } from '../../contract/levels.ts';
import { LIST_LIMIT, MONTH_LIMIT } from '../../contract/page-sizes.ts';
import { readParams } from '../../contract/params.ts';
import { REPRESENTATIONS } from '../../contract/paths.ts';
import { FACETS, parseSearchQuery, SEARCH_SORTS } from '../../contract/search.ts';
import {
  DOCUMENT_TYPES,
  documentTypesOf,
  type Filter,
  SOURCES,
  type Source,
} from '../../contract/sources.ts';
import { outerNumber } from './documents.ts';
import { array, boolean, count, date, oneOf, ref, type Schema, string } from './schema.ts';

/** Request parameters: what the query parsers of the contract accept. */

const query = (name: string, schema: Schema, description: string): Schema => ({
  name,
  in: 'query',
  description,
  schema,
});

const inPath = (name: string, schema: Schema, description: string): Schema => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
});

/** Comma-separated in one parameter; the parser takes several, too. */
const list = (name: string, items: Schema, description: string, more: Schema = {}): Schema => ({
  ...query(name, { ...array(items), ...more }, description),
  style: 'form',
  explode: false,
});

const text: Schema = { type: 'string', minLength: 1, maxLength: 500 };
/** Beyond it integers are not exact any more. */
const position: Schema = { ...count, maximum: Number.MAX_SAFE_INTEGER };
/** As a query parameter, where it may be written as a number. */
const flag: Schema = { anyOf: [boolean, { type: 'integer', enum: [0, 1] }] };
const limit = (page: { default: number; max: number }): Schema =>
  query(
    'limit',
    { type: 'integer', minimum: 1, maximum: page.max, default: page.default },
    'The size of a page.',
  );

/** The components that several operations share. */
export const PARAMETERS = {
  Limit: limit(LIST_LIMIT),
  Offset: query('offset', { ...position, default: 0 }, 'How many documents to skip.'),
  Cursor: query(
    'cursor',
    string,
    'The sort key of the last document of the previous page, as `pagination.next` spells it; empty for the first page. One that was made for another order is refused. Where it is given, `offset` is not looked at.',
  ),
  ListFields: query('fields', string, 'Accepted without effect: a list has its own fields.'),
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETags that the client holds; where the current one is among them, the answer is 304.',
    schema: string,
  },
  Format: query(
    'format',
    oneOf(Object.keys(REPRESENTATIONS)),
    'The representation. It precedes the header Accept; where neither says anything, it is `json`.',
  ),
} satisfies Record<string, Schema>;

export const shared = (name: keyof typeof PARAMETERS): Schema => ref('parameters', name);

const ascendingAndDescending = (fields: readonly string[]): string[] => [
  ...fields,
  ...fields.map(field => `-${field}`),
];

/** The parameters of a list endpoint (build/contract/README.md, Lists and Cursors). */
export function listParameters(source: Source): Schema[] {
  return [
    ...source.filters.map(filterParameter),
    query(
      'sort',
      { ...oneOf(ascendingAndDescending(source.sorts)), default: source.defaultSort },
      'The order; `-` for descending.',
    ),
    shared('Limit'),
    shared('Offset'),
    shared('Cursor'),
    shared('ListFields'),
    shared('IfNoneMatch'),
  ];
}

const MATCHES: Readonly<Record<Filter['match'], string>> = {
  equals: 'Documents with this',
  from: 'Documents from this day on, by',
  to: 'Documents up to this day, by',
  keyword: 'Documents with this, whatever its case, by',
  present: 'Documents with, or where it is false without,',
};

const filterParameter = (filter: Filter): Schema =>
  query(filter.param, filterSchema(filter), `${MATCHES[filter.match]} \`${filter.field}\`.`);

function filterSchema({ type, values }: Filter): Schema {
  if (values) return oneOf(values);
  return { string: text, integer: position, boolean: flag, date }[type];
}

/** The parameters of a single document (build/contract/README.md, Representations). */
export const documentParameters = (source: Source): Schema[] => [
  documentPathParameter(source),
  shared('Format'),
  list(
    'fields',
    string,
    `What the JSON representation shows: \`metadata\`, \`body\`, or names of metadata fields (${Object.keys(source.metadata).join(', ')}); \`identifier\` and \`source\` are always there, unknown names are ignored.`,
  ),
  shared('IfNoneMatch'),
];

export const documentKey = ({ granularity }: Source): string =>
  granularity === 'document' ? 'document_number' : 'identifier';

const documentPathParameter = (source: Source): Schema =>
  inPath(
    documentKey(source),
    string,
    `The canonical identifier, or what follows \`${source.namespace}\` in it, percent-encoded. Slashes may be encoded as \`%2F\` or stand as they are.`,
  );

export const numberParameter = (source: Source): Schema =>
  inPath('number', outerNumber(source), `The number of the ${outerLevel(source).name}.`);

export const yearParameter: Schema = inPath(
  'year',
  { type: 'integer', minimum: 1, maximum: 9999 },
  'Four digits.',
);

const monthParameter: Schema = inPath(
  'month',
  { type: 'integer', minimum: 1, maximum: 12 },
  'One or two digits.',
);

export const monthParameters = (): Schema[] => [
  yearParameter,
  monthParameter,
  limit(MONTH_LIMIT),
  shared('Offset'),
  shared('IfNoneMatch'),
];

export const sinceParameter: Schema = query(
  'since',
  {
    anyOf: [position, { type: 'string', pattern: '^[0-9a-f]{64}$' }],
  },
  'The number of a build, or its `build`: what has changed since then, together, instead of the builds.',
);

export const changesNumberParameter: Schema = inPath(
  'number',
  { type: 'integer', minimum: 1, maximum: 999_999_999 },
  'The number of a build.',
);

const namesOf = (isMeant: (source: Source) => boolean): string =>
  SOURCES.filter(isMeant)
    .map(({ name }) => name)
    .join(' and ');

/** The parameters of search (build/contract/README.md, Search). */
export function searchParameters(): Schema[] {
  const defaults = parseSearchQuery(readParams('q=x'));
  const typed = namesOf(source => documentTypesOf(source).length > 0);
  const dated = namesOf(source => 'publication_date' in source.metadata);
  return [
    {
      ...query('q', text, 'What to search for: words, a "quoted phrase", `-excluded` words, or a citation.'),
      required: true,
    },
    query('source', oneOf(SOURCES.map(source => source.id)), 'Documents of this source.'),
    query('title_number', position, 'Documents of this title, of sources that have titles.'),
    query('document_type', oneOf(DOCUMENT_TYPES), `Documents of this type, of the ${typed}.`),
    query('agency', text, 'Documents of this agency, whatever its case.'),
    query('status', text, 'Documents of this status.'),
    query('date_from', date, `${dated} documents published from this day on.`),
    query('date_to', date, `${dated} documents published up to this day.`),
    query(
      'sort',
      { ...oneOf(['relevance', ...ascendingAndDescending(SEARCH_SORTS)]), default: 'relevance' },
      'The order; `-` for descending.',
    ),
    shared('Limit'),
    shared('Offset'),
    list('facets', oneOf(FACETS), 'The facets to count.', { default: defaults.facets }),
    query('highlight', { ...flag, default: defaults.highlight }, 'Whether hits have `highlights`.'),
  ];
}
