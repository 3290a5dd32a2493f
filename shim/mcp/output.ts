import { SOURCES } from '../../build/contract/sources.ts';

/** What a tool's structured answer holds, for clients that hold it against its schema (JSON Schema). */

export interface OutputField {
  type: 'string' | 'integer' | 'boolean' | 'array' | 'object' | readonly ['string' | 'integer', 'null'];
  description?: string;
  enum?: readonly string[];
  items?: OutputField;
  properties?: Readonly<Record<string, OutputField>>;
  required?: readonly string[];
}

export interface OutputSchema extends OutputField {
  type: 'object';
}

/** @param required those that every answer has @param optional those that some have; further fields may come */
export const outputSchema = (
  required: Readonly<Record<string, OutputField>>,
  optional: Readonly<Record<string, OutputField>> = {},
): OutputSchema => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
});

export const text: OutputField = { type: 'string' };
export const textOrNull: OutputField = { type: ['string', 'null'] };
export const integer: OutputField = { type: 'integer' };
const integerOrNull: OutputField = { type: ['integer', 'null'] };
export const object: OutputField = { type: 'object' };
export const listOf = (items: OutputField, description?: string): OutputField => ({
  type: 'array',
  items,
  ...(description !== undefined && { description }),
});

const source: OutputField = { type: 'string', enum: SOURCES.map(({ id }) => id) };

/** What of a document every answer shows: `Shown`. */
export const SHOWN = {
  identifier: { type: 'string', description: 'What read_document takes.' },
  source,
  heading: text,
  citation: textOrNull,
  status: textOrNull,
  url: { type: 'string', description: 'Of its page, relative to the server.' },
} as const satisfies Record<string, OutputField>;

export const shownDocument = outputSchema(SHOWN, { publication_date: text });

export const next: OutputField = {
  ...integerOrNull,
  description: 'The offset to go on with; null at the end.',
};

/** Of a list that is cut: `pageOf`. */
export const PAGE = { total: integer, offset: integer, next_offset: next } as const;

export const DID_YOU_MEAN: OutputField = {
  ...object,
  description: 'By filter: values close to one that no document has. Where nothing was found.',
};
