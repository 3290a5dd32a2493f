import { escapeHtml } from '../../contract/site-head.ts';
import { REFERENCE } from '../docs/page-addresses.ts';
import { nameOf, type Schema } from './description.ts';

/** Types in words, as HTML. */

export function typeHtml(schema: Schema): string {
  if (schema.$ref) {
    const name = nameOf(schema.$ref);
    return `<a href="${REFERENCE}#${schemaId(name)}">${name}</a>`;
  }
  if (schema.const !== undefined) return valueHtml(schema.const);
  if (schema.enum) return schema.enum.map(valueHtml).join(' · ');
  if (schema.anyOf) return schema.anyOf.map(each => typeHtml(each)).join(' or ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any']);
  return types.map(type => oneType(type, schema)).join(' or ');
}

function oneType(type: string, schema: Schema): string {
  if (type === 'array' && schema.items) return `list of ${typeHtml(schema.items)}`;
  if (type === 'object' && schema.additionalProperties)
    return `object, each ${typeHtml(schema.additionalProperties)}`;
  if (type === 'null') return type;
  return `${schema.format ?? type}${boundsOf(schema)}`;
}

function boundsOf({ minimum, maximum, minLength, maxLength }: Schema): string {
  const [from, to] = [minimum ?? minLength, maximum ?? maxLength];
  const unit = maxLength === undefined ? '' : ' characters';
  // The largest exact integer is no bound that a reader needs.
  if (to !== undefined && to < Number.MAX_SAFE_INTEGER) return `, ${from ?? 0} to ${to}${unit}`;
  return from === undefined ? '' : `, ${from} or more${unit}`;
}

export const schemaId = (name: string): string => `schema-${name}`;

export const valueHtml = (value: unknown): string =>
  `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;

/** Renders the Markdown of the description's one-line texts: code only. */
export const wordsHtml = (text = ''): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
