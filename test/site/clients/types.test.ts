import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openapi } from '../../../build/pages/openapi.ts';
import { clientFiles } from '../../../build/site/clients/files.ts';
import { clientTypes } from '../../../build/site/clients/types.ts';
import type { Description, Operation, Parameter, Schema } from '../../../build/site/reference/description.ts';
import { ROOT } from '../../helpers/handbook.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

/** A description with one path and these schemas. */
const describing = (schemas: Record<string, Schema>, own: Partial<Operation> = {}): Description => ({
  info: { title: '', version: '', description: '' },
  tags: [],
  paths: {
    '/api/things/{id}': {
      get: {
        tags: [],
        operationId: 'getThing',
        summary: 'One thing',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'fields', in: 'query', description: 'What is shown.', schema: { type: 'string' } },
          { $ref: '#/components/parameters/Limit' },
        ],
        responses: {
          200: {
            description: 'OK',
            headers: { ETag: { $ref: '#/components/headers/ETag' } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          304: { description: 'Not modified' },
          404: { $ref: '#/components/responses/NotFound' },
        },
        ...own,
      },
    },
  },
  components: {
    schemas,
    parameters: { Limit: { name: 'limit', in: 'query', schema: { type: 'integer' } } },
    responses: { NotFound: { description: 'No such thing.' } },
    headers: { ETag: { description: 'The validator.', required: true, schema: { type: 'string' } } },
  },
});

/** The type of one schema, on one line. */
function typeOf(schema: Schema): string {
  const text = clientTypes(describing({ Thing: schema }));
  const [, type] = /schemas: \{\n([\s\S]*?)\n {2}\};\n {2}responses/.exec(text) ?? [];
  return (type ?? '').replace(/\s+/g, ' ').trim();
}

test('a schema becomes the type of its values', () => {
  const types: [Schema, string][] = [
    [{ type: 'string', format: 'date' }, 'string'],
    [{ type: 'integer', minimum: 1 }, 'number'],
    [{ type: 'number' }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ const: 'usc', type: 'string' }, '"usc"'],
    [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
    [{ anyOf: [{ type: 'boolean' }, { enum: [0, 1] }] }, 'boolean | 0 | 1'],
    [
      { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Other' }] },
      'string | components["schemas"]["Other"]',
    ],
    [{ type: ['array', 'null'], items: { type: ['string', 'null'] } }, 'Array<string | null> | null'],
    [{ type: 'object' }, 'Record<string, unknown>'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'Record<string, number>'],
    [
      { type: 'object', properties: { a: { type: 'string' }, 'b-c': { type: 'integer' } }, required: ['a'] },
      '{ a: string; "b-c"?: number; }',
    ],
  ];
  for (const [schema, type] of types) assert.is(typeOf(schema), `Thing: ${type};`);
});

test('a description becomes a comment, which it cannot end', () => {
  assert.is(typeOf({ type: 'string', description: 'From */ to.' }), '/** From *\\/ to. */ Thing: string;');
});

test('a schema of an unknown shape is an error', () => {
  for (const schema of [{}, { type: 'array' }, { type: 'date' }])
    assert.throws(() => typeOf(schema), /no type in TypeScript for the schema/);
});

test('an operation has its parameters by kind and its responses by status', () => {
  const text = clientTypes(describing({}));
  assert.ok(
    text.includes(`export interface paths {
  "/api/things/{id}": {
    /** One thing */
    get: operations["getThing"];
  };
}`),
  );
  assert.ok(
    text.endsWith(`export interface operations {
  getThing: {
    parameters: {
      query?: {
        /** What is shown. */
        fields?: string;
        limit?: components["parameters"]["Limit"];
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** OK */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Thing"];
        };
      };
      /** Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      404: components["responses"]["NotFound"];
    };
  };
}
`),
  );
});

test('a header that an answer describes itself has its words', () => {
  const headers = { Age: { description: 'In seconds.', schema: { type: 'integer' } } };
  const text = clientTypes(describing({}, { responses: { 304: { description: 'Not modified', headers } } }));
  assert.match(text, /\/\*\* In seconds\. \*\/\n +Age: number;/);
});

test('parameters of a kind are required together if one of them is', () => {
  const schema = { type: 'string' };
  const parameters: Parameter[] = [
    { name: 'fields', in: 'query', schema },
    { name: 'q', in: 'query', required: true, schema },
  ];
  const text = clientTypes(describing({}, { parameters }));
  assert.match(text, /parameters: \{\n {6}query: \{\n {8}fields\?: string;\n {8}q: string;/);
});

/** Compiles the published client with a program that uses it. */
function compile(program: string): { status: number | null; stdout: string } {
  const folder = temporaryFolder();
  for (const { path: file, content } of clientFiles(openapi() as Description))
    fs.writeFileSync(path.join(folder, path.basename(file)), content);
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  fs.writeFileSync(path.join(folder, 'program.ts'), program);
  const flags = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--ignoreConfig'];
  const args = [...flags, '--target', 'es2023', '--module', 'nodenext', '--types', '', 'program.ts'];
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout };
}

test('the published client compiles, and has the parameters and answers of the API', () => {
  const program = `import { connect } from './pandect.ts';
const law = connect({ baseUrl: 'http://localhost' });
const { data, error } = await law.GET('/api/usc/titles/{number}', { params: { path: { number: 17 } } });
const name: string | null | undefined = data?.data.title_name;
const code: string | undefined = error?.error.code;
for await (const { identifier } of law.documents('fr', { document_type: 'notice' })) identifier satisfies string;
// @ts-expect-error: a title has a number
await law.GET('/api/usc/titles/{number}', { params: { path: { number: 'seventeen' } } });
// @ts-expect-error: there is no such path
await law.GET('/api/usc/chapters');
// @ts-expect-error: there is no such filter
law.documents('usc', { document_type: 'notice' });
export { code, name };
`;
  assert.equal(compile(program), { status: 0, stdout: '' });
});

test.run();
