import { API_VERSION, FORMAT_VERSION } from '../../contract/envelope.ts';
import { CITATION_KINDS } from '../../contract/search.ts';
import {
  array,
  boolean,
  count,
  nullable,
  object,
  oneOf,
  type Schema,
  schemaRef,
  string,
  urlReference,
} from './schema.ts';
import { versionFacts } from './version-facts.ts';

/** The response envelope (build/contract/README.md, Envelope). */

export const timestamp: Schema = {
  type: 'string',
  format: 'date-time',
  pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`,
  description:
    'The date of the content, except in search responses, which are dated by the clock, and in what builds have changed: there it is when the newest was published.',
};
export const apiVersion: Schema = { type: 'string', const: API_VERSION };
const page = {
  limit: { type: 'integer', minimum: 1 },
  offset: count,
  has_more: boolean,
};

const documentMeta = {
  api_version: apiVersion,
  format_version: { type: 'string', const: FORMAT_VERSION },
  timestamp,
} as const;

const didYouMean: Schema = {
  ...object({ agency: array(string) }),
  description:
    'Of an answer without documents: values close to that of a filter which no document has. Absent otherwise.',
};

const citation: Schema = {
  ...object({
    text: { ...string, description: 'As it was written.' },
    kind: oneOf(CITATION_KINDS),
    identifier: {
      ...nullable(string),
      description: 'Of the document, or what it would be; null where the citation does not tell it.',
    },
    exists: { ...boolean, description: 'Whether the corpus holds it, whatever the filters leave.' },
    display_title: { ...nullable(string), description: 'Of the one document that is cited.' },
  }),
  description:
    'What the query cites, where it is one well-formed citation and nothing else; absent otherwise. Where it does not exist, the hits are documents that refer to it, and no others.',
};

const pinpoint: Schema = {
  ...array(string),
  description: 'The labels of the paragraph that was asked for; absent where the document is whole.',
};

const version: Schema = {
  ...object(versionFacts),
  description: 'The time in which the text is in force; absent where no day was asked for.',
};

export const ENVELOPE_SCHEMAS: Readonly<Record<string, Schema>> = {
  Meta: object({ api_version: apiVersion, timestamp }),
  DocumentMeta: object({ ...documentMeta, pinpoint, version }, ['pinpoint', 'version']),
  ListMeta: object({ ...documentMeta, did_you_mean: didYouMean }, ['did_you_mean']),
  SearchMeta: object({ api_version: apiVersion, timestamp, citation, did_you_mean: didYouMean }, [
    'citation',
    'did_you_mean',
  ]),
  Pagination: object({
    total: { ...nullable(count), description: 'Documents that match; null in cursor mode.' },
    ...page,
    offset: { ...count, description: '0 in cursor mode.' },
    next: { ...nullable(urlReference), description: 'The next page, query included; null on the last one.' },
  }),
  SearchPagination: object({ total: count, ...page }),
};

export const documentEnvelope = (data: Schema): Schema => object({ data, meta: schemaRef('DocumentMeta') });

export const listEnvelope = (data: Schema): Schema =>
  object({ data, meta: schemaRef('ListMeta'), pagination: schemaRef('Pagination') });

export const resourceEnvelope = (data: Schema): Schema => object({ data, meta: schemaRef('Meta') });

export const pagedEnvelope = (data: Schema): Schema =>
  object({ data, meta: schemaRef('Meta'), pagination: schemaRef('Pagination') });
