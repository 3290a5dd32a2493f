import type { Source } from '../../contract/sources.ts';
import { listItemName } from './documents.ts';
import { query } from './parameters.ts';
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

/** Levels. */

const names = { identifier: string, level: string, number: nullable(string), name: nullable(string) };

const item = { ...names, status: nullable(string), document_count: count, url: urlReference };

const outlined: Schema = object({
  ...{ identifier: string, display_title: nullable(string), status: nullable(string), url: urlReference },
});

const outline = { ...item, children: array(schemaRef('LevelOutline')), documents: array(outlined) };

export const STRUCTURE_SCHEMAS: Readonly<Record<string, Schema>> = {
  Level: object(item),
  LevelOutline: object(outline),
};

/** A level, or with `depth=all` everything below it. */
export const levelData = (source: Source): Schema => ({
  anyOf: [
    object({
      ...{ ...names, status: nullable(string), path: array(object(names)) },
      children: array(schemaRef('Level')),
      documents: array(schemaRef(listItemName(source))),
      document_count: count,
      notes: { anyOf: [object({ markdown: string, text: string }), { type: 'null' }] },
    }),
    object({ path: array(object(names)), ...outline }),
  ],
});

export const levelQuery = (): Record<string, Schema> => ({
  depth: query(
    'depth',
    { ...oneOf(['1', 'all']), default: '1' },
    '`all`: everything below the level, with levels in levels and documents by their names alone.',
  ),
});
