import { CITING_PLACES, REFERENCE_LISTS, REFERENCES_LIMIT } from '../../contract/reference.ts';
import { SOURCES } from '../../contract/sources.ts';
import { limit, query } from './parameters.ts';
import {
  array,
  count,
  nullable,
  object,
  oneOf,
  type Schema,
  schemaRef,
  string,
  urlReference,
} from './schema.ts';

/** References. */

const ids = SOURCES.map(({ id }) => id);
const countsOf = (names: readonly string[]): Schema =>
  object(Object.fromEntries(names.map(name => [name, count])));

export const REFERENCES_SCHEMAS: Readonly<Record<string, Schema>> = {
  Reference: object({
    identifier: string,
    url: { ...nullable(urlReference), description: 'Null for what the corpus does not hold.' },
    display_title: nullable(string),
    where: oneOf(CITING_PLACES),
    count: { type: 'integer', minimum: 1, description: 'How many citations there are.' },
    pinpoints: {
      ...array(array(string)),
      description: 'The paragraphs that these name: `["a","1"]` for (a)(1).',
    },
  }),
  References: object({
    identifier: string,
    cited_by_count: { ...count, description: 'The number of documents and levels that cite it.' },
    cites: array(schemaRef('Reference')),
    cited_by: array(schemaRef('Reference')),
    counts: object({ cites: countsOf([...ids, 'other']), cited_by: countsOf(ids) }),
  }),
};

/** The beginnings of both lists, or with `list` a page of one. */
export const referencesData = (): Schema => ({
  anyOf: [schemaRef('References'), array(schemaRef('Reference'))],
});

export const referencesQuery = (): Record<string, Schema> => ({
  list: query(
    'list',
    oneOf(REFERENCE_LISTS),
    'A page of this list alone; without it the beginnings of both.',
  ),
  limit: limit(REFERENCES_LIMIT),
});
