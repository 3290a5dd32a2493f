import { invalidParameter } from '../../build/contract/errors.ts';
import {
  choiceParam,
  dateParam,
  integerParam,
  listParam,
  type Params,
  stringParam,
} from '../../build/contract/params.ts';
import { ToolError } from './api.ts';

/** Arguments of a tool: their schema, and the reading of what models send. */

export interface ArgumentSchema {
  type: 'string' | 'integer' | 'boolean' | 'array';
  description: string;
  enum?: readonly string[];
  format?: 'date';
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: string | number | boolean;
  items?: { type: 'string'; enum: readonly string[] };
}

export interface InputSchema {
  type: 'object';
  properties: Readonly<Record<string, ArgumentSchema>>;
  required: readonly string[];
  additionalProperties: false;
}

export type Value = string | number | boolean | readonly string[];
export type Values = Readonly<Record<string, Value | undefined>>;

export const inputSchema = (
  properties: InputSchema['properties'],
  required: readonly string[] = [],
): InputSchema => ({ type: 'object', properties, required, additionalProperties: false });

/**
 * Checks a model's arguments against the schema and fills in defaults. Numbers may be strings, strings may be numbers, lists
 * may be one string with commas, and null counts as missing.
 * @throws ApiError ToolError
 */
export function readArguments(schema: InputSchema, given: Readonly<Record<string, unknown>> = {}): Values {
  const known = Object.keys(schema.properties);
  const unknown = Object.keys(given).find(name => !Object.hasOwn(schema.properties, name));
  if (unknown !== undefined)
    throw new ToolError(
      `There is no parameter ${JSON.stringify(unknown.slice(0, 50))}. There are ${known.join(', ') || 'none'}.`,
    );
  const values: Record<string, Value | undefined> = {};
  for (const [name, argument] of Object.entries(schema.properties)) {
    const value = given[name] ?? undefined;
    if (value === undefined && schema.required.includes(name))
      throw new ToolError(`The parameter ${name} is missing. It must be ${allowed(argument)}.`);
    const read = value === undefined ? undefined : readArgument(name, argument, value);
    if (read === undefined && schema.required.includes(name))
      throw invalidParameter(name, '', allowed(argument));
    values[name] = read ?? argument.default;
  }
  return values;
}

function readArgument(name: string, argument: ArgumentSchema, value: unknown): Value | undefined {
  const text = textOf(argument, value);
  const refused = () => invalidParameter(name, text ?? JSON.stringify(value), allowed(argument));
  if (text === null) throw refused();
  if (!isWellFormed(text)) throw new ToolError(`The parameter ${name} has half of a character in it.`);
  const params: Params = [{ name, value: text }];
  if (argument.enum) return choiceParam(params, name, argument.enum) ?? undefined;
  if (argument.type === 'integer')
    return integerParam(params, name, argument.minimum ?? 0, argument.maximum) ?? undefined;
  if (argument.type === 'boolean') {
    if (text !== 'true' && text !== 'false') throw refused();
    return text === 'true';
  }
  if (argument.type === 'array') {
    const items = listParam(params, name) ?? [];
    if (items.some(item => !argument.items?.enum.includes(item))) throw refused();
    return items;
  }
  if (argument.format === 'date') return dateParam(params, name) ?? undefined;
  return stringParam(params, name, argument.minLength, argument.maxLength) ?? undefined;
}

/** Half of a surrogate pair is no character, and cannot be in a URL. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** Returns null for values that cannot be read as this type. */
function textOf({ type }: ArgumentSchema, value: unknown): string | null {
  if (type === 'array' && Array.isArray(value) && value.every(item => typeof item === 'string'))
    return value.join(',');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : null;
}

function allowed({ type, enum: choices, items, format, ...bounds }: ArgumentSchema): string {
  if (choices) return `one of ${choices.join(', ')}`;
  if (items) return `a list of any of ${items.enum.join(', ')}`;
  if (format) return 'a date of the form YYYY-MM-DD';
  if (type === 'boolean') return 'true or false';
  if (type === 'integer') return `an integer from ${bounds.minimum ?? 0}${upTo(bounds.maximum)}`;
  return `a text of ${bounds.minLength ?? 1} to ${bounds.maxLength ?? 500} characters`;
}

const upTo = (maximum: number | undefined): string => (maximum === undefined ? ' on' : ` to ${maximum}`);
