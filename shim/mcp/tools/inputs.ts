import { SOURCES, type SourceId } from '../../../build/contract/sources.ts';
import type { ArgumentSchema, Values } from '../arguments.ts';

/** Parameters of several tools. */

const SOURCE_IDS: readonly SourceId[] = SOURCES.map(({ id }) => id);

const SOURCE_NAMES = SOURCES.map(({ id, name }) => `${id}: ${name}`).join('; ');

export const sourceArgument = (description: string): ArgumentSchema => ({
  type: 'string',
  enum: SOURCE_IDS,
  description: `${description} ${SOURCE_NAMES}.`,
});

export const limitArgument = (
  { default: byDefault, max }: { default: number; max: number },
  description: string,
): ArgumentSchema => ({ type: 'integer', minimum: 1, maximum: max, default: byDefault, description });

/** Above the maximum integers are not exact any more. */
export const offsetArgument = (description: string): ArgumentSchema => ({
  type: 'integer',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  default: 0,
  description,
});

export const ascendingAndDescending = (fields: readonly string[]): string[] =>
  fields.flatMap(field => [field, `-${field}`]);

export const textOf = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return value === undefined ? undefined : String(value);
};

export const numberOf = (values: Values, name: string): number => Number(values[name]);

export const sourceIdOf = (values: Values): SourceId | undefined => values.source as SourceId | undefined;
