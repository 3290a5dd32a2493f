import { createHash } from 'node:crypto';
import type { CollectionFieldSchema } from 'typesense/lib/Typesense/Collection.js';
import type { CollectionCreateSchema } from 'typesense/lib/Typesense/Collections.js';
import { EQUAL_FILTERS, SEARCH_FILTERS } from '../../../contract/search-filters.ts';
import type { DocumentRecord, TextRecord } from '../record.ts';

/** Raise it when the same document makes other records than before: here, in `../../documents/search-document.ts` or in the tree. */
const RECORD_VERSION = 12;

type Field = CollectionFieldSchema & { name: keyof DocumentRecord | keyof TextRecord };

const field = (name: Field['name'], type: Field['type'], rest: Partial<Field> = {}): Field => ({
  name,
  type,
  ...rest,
});
const OPTIONAL = { optional: true } as const;
const FACET = { facet: true, ...OPTIONAL } as const;

const COMPARED: Field[] = [
  ...EQUAL_FILTERS.map(name =>
    field(name, SEARCH_FILTERS[name].type === 'integer' ? 'int32' : 'string', FACET),
  ),
  field('granularity', 'string', FACET),
  field('agency', 'string[]', FACET),
  field('agency_key', 'string[]', OPTIONAL),
  field('levels', 'string[]', OPTIONAL),
  field('level', 'string[]', FACET),
  field('publication_date', 'int32', FACET),
  field('publication_year', 'int32', FACET),
  field('precedence', 'int32', OPTIONAL),
  field('cited_by_count', 'int32', OPTIONAL),
  field('identifier_order', 'string', { sort: true, ...OPTIONAL }),
  field('document_number_order', 'string', { sort: true, ...OPTIONAL }),
];

/** Other fields (`hit`, `signature`) are stored on disk, not in memory. */
const FIELDS: Field[] = [
  field('kind', 'string'),
  ...COMPARED,
  ...(['key', 'listed', 'heading', 'kin', 'names', 'words', 'of'] as const).map(name =>
    field(name, 'string', OPTIONAL),
  ),
  ...(['acts', 'short', 'citations', 'cites', 'cites_parts', 'text', 'text_citations'] as const).map(name =>
    field(name, 'string[]', OPTIONAL),
  ),
  field('spelled', 'string[]', FACET),
  field('mentions', 'string[]', FACET),
];

/** A collection of another version is replaced, not updated. */
export const SCHEMA_VERSION = createHash('sha256')
  .update(JSON.stringify([RECORD_VERSION, FIELDS]))
  .digest('hex')
  .slice(0, 8);

export const collectionSchema = (name: string): CollectionCreateSchema => ({ name, fields: FIELDS });
