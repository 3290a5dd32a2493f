import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SearchEngine } from '../../build/search/engine.ts';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { sampleTree } from '../helpers/tree.ts';

/** The description says what the server enforces: values inside a parameter's schema are taken, values outside refused. */

const emptyEngine: SearchEngine = {
  name: 'empty',
  slots: 1,
  search: () => Promise.resolve({ hits: [], estimated_total_hits: 0, facets: {} }),
  close: async () => {},
};

let shim: Shim;
let description: Json;
test.before(async () => {
  shim = await startShim({ ...(await sampleTree()), engine: emptyEngine });
  description = (await shim.get('/api/openapi')).json;
});
test.after(() => shim.close());

interface Schema {
  pattern?: string;
  example?: string;
  type?: string;
  enum?: (string | number)[];
  const?: string;
  anyOf?: Schema[];
  items?: Schema;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** Values that a schema allows, its bounds among them, as they are written in a URL. */
function inside(schema: Schema): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap(inside);
  if (schema.enum) return schema.enum.map(String);
  if (schema.type === 'array') {
    const items = inside(schema.items ?? {});
    return [
      ...items,
      items
        .filter(item => item.length < 1000)
        .slice(0, 3)
        .join(','),
    ];
  }
  if (schema.type === 'boolean') return ['true', 'false'];
  if (schema.type === 'integer') return [schema.minimum ?? -1, schema.maximum ?? 2 ** 53, 1].map(String);
  if (schema.format === 'date') return ['2018-02-28', '2020-02-29', '0001-01-01', '9999-12-31'];
  if (schema.pattern) return [schema.example ?? ''];
  const { minLength = 0, maxLength = 3000 } = schema;
  return [
    'x'.repeat(minLength),
    'x'.repeat(maxLength),
    '😀'.repeat(Math.min(maxLength, 500)),
    ' "§\0<&=+%/\\',
  ];
}

