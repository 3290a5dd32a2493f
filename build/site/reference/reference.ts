import { escapeHtml } from '../../contract/site-head.ts';
import { GUIDE, REFERENCE } from '../docs/page-addresses.ts';
import {
  type Description,
  isReference,
  nameOf,
  type Operation,
  type Parameter,
  parametersOf,
  type Response,
} from './description.ts';
import { schemaHtml, tableHtml } from './schemas.ts';
import { tryHtml } from './try.ts';
import { typeHtml, valueHtml, wordsHtml } from './types.ts';

/** Content of the reference between header and footer: all that the description of the API says. */
export function referenceContent(description: Description): string {
  const { tags, components, paths } = description;
  const operations = Object.entries(paths).map(([path, { get }]) => ({ path, operation: get }));
  const ofTag = (tag: string) => operations.filter(({ operation }) => operation.tags[0] === tag);
  return `<div class="docs">
<nav class="contents" aria-label="Contents">
<ol>
${tags
  .map(
    ({ name }) => `<li><a href="${REFERENCE}#${name}">${name}</a>
<ol>
${ofTag(name)
  .map(
    ({ path, operation }) =>
      `<li><a href="${REFERENCE}#${operation.operationId}"><code>${breakable(path)}</code></a></li>`,
  )
  .join('\n')}
</ol></li>`,
  )
  .join('\n')}
<li><a href="${REFERENCE}#errors">Errors</a></li>
<li><a href="${REFERENCE}#schemas">Schemas</a></li>
</ol>
</nav>
<main id="main" tabindex="-1">
<h1>The API, a reference</h1>
<div class="guide reference">
<p>Every address, parameter and field, from <a href="api/openapi">the description of the API</a> (OpenAPI 3.1). <a href="${GUIDE}">The guide</a> tells how they go together.</p>
${paragraphs(description.info.description)}
<p class="field key" hidden><label for="key">API key, if you have one</label><input id="key" type="password" autocomplete="off"></p>
${tags
  .map(
    tag => `<section>
<h2 id="${tag.name}">${tag.name}</h2>
<p>${escapeHtml(tag.description)}</p>
${ofTag(tag.name)
  .map(({ path, operation }) => operationHtml(description, path, operation))
  .join('\n')}
</section>`,
  )
  .join('\n')}
<section>
<h2 id="errors">Errors</h2>
${errorsHtml(components.responses)}
</section>
<section>
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas)
  .map(([name, schema]) => schemaHtml(name, schema))
  .join('\n')}
</section>
</div>
</main>
</div>`;
}

function operationHtml(description: Description, path: string, operation: Operation): string {
  const { operationId: id, summary, responses } = operation;
  const parameters = parametersOf(description, operation);
  const answers = Object.entries(responses).filter(
    (entry): entry is [string, Response] => !isReference(entry[1]),
  );
  const errors = Object.entries(responses).filter(([, response]) => isReference(response));
  return `<section class="operation">
<h3 id="${id}"><span class="method">GET</span> <code>${breakable(path)}</code></h3>
<p>${escapeHtml(summary)}.</p>
${parameters.length > 0 ? parametersTable(path, parameters) : ''}
${tableHtml(
  `Answers of ${path}`,
  ['status', 'answer', 'what'],
  answers.map(([status, { description: what, content = {} }]) => [
    status,
    Object.entries(content)
      .map(([type, { schema }]) => `<code>${type}</code>${schema ? `: ${answerType(schema)}` : ''}`)
      .join('<br>'),
    wordsHtml(what),
  ]),
)}
<p>Errors: ${errors.map(([status, response]) => `<a href="${REFERENCE}#${isReference(response) ? nameOf(response.$ref) : 'errors'}">${status}</a>`).join(', ')}.</p>
${tryHtml(id, path, parameters)}
</section>`;
}

/** Types of the fields, where the answer is an envelope. */
function answerType(schema: Parameter['schema']): string {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return typeHtml(schema);
  return fields.map(([name, field]) => `<code>${name}</code> ${typeHtml(field)}`).join(', ');
}

const parametersTable = (path: string, parameters: readonly Parameter[]): string =>
  tableHtml(
    `Parameters of ${path}`,
    ['parameter', 'type', 'what'],
    parameters.map(({ name, in: where, required, description, schema }) => [
      `<code>${name}</code><br><small>${where}${required ? ', required' : ''}</small>`,
      typeHtml(schema) +
        (schema.default === undefined ? '' : `<br><small>else ${valueHtml(schema.default)}</small>`),
      wordsHtml(description),
    ]),
  );

const errorsHtml = (responses: Description['components']['responses']): string =>
  Object.entries(responses)
    .map(([name, { description, content = {} }]) => {
      const examples = Object.values(content['application/json']?.examples ?? {});
      return `<section>
<h3 id="${name}">${name}</h3>
<p>${escapeHtml(description)}</p>
${examples.map(({ value }) => `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`).join('\n')}
</section>`;
    })
    .join('\n');

/** Lets a path break after its slashes. */
const breakable = (path: string): string =>
  escapeHtml(path)
    .replaceAll('/', '/<wbr>')
    .replace(/^\/<wbr>/, '/');

/** The description's texts as HTML: paragraphs, and lists of lines. */
const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map(part =>
      part.startsWith('- ')
        ? `<ul>${part
            .split('\n')
            .map(line => `<li>${wordsHtml(line.slice(2))}</li>`)
            .join('')}</ul>`
        : `<p>${wordsHtml(part)}</p>`,
    )
    .join('\n');
