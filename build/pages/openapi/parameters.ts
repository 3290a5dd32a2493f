import { outerLevel } from '../../contract/levels.ts';
import { LIST_LIMIT } from '../../contract/page-sizes.ts';
import { PINPOINT } from '../../contract/paragraphs/pinpoint-param.ts';
import { readParams } from '../../contract/params.ts';
import { kindOfWord } from '../../contract/path-words.ts';
import { REPRESENTATIONS } from '../../contract/paths.ts';
import { FACETS, parseSearchQuery, SEARCH_SORTS } from '../../contract/search.ts';
import { SEARCH_FILTER_NAMES, type SearchFilterName } from '../../contract/search-filter-names.ts';
import { SEARCH_FILTERS } from '../../contract/search-filters.ts';
import type { Filter, Source } from '../../contract/sources.ts';
import { VERSION_NAME } from '../../contract/version.ts';
import { array, boolean, count, date, oneOf, ref, type Schema, string } from './schema.ts';

/** Request parameters that the query parsers of the contract accept. */

export const query = (name: string, schema: Schema, description: string): Schema => ({
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

/** Comma-separated in one parameter; the parser accepts repeated ones, too. */
const list = (name: string, items: Schema, description: string, more: Schema = {}): Schema => ({
  ...query(name, { ...array(items), ...more }, description),
  style: 'form',
  explode: false,
});

const text: Schema = { type: 'string', minLength: 1, maxLength: 500 };
/** Larger integers are not exact. */
const position: Schema = { ...count, maximum: Number.MAX_SAFE_INTEGER };
/** A query parameter, which may be written as a number. */
const flag: Schema = { anyOf: [boolean, { type: 'integer', enum: [0, 1] }] };
export const limit = (page: { default: number; max: number }): Schema =>
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

/** Query parameters with the same meaning everywhere, by name. */
export const SHARED: Readonly<Record<string, keyof typeof PARAMETERS>> = {
  format: 'Format',
  limit: 'Limit',
  offset: 'Offset',
  cursor: 'Cursor',
};

/** Parameters of a list (build/contract/README.md, Lists and Cursors), without its filters. */
export const listQuery = (source: Source): Record<string, Schema> => ({
  sort: query(
    'sort',
    { ...oneOf(ascendingAndDescending(source.sorts)), default: source.defaultSort },
    'The order; `-` for descending.',
  ),
  fields: shared('ListFields'),
  on: query(
    'on',
    { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', example: '2024-06-30' },
    'The documents that were in force on a day, with `title_number` or `within`, in the order of identifiers, in pages by `limit` and `offset`.',
  ),
});

const MATCHES: Readonly<Record<Filter['match'], string>> = {
  equals: 'Documents with this',
  from: 'Documents from this day on, by',
  to: 'Documents up to this day, by',
  keyword: 'Documents with this, whatever its case, by',
  present: 'Documents with, or where it is false without,',
  within: 'Documents in the level with this identifier, in either form, which is among their',
};

export const filterParameter = (filter: Filter): Schema =>
  query(filter.param, filterSchema(filter), `${MATCHES[filter.match]} \`${filter.field}\`.`);

function filterSchema({ type, values }: Filter): Schema {
  if (values) return oneOf(values);
  return { string: text, integer: position, boolean: flag, date }[type];
}

/** A day, or the name of a version. */
export const versionName = (name: string, description: string): Schema =>
  query(name, { type: 'string', pattern: VERSION_NAME.source, example: '2024-06-30' }, description);

/** Parameters of a single document (build/contract/README.md, Representations). */
export const documentQuery = (source: Source): Record<string, Schema> => ({
  fields: list(
    'fields',
    string,
    `What the JSON representation shows: \`metadata\`, \`body\`, or names of metadata fields (${Object.keys(source.metadata).join(', ')}); \`identifier\` and \`source\` are always there, unknown names are ignored.`,
  ),
  pinpoint: query(
    'pinpoint',
    { type: 'string', pattern: PINPOINT.source, example: '(a)' },
    'A paragraph by its labels, such as `(a)(1)`: the answer has it in place of the whole document, behind the words that introduce it.',
  ),
  on: versionName(
    'on',
    'The text in force on a day, or with `~1` behind it a text that ended on that day, as the list of versions names it.',
  ),
});

export const documentKey = ({ granularity }: Source): string =>
  granularity === 'document' ? 'document_number' : 'identifier';

const documentPathParameter = (source: Source): Schema =>
  inPath(
    documentKey(source),
    string,
    `The canonical identifier, or what follows \`${source.namespace}\` in it, percent-encoded. Slashes may be encoded as \`%2F\` or stand as they are.`,
  );

export const pathParameters = (path: string, source: Source): Schema[] =>
  path.split('/').flatMap(part => {
    if (part === '*') return [documentPathParameter(source)];
    const kind = part.startsWith(':') ? kindOfWord(part.slice(1)) : undefined;
    return kind
      ? [inPath(kind.name, kind.schema(source), kind.description.replace('{level}', outerLevel(source).name))]
      : [];
  });

export const since: Schema = query(
  'since',
  {
    anyOf: [position, { type: 'string', pattern: '^[0-9a-f]{64}$' }],
  },
  'The number of a build, or its `build`: what has changed since then, together, instead of the builds.',
);

function searchFilter(name: SearchFilterName): Schema {
  const { type, values, description } = SEARCH_FILTERS[name];
  const schemas = { text, integer: position, date };
  return query(name, values ? oneOf(values) : schemas[type], description);
}

/** Parameters of citations (build/contract/README.md, Citations in a text). */
export const citationsQuery = (): Record<string, Schema> => ({
  q: { ...query('q', text, 'A text with any number of citations, or a single one.'), required: true },
});

/** Parameters of search (build/contract/README.md, Search). */
export function searchQuery(): Record<string, Schema> {
  const defaults = parseSearchQuery(readParams('q=x'));
  const own = [
    {
      ...query('q', text, 'What to search for: words, a "quoted phrase", `-excluded` words, or a citation.'),
      required: true,
    },
    ...SEARCH_FILTER_NAMES.map(searchFilter),
    query(
      'sort',
      { ...oneOf(['relevance', ...ascendingAndDescending(SEARCH_SORTS)]), default: 'relevance' },
      'The order; `-` for descending.',
    ),
    list('facets', oneOf(FACETS), 'The facets to count.', { default: defaults.facets }),
    query('highlight', { ...flag, default: defaults.highlight }, 'Whether hits have `highlights`.'),
  ];
  return Object.fromEntries(own.map(parameter => [String(parameter.name), parameter]));
}
