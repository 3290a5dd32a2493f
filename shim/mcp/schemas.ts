import { SOURCES } from '../../build/contract/sources.ts';

/** Schemas of structured answers, for clients that validate them (JSON Schema). */

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

/** @param required fields of every answer @param optional fields of some; other fields are allowed, too */
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
export const boolean: OutputField = { type: 'boolean' };
export const object: OutputField = { type: 'object' };
export const listOf = (items: OutputField, description?: string): OutputField => ({
  type: 'array',
  items,
  ...(description !== undefined && { description }),
});

const source: OutputField = { type: 'string', enum: SOURCES.map(({ id }) => id) };

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

export const PAGE = { total: integer, offset: integer, next_offset: next } as const;

export const DID_YOU_MEAN: OutputField = {
  ...object,
  description: 'By filter: values close to one that no document has. Where nothing was found.',
};
