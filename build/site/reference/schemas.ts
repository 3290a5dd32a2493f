import { escapeHtml } from '../../contract/site-head.ts';
import type { Schema } from './description.ts';
import { schemaId, typeHtml, wordsHtml } from './types.ts';

/** All fields of a schema as one table. Nested fields are named by their path: `pagination.next`, `months[].url`. */

interface Field {
  /** The path of the field; `[]` stands for each item of a list. */
  name: string;
  schema: Schema;
  isOptional: boolean;
}

/** @param schema its references are not followed: each has its own table */
function fieldsOf(schema: Schema, path = ''): Field[] {
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const outer = { name: path + name, schema: field, isOptional: !required.includes(name) };
    const within = field.items?.properties
      ? fieldsOf(field.items, `${outer.name}[].`)
      : fieldsOf(field, `${outer.name}.`);
    return [outer, ...within];
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

/** Puts each code of a list on its own line. */
const describedHtml = ({ description = '' }: Schema): string =>
  wordsHtml(description).replace(/^- /gm, '').replaceAll('\n', '<br>');

/** A table that scrolls where it is wider than a phone. @param cells HTML */
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
