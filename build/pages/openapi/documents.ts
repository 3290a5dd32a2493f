import { isDated, outerLevel } from '../../contract/levels.ts';
import { WORD_KINDS } from '../../contract/path-words.ts';
import { GRANULARITIES } from '../../contract/sources/entry.ts';
import type { FieldType, Source } from '../../contract/sources.ts';
import {
  array,
  boolean,
  date,
  integer,
  nullable,
  object,
  oneOf,
  pascal,
  type Schema,
  schemaRef,
  string,
} from './schema.ts';

/** Documents of a source: whole, projected and listed (build/contract/README.md, Documents and Lists). */

const FIELD_SCHEMAS: Readonly<Record<FieldType, Schema>> = {
  string,
  integer,
  boolean,
  date,
  strings: array(string),
  cfr_references: array(object({ title: integer, parts: array(string) })),
  levels: array(
    object({
      level: { ...string, description: 'Such as `title`, `chapter`, `subject_group`.' },
      number: nullable(string),
      name: nullable(string),
      identifier: nullable(string),
    }),
  ),
  notes: array(object({ topic: string, heading: nullable(string) })),
};

/** Descriptions of fields whose names do not explain them. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  granularity: 'What the document is.',
  hierarchy:
    'All levels above the document, from the title down, whatever they are called; null where the corpus does not tell them.',
  notes:
    'The notes to the section, in their order, as the official XML names them; their text is in the body.',
  publication_date:
    'The day of the issue. Null where nobody tells it: the document is in no month then, and last in the default order.',
  currency: 'The day up to which amendments are in the text.',
  start_page: 'The first page, in the volume `fr_volume`.',
};

/** Fields that every document has, besides those that its source requires; a missing status means `in_force`. */
const ALWAYS_THERE = ['identifier', 'source', 'status', 'granularity'];

const documentName = (source: Source): string => `${pascal(source.id)}Document`;
const projectionName = (source: Source): string => `${pascal(source.id)}Projection`;
export const listItemName = (source: Source): string => `${pascal(source.id)}ListItem`;

const sourceConst = (source: Source): Schema => ({ type: 'string', const: source.id });

/** The number of the outermost level of a source that is browsed by numbers. */
export const outerNumber = WORD_KINDS.title.schema;

/** Types of fields that are empty lists instead of null. */
const NEVER_NULL: readonly FieldType[] = ['strings', 'cfr_references'];

/** One metadata field, null if a document may lack it. */
function fieldSchema(source: Source, name: string): Schema {
  const schema = valueSchema(source, name);
  const isThere =
    NEVER_NULL.includes(source.metadata[name] ?? 'string') ||
    [...ALWAYS_THERE, ...source.required].includes(name);
  const description = DESCRIPTIONS[name];
  return { ...(isThere ? schema : nullable(schema)), ...(description !== undefined && { description }) };
}

function valueSchema(source: Source, name: string): Schema {
  if (name === 'source') return sourceConst(source);
  if (!isDated(source) && name === outerLevel(source).field) return outerNumber(source);
  if (name === 'granularity') return oneOf(GRANULARITIES);
  const values = source.filters.find(filter => filter.field === name)?.values;
  return values ? oneOf(values) : FIELD_SCHEMAS[source.metadata[name] ?? 'string'];
}

const fieldSchemas = (source: Source, names: readonly string[]): Record<string, Schema> =>
  Object.fromEntries(names.map(name => [name, fieldSchema(source, name)]));

const documentSchema = (source: Source, metadata: Schema, withoutBody: readonly string[]): Schema =>
  object(
    {
      id: string,
      identifier: string,
      source: sourceConst(source),
      metadata,
      body: { ...string, description: 'The text in Markdown.' },
    },
    withoutBody,
  );

export function documentSchemas(source: Source): Record<string, Schema> {
  const all = fieldSchemas(source, Object.keys(source.metadata));
  const optional = Object.keys(all).filter(name => name !== 'identifier' && name !== 'source');
  return {
    [documentName(source)]: documentSchema(source, object(all), []),
    [projectionName(source)]: {
      ...documentSchema(source, object(all, optional), ['body']),
      description: 'What the parameter fields left of a document.',
    },
    [listItemName(source)]: object({
      id: string,
      identifier: string,
      source: sourceConst(source),
      metadata: object(fieldSchemas(source, source.listing)),
    }),
  };
}

/** A document of a month, which always has a date (build/contract/README.md, Hierarchy). */
export const monthItem = (source: Source): Schema =>
  object({
    id: string,
    identifier: string,
    ...fieldSchemas(source, source.monthListing),
    ...(source.monthListing.includes(outerLevel(source).field) && { [outerLevel(source).field]: date }),
  });

/** The whole document comes first: it is the answer to a request without `fields`. */
export const documentOrProjection = (source: Source): Schema => ({
  anyOf: [schemaRef(documentName(source)), schemaRef(projectionName(source))],
});
