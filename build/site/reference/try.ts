import { escapeHtml } from '../../contract/site-head.ts';
import type { Parameter, Schema } from './description.ts';

/**
 * The form that tries an operation. Browsers without scripts can send it where all parameters are in the query, and show the
 * plain answer. A script sends all forms and shows answers in the page.
 */
export function tryHtml(id: string, path: string, parameters: readonly Parameter[]): string {
  const isPlain = !path.includes('{');
  const fields = parameters.map(parameter => fieldHtml(id, path, parameter));
  return `<details class="try"${isPlain ? '' : ' hidden'}>
<summary>Try it</summary>
<form method="get" action="${path.slice(1)}" data-path="${escapeHtml(path)}" target="_blank">
${fields.join('\n')}
<button class="button" type="submit">Send</button>
</form>
</details>`;
}

function fieldHtml(operation: string, path: string, parameter: Parameter): string {
  const { name, schema, required = false } = parameter;
  const id = `${operation}-${name}`;
  const common = `id="${id}" name="${name}" data-in="${parameter.in}"${required ? ' required' : ''}`;
  const choices = choicesOf(schema);
  const control = choices
    ? `<select ${common}><option value=""></option>${choices.map(choice => `<option>${escapeHtml(choice)}</option>`).join('')}</select>`
    : `<input ${common} ${inputOf(schema)} value="${escapeHtml(exampleOf(path, parameter))}" autocomplete="off" spellcheck="false">`;
  return `<p class="field"><label for="${id}">${escapeHtml(name)}</label>${control}</p>`;
}

function choicesOf({ type, enum: values, anyOf = [] }: Schema): string[] | null {
  if (values) return values.map(String);
  return type === 'boolean' || anyOf.some(each => each.type === 'boolean') ? ['true', 'false'] : null;
}

function inputOf({ type, format, minimum, maximum }: Schema): string {
  if (format === 'date') return 'type="text" placeholder="YYYY-MM-DD"';
  if (type !== 'integer') return 'type="text"';
  const bound = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? '' : ` max="${maximum}"`;
  return `type="number" min="${minimum ?? 0}"${bound}`;
}

/** Values filled in for required fields, by the end of the path or the parameter's name. */
const EXAMPLES: Readonly<Record<string, string>> = {
  '/api/usc/documents/{identifier}': 't17/s106',
  '/api/ecfr/documents/{identifier}': 't1/s1.1',
  '/api/fr/documents/{document_number}': '2018-09910',
  '/api/changes/{number}': '1',
  number: '1',
  year: '2018',
  month: '5',
  q: 'public lands',
};

const exampleOf = (path: string, { name, required }: Parameter): string =>
  required ? (EXAMPLES[path] ?? EXAMPLES[name] ?? '') : '';
