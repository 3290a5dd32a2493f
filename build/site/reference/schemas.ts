import { escapeHtml } from '../../contract/site-head.ts';
import type { Schema } from './description.ts';
import { schemaId, typeHtml, wordsHtml } from './types.ts';

/** Fields of a schema as one table: those within fields by their way, `pagination.next`, `months[].url`. */

interface Field {
  /** The way, in which brackets stand for each item of a list. */
  name: string;
  schema: Schema;
  isOptional: boolean;
}

/** @param schema what it refers to is a table of its own */
function fieldsOf(schema: Schema, way = ''): Field[] {
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const own = { name: way + name, schema: field, isOptional: !required.includes(name) };
    const within = field.items?.properties
      ? fieldsOf(field.items, `${own.name}[].`)
      : fieldsOf(field, `${own.name}.`);
    return [own, ...within];
  });
}

export const schemaHtml = (name: string, schema: Schema): string => `<section class="schema">
<h3 id="${schemaId(name)}">${name}</h3>
${schema.description ? `<p>${wordsHtml(schema.description)}</p>` : ''}
${fieldsTable(fieldsOf(schema), name)}
</section>`;

const fieldsTable = (fields: readonly Field[], of: string): string =>
  fields.length === 0
    ? ''
    : tableHtml(
        of,
        ['field', 'type', 'what'],
        fields.map(({ name, schema, isOptional }) => [
          `<code>${escapeHtml(name)}</code>`,
          typeHtml(schema) + (isOptional ? ', may be absent' : ''),
          describedHtml(schema),
        ]),
      );

/** Lists of codes stand a line each. */
const describedHtml = ({ description = '' }: Schema): string =>
  wordsHtml(description).replace(/^- /gm, '').replaceAll('\n', '<br>');

/** A table that may be wider than a phone. @param cells HTML */
export const tableHtml = (
  label: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string => `<div class="table" tabindex="0" role="group" aria-label="${escapeHtml(label)}">
<table>
<thead><tr>${heads.map(head => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${rows.map(cells => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}
</tbody>
</table>
</div>`;
