import { CITED_KINDS } from '../../contract/citations/readings.ts';
import { innerLevels, isDated, outerLevel } from '../../contract/levels.ts';
import { FACETS } from '../../contract/search.ts';
import { DOCUMENT_TYPES, documentTypesOf, SOURCES, type Source } from '../../contract/sources.ts';
import { CHANGES_SCHEMAS } from './changes.ts';
import { monthItem, outerNumber } from './documents.ts';
import {
  array,
  boolean,
  count,
  date,
  integer,
  nullable,
  object,
  oneOf,
  pascal,
  type Schema,
  schemaRef,
  string,
  urlReference,
} from './schema.ts';

/** Everything except documents: hierarchy, sources, stats, health, search. */

const sourceId = oneOf(SOURCES.map(source => source.id));
const schemaVersion: Schema = { type: 'integer', minimum: 1 };
const month: Schema = { type: 'integer', minimum: 1, maximum: 12 };

/** Official titles have names, and are enacted as positive law or not. */
const isOfficial = (source: Source): boolean => outerLevel(source).official.length > 0;

const numberAndName = (source: Source): Record<string, Schema> => ({
  [outerLevel(source).field]: outerNumber(source),
  [`${outerLevel(source).name}_name`]: isOfficial(source) ? string : nullable(string),
});

export const outerSummary = (source: Source): Schema =>
  object({
    ...numberAndName(source),
    document_count: count,
    ...Object.fromEntries(
      innerLevels(source)
        .map(({ name }) => [`${name}_count`, count])
        .slice(0, 1),
    ),
    ...(isOfficial(source) && { positive_law: boolean }),
    url: urlReference,
  });

export function outerDetail(source: Source): Schema {
  const [inner] = innerLevels(source);
  return object({
    ...numberAndName(source),
    document_count: count,
    ...(isOfficial(source) && { positive_law: boolean }),
    ...(inner && { [inner.plural]: array(schemaRef(pascal(inner.name))) }),
  });
}

/** A schema for each division of outermost levels, such as chapters. */
const innerSchemas: Readonly<Record<string, Schema>> = Object.fromEntries(
  SOURCES.filter(source => !isDated(source)).flatMap(source =>
    innerLevels(source)
      .slice(0, 1)
      .map(({ name, field }) => [
        pascal(name),
        object({ [field]: string, [`${name}_name`]: nullable(string), document_count: count }),
      ]),
  ),
);

export const yearSummary: Schema = object({ year: integer, document_count: count, url: urlReference });

export const yearDetail: Schema = object({
  year: integer,
  document_count: count,
  months: array(object({ month, document_count: count, url: urlReference })),
});

export const monthDocuments = (source: Source): Schema =>
  object({ year: integer, month, document_count: count, documents: array(monthItem(source)) });

/** The statistics of one source, as `overview.ts` makes them. */
function sourceStats(source: Source): Schema {
  if (!isDated(source)) {
    const total = `${outerLevel(source).name}_count`;
    return object({ document_count: count, [total]: count, last_updated: nullable(date) });
  }
  const types = documentTypesOf(source);
  return object({
    document_count: count,
    date_range: object({ earliest: nullable(date), latest: nullable(date) }),
    ...(types.length > 0 && { document_types: object(Object.fromEntries(types.map(type => [type, count]))) }),
  });
}

const stats: Schema = object({
  total_documents: count,
  sources: object(Object.fromEntries(SOURCES.map(source => [source.id, sourceStats(source)]))),
  database: object({ schema_version: schemaVersion }),
});

const sourceDescription: Schema = object(
  {
    id: sourceId,
    name: string,
    short_name: string,
    description: string,
    url_prefix: string,
    hierarchy: array(string),
    filterable_fields: array(string),
    sortable_fields: array(string),
    has_titles: boolean,
    document_count: count,
    sample: {
      ...boolean,
      description: 'True where the documents are a sample, not the law; else it is not there.',
    },
  },
  ['sample'],
);

const dump: Schema = object({
  path: { ...string, description: 'Where it is, below the root of the server.' },
  source: { anyOf: [sourceId, { type: 'null' }], description: 'Null for the dump of all references.' },
  group: {
    ...string,
    description:
      'The title or month: `t17`, `2018-05`. `references` for all references, `versions/usc/t17` for the former versions of a title or year.',
  },
  documents: { ...count, description: 'The number of lines.' },
  bytes: count,
  uncompressed_bytes: count,
  sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  newest: date,
});

const health: Schema = object(
  {
    status: oneOf(['ok', 'error']),
    version: { ...string, description: 'The version of the software.' },
    database: object({ connected: boolean, documents: count, schema_version: schemaVersion }),
    uptime: { type: 'number', minimum: 0, description: 'Seconds.' },
    message: { ...string, description: 'What is wrong, where the status is `error`.' },
  },
  ['message'],
);

const citedDocument = { identifier: string, url: urlReference, display_title: nullable(string) };

const citation: Schema = object({
  text: { ...string, description: 'As it was written.' },
  start: { ...count, description: 'Where it begins in `q`, in Unicode code points.' },
  end: { ...count, description: 'Behind its last character.' },
  kind: oneOf(CITED_KINDS),
  identifier: {
    ...nullable(string),
    description: 'Of what is cited, existing or not; null for a page that no document is known for.',
  },
  identifier_end: { ...nullable(string), description: 'Of the last document of a range; null otherwise.' },
  pinpoint: { ...array(string), description: '`["a","1"]` for the paragraph (a)(1).' },
  exists: { ...boolean, description: 'Whether the corpus holds it: a part, if a document lies in it.' },
  url: {
    ...nullable(urlReference),
    description: 'Of the document; null for a part and for what is missing.',
  },
  display_title: nullable(string),
  alternatives: {
    ...array(object(citedDocument)),
    description: 'Other documents that the citation may mean.',
  },
});

const searchHit: Schema = object({
  id: string,
  source: sourceId,
  identifier: string,
  heading: string,
  title_number: nullable(integer),
  title_name: nullable(string),
  status: string,
  url: { ...urlReference, description: 'A web path, not an address of this API.' },
  document_type: nullable(oneOf(DOCUMENT_TYPES)),
  publication_date: nullable(date),
  hierarchy: array(string),
  cited_by_count: { ...count, description: 'The number of documents and levels that cite it.' },
  highlights: {
    ...nullable(object({ heading: string, body: string })),
    description: 'HTML-escaped text with matches in `<mark>`; null where `highlight` is false.',
  },
});

const searchResponse: Schema = object({
  data: object({
    hits: array(schemaRef('SearchHit')),
    query: string,
    processing_time_ms: count,
    estimated_total_hits: count,
  }),
  facets: object(
    Object.fromEntries(FACETS.map(facet => [facet, { type: 'object', additionalProperties: count }])),
    FACETS,
  ),
  meta: schemaRef('SearchMeta'),
  pagination: schemaRef('SearchPagination'),
});

export const RESOURCE_SCHEMAS: Readonly<Record<string, Schema>> = {
  ...CHANGES_SCHEMAS,
  ...innerSchemas,
  Source: sourceDescription,
  Stats: stats,
  Dump: dump,
  Health: health,
  Citation: citation,
  SearchHit: searchHit,
  SearchResponse: searchResponse,
};
