import { createHash } from 'node:crypto';
import type { CollectionFieldSchema } from 'typesense/lib/Typesense/Collection.js';
import { EQUAL_FILTERS, SEARCH_FILTERS } from '../../../contract/search-filters.ts';
import { type DocumentRecord, isCombined, type TextRecord } from '../record.ts';

/** Raise it when the same document makes other records than before: here, in `../../documents/search-document.ts` or in the tree. */
const RECORD_VERSION = 19;

type Name = keyof DocumentRecord | keyof TextRecord;

const fields = (
  type: CollectionFieldSchema['type'],
  rest: Partial<CollectionFieldSchema>,
  ...names: Name[]
): CollectionFieldSchema[] => names.map(name => ({ name, type, ...rest }));

const OPTIONAL = { optional: true } as const;
const FACET = { facet: true, ...OPTIONAL } as const;

/** Other fields (`hit`, `signature`) are stored on disk, not in memory. */
export const FIELDS: CollectionFieldSchema[] = [
  ...fields('string', {}, 'kind'),
  ...EQUAL_FILTERS.flatMap(name =>
    fields(
      SEARCH_FILTERS[name].type === 'integer' ? 'int32' : 'string',
      isCombined(name) ? OPTIONAL : FACET,
      name,
    ),
  ),
  ...fields('string', FACET, 'combined', 'outermost'),
  ...fields('string[]', FACET, 'agency', 'level', 'spelled', 'mentions'),
  ...fields('int32', FACET, 'publication_date', 'publication_year'),
  ...fields('int32', OPTIONAL, 'precedence', 'cited_by_count'),
  ...fields('int64', OPTIONAL, 'identifier_place', 'identifier_place_rest', 'document_number_place'),
  ...fields('string', OPTIONAL, 'listed', 'heading', 'kin', 'names', 'words'),
  ...fields('string[]', OPTIONAL, 'agency_key', 'levels', 'acts', 'short'),
  ...fields('string[]', OPTIONAL, 'citations', 'cited_keys', 'text', 'long_text', 'text_citations'),
];

/** A collection of another version is replaced, not updated. */
export const SCHEMA_VERSION = createHash('sha256')
  .update(JSON.stringify([RECORD_VERSION, FIELDS]))
  .digest('hex')
  .slice(0, 8);
