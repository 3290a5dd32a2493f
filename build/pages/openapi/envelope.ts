import { API_VERSION, FORMAT_VERSION } from '../../contract/envelope.ts';
import { boolean, count, nullable, object, type Schema, schemaRef, urlReference } from './schema.ts';

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

export const ENVELOPE_SCHEMAS: Readonly<Record<string, Schema>> = {
  Meta: object({ api_version: apiVersion, timestamp }),
  DocumentMeta: object({
    api_version: apiVersion,
    format_version: { type: 'string', const: FORMAT_VERSION },
    timestamp,
  }),
  Pagination: object({
    total: { ...nullable(count), description: 'Documents that match; null in cursor mode.' },
    ...page,
    offset: { ...count, description: '0 in cursor mode.' },
    next: { ...nullable(urlReference), description: 'The next page, query included; null on the last one.' },
  }),
  SearchPagination: object({ total: count, ...page }),
};

/** The body of a single document. */
export const documentEnvelope = (data: Schema): Schema => object({ data, meta: schemaRef('DocumentMeta') });

/** The body of a document list. */
export const listEnvelope = (data: Schema): Schema =>
  object({ data, meta: schemaRef('DocumentMeta'), pagination: schemaRef('Pagination') });

/** The body of hierarchy, sources and stats. */
export const resourceEnvelope = (data: Schema): Schema => object({ data, meta: schemaRef('Meta') });

/** The body of a month of documents. */
export const pagedEnvelope = (data: Schema): Schema =>
  object({ data, meta: schemaRef('Meta'), pagination: schemaRef('Pagination') });