/** Values that a schema forbids. */
function outside(schema: Schema): string[] {
  if (schema.anyOf) return ['2', '-1', 'yes', 'True'];
  if (schema.type === 'array')
    return schema.items?.enum ? ['none-of-them', `${schema.items.enum[0]},no`] : [];
  const { enum: allowed } = schema;
  if (allowed)
    return ['none-of-them', String(allowed.at(-1)).toUpperCase(), ` ${allowed[0]}`].filter(
      value => !allowed.includes(value),
    );
  if (schema.type === 'integer') {
    const { minimum, maximum } = schema;
    const beyond = [minimum !== undefined && minimum - 1, maximum !== undefined && BigInt(maximum) + 1n];
    return ['x', '1.5', '1e3', '0x1', ' 1', ...beyond.filter(value => value !== false).map(String)];
  }
  if (schema.format === 'date') return ['2018-02-30', '2018-2-3', 'today', '2018-01-01T00:00:00Z'];
  if (schema.pattern) return ['x', ` ${schema.example}`, `${schema.example}x`];
  const { minLength, maxLength } = schema;
  return [
    // An empty parameter is as good as none.
    ...(minLength && minLength > 1 ? ['x'.repeat(minLength - 1)] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
  ];
}

const EXAMPLES: Readonly<Record<string, string>> = {
  identifier: 't17%2Fs106',
  document_number: '2018-09910',
  number: '17',
  year: '2018',
  month: '5',
};

const resolve = (value: Json): Json =>
  value.$ref
    ? value.$ref
        .slice(2)
        .split('/')
        .reduce((at: Json, name: string) => at[name], description)
    : value;

/** Every parameter of every endpoint, with a URL whose other parameters are right. */
function* parameters(): Generator<{
  name: string;
  place: string;
  schema: Schema;
  url(value: string): string;
}> {
  for (const [template, { get }] of Object.entries<Json>(description.paths)) {
    const all = (get.parameters ?? []).map(resolve);
    const fill = (name: string, value: string | null): string =>
      template.replace(/\{(\w+)\}/g, (_, key: string) =>
        key === name && value !== null
          ? encodeURIComponent(value)
          : template.includes('/structure/')
            ? 't1'
            : template.startsWith('/api/ecfr')
              ? (EXAMPLES[key] ?? '').replace('t17%2Fs106', 't1%2Fs1.1').replace('17', '1')
              : (EXAMPLES[key] ?? ''),
      );
    const required = all.filter((parameter: Json) => parameter.in === 'query' && parameter.required);
    for (const { name, in: place, schema } of all) {
      if (place === 'header') continue;
      const others = required
        .filter((other: Json) => other.name !== name)
        .map((other: Json) => `${other.name}=${other.schema.example ?? 'x'}`);
      // Lists of a day are of a title or a level.
      if (name === 'on' && template.endsWith('/documents')) others.push('title_number=1');
      const url = (value: string): string =>
        place === 'path'
          ? [fill(name, value), others.join('&')].filter(part => part !== '').join('?')
          : `${fill('', null)}?${[...others, `${name}=${encodeURIComponent(value)}`].join('&')}`;
      yield { name, place, schema, url };
    }
  }
}

test('values that the schema of a parameter allows are accepted', async () => {
  let asked = 0;
  for (const { name, place, schema, url } of parameters()) {
    // What a cursor may be depends on the order, and a number of changes on the tree, which no schema of one parameter can say.
    const values = { cursor: [''], since: ['1'] }[name] ?? inside(schema);
    for (const value of values) {
      if (place === 'path' && value === '') continue;
      const { status } = await shim.get(url(value));
      // A path, a pinpoint or a day may well name nothing that there is.
      const mayBeMissing = place === 'path' || ['pinpoint', 'on', 'from', 'to'].includes(name);
      assert.ok(
        status === 200 || ((mayBeMissing || isOfDays(url(value))) && status === 404),
        `${status} ${url(value).slice(0, 200)}`,
      );
      asked++;
    }
  }
  assert.ok(asked > 150, `${asked} requests`);
});

test('values that the schema of a parameter forbids are refused', async () => {
  let asked = 0;
  for (const { place, schema, url } of parameters()) {
    for (const value of outside(schema)) {
      if (place === 'path' && value === '') continue;
      const { status } = await shim.get(url(value));
      assert.is(status, place === 'path' ? 404 : 400, url(value).slice(0, 200));
      asked++;
    }
  }
  assert.ok(asked > 150, `${asked} requests`);
});

/** Differences, whose days may precede the document. */
const isOfDays = (target: string): boolean => /\/diff\?from=\d/.test(target);

test('an empty parameter counts as missing, except where one is required', async () => {
  let asked = 0;
  for (const { name, place, url } of parameters()) {
    if (place !== 'query') continue;
    for (const target of [url(''), url('').replace(/=$/, '')]) {
      const { status } = await shim.get(target);
      const isRequired = name === 'q' || name === 'from';
      assert.ok(status === (isRequired ? 400 : 200) || (isOfDays(target) && status === 404), target);
      asked++;
    }
  }
  assert.ok(asked > 80, `${asked} requests`);
});

test('two keys in an address are a repeated parameter at every path', async () => {
  for (const path of [
    ...['/api/sources', '/api/stats', '/api/openapi', '/api/bulk', '/api/usc/titles', '/api/usc/titles/17'],
    ...['/api/usc/documents', '/api/usc/documents/t17%2Fs106', '/api/fr/years', '/api/fr/years/2018/5'],
    ...['/api/search?q=x', '/manifest.json'],
  ]) {
    const twice = `${path}${path.includes('?') ? '&' : '?'}api_key=x&api%5Fkey=y`;
    const { status, json } = await shim.get(twice);
    assert.equal([status, json.error?.code], [400, 'INVALID_PARAMETER'], twice);
    assert.is((await shim.get(twice.replace('&api%5Fkey=y', ''))).status, 200, path);
  }
  assert.is((await shim.get('/api/health?api_key=x&api_key=y')).status, 200);
});

test('a repeated parameter is refused, except lists, which are joined', async () => {
  for (const { place, schema, url } of parameters()) {
    if (place !== 'query') continue;
    const value =
      schema.type === 'array' ? inside(schema)[0] : (inside(schema).find(text => text !== '') ?? '');
    if (url('').includes('cursor=') || url('').includes('fields=')) continue;
    const once = url(value ?? '');
    const { status } = await shim.get(`${once}&${once.split(/[?&]/).at(-1)}`);
    assert.is(status, schema.type === 'array' ? 200 : 400, once.slice(0, 200));
  }
});

test.run();
