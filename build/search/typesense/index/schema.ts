import { createHash } from 'node:crypto';
import type { CollectionFieldSchema } from 'typesense/lib/Typesense/Collection.js';
import type { CollectionCreateSchema } from 'typesense/lib/Typesense/Collections.js';
import { EQUAL_FILTERS, SEARCH_FILTERS } from '../../../contract/search-filters.ts';
import { SEPARATORS, type TypesenseRecord } from '../record.ts';

/** Raise it when the same document makes other records than before: here, in `../../documents/search-document.ts` or in the tree. */
const RECORD_VERSION = 8;

type Field = CollectionFieldSchema & { name: keyof TypesenseRecord };

/** Typesense 0.26 and newer stem English words; older versions accept and ignore the setting. */
const text = (name: Field['name'], rest: Partial<Field> = {}): Field => ({
  name,
  type: 'string',
  stem: true,
  ...rest,
});
const facet = (name: Field['name'], rest: Partial<Field> = {}): Field => ({
  name,
  type: 'string',
  facet: true,
  ...rest,
});
const order = (name: Field['name'], rest: Partial<Field> = {}): Field => ({
  name,
  type: 'string',
  sort: true,
  ...rest,
});
const OPTIONAL = { optional: true } as const;

/** Other fields (`hit`, `signature`) are stored on disk, not in memory. */
const FIELDS: Field[] = [
  facet('document'),
  text('heading'),
  text('body'),
  text('also', OPTIONAL),
  { name: 'stems', type: 'string' },
  { name: 'labels', type: 'string' },
  { name: 'part', type: 'int32' },
  { name: 'name', type: 'int64' },
  { name: 'citations', type: 'string[]' },
  { name: 'cites', type: 'string[]', ...OPTIONAL },
  { name: 'cites_parts', type: 'string[]', ...OPTIONAL },
  ...EQUAL_FILTERS.map(name =>
    facet(name, { ...(SEARCH_FILTERS[name].type === 'integer' && { type: 'int32' }), ...OPTIONAL }),
  ),
  facet('granularity'),
  facet('agency', { type: 'string[]', ...OPTIONAL }),
  { name: 'agency_key', type: 'string[]', ...OPTIONAL },
  facet('publication_date', { type: 'int32', ...OPTIONAL }),
  order('identifier_order'),
  order('document_number_order', OPTIONAL),
];

const SETTINGS = { fields: FIELDS, token_separators: [...SEPARATORS] };

/** A collection of another version is replaced, not updated. */
export const SCHEMA_VERSION = createHash('sha256')
  .update(JSON.stringify([RECORD_VERSION, SETTINGS]))
  .digest('hex')
  .slice(0, 8);

export const collectionSchema = (name: string): CollectionCreateSchema => ({ name, ...SETTINGS });
