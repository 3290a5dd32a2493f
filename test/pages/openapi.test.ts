import { Validator } from '@seriousme/openapi-schema-validator';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isDated } from '../../build/contract/levels.ts';
import { readParams } from '../../build/contract/params.ts';
import { API_KEY_HEADER, API_KEY_PARAMETER } from '../../build/contract/presented-key.ts';
import { parseListQuery, parseMonthQuery } from '../../build/contract/query.ts';
import { parseSearchQuery } from '../../build/contract/search.ts';
import { SOURCES, sourceOf } from '../../build/contract/sources.ts';
import { TIER_LIMITS } from '../../build/contract/tiers.ts';
import { pascal } from '../../build/pages/openapi/schema.ts';
import { openapi } from '../../build/pages/openapi.ts';

interface Schema {
  type?: string | string[];
  enum?: (string | null)[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
  items?: Schema;
  required?: string[];
  properties: Record<string, Schema>;
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  description: string;
  required?: boolean;
  style?: string;
  explode?: boolean;
  schema: Schema;
}
interface Response {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, unknown>;
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  responses: Record<string, Response>;
}
interface Description {
  security: Record<string, unknown>[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, { type: string; in?: string; scheme?: string; name?: string }>;
  };
}

const api = openapi() as Description;
const test = suite('openapi');

const operation = (path: string): Operation => {
  const found = api.paths[path]?.get;
  assert.ok(found, `no operation at ${path}`);
  return found;
};

const operations = (): [path: string, operation: Operation][] =>
  Object.keys(api.paths).map(path => [path, operation(path)]);

const named = <T extends { $ref?: string }>(kind: 'parameters' | 'responses', value: T): T =>
  value.$ref ? (api.components[kind][value.$ref.split('/').at(-1)!] as unknown as T) : value;

const parameters = (path: string): Map<string, Parameter> =>
  new Map((operation(path).parameters ?? []).map(p => named('parameters', p)).map(p => [p.name, p]));

const schemaOf = (path: string, name: string): Schema => {
  const parameter = parameters(path).get(name);
  assert.ok(parameter, `${path} has no parameter ${name}`);
  return parameter.schema;
};

const metadataOf = (schema: string): Schema => api.components.schemas[schema]!.properties.metadata!;

test('the description is valid OpenAPI 3.1, and always the same', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate({ ...api });
  assert.ok(valid, JSON.stringify(errors));
  assert.is(validator.version, '3.1');
  assert.is(JSON.stringify(openapi()), JSON.stringify(api));
});

test('every reference has a target, and every component is used', () => {
  const text = JSON.stringify(api);
  const used = new Set(Array.from(text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g), match => match[1]));
  const { securitySchemes: _, ...kinds } = api.components;
  const described = Object.entries(kinds).flatMap(([kind, components]) =>
    Object.keys(components).map(name => `${kind}/${name}`),
  );
  assert.equal([...used].sort(), described.sort());
});

// build/contract/README.md, and the description itself.
test('every endpoint is described with GET and a unique name', () => {
  const paths = `
    /api/usc/documents /api/usc/documents/{identifier} /api/usc/documents/{identifier}/references
    /api/usc/documents/{identifier}/versions
    /api/usc/documents/{identifier}/diff
    /api/usc/documents/{identifier}/events
    /api/usc/titles /api/usc/titles/{number}
    /api/usc/structure /api/usc/structure/{identifier} /api/usc/structure/{identifier}/references
    /api/usc/structure/{identifier}/versions
    /api/usc/structure/{identifier}/changes
    /api/ecfr/documents /api/ecfr/documents/{identifier} /api/ecfr/documents/{identifier}/references
    /api/ecfr/documents/{identifier}/versions
    /api/ecfr/documents/{identifier}/diff
    /api/ecfr/documents/{identifier}/events
    /api/ecfr/titles /api/ecfr/titles/{number}
    /api/ecfr/structure /api/ecfr/structure/{identifier} /api/ecfr/structure/{identifier}/references
    /api/ecfr/structure/{identifier}/versions
    /api/ecfr/structure/{identifier}/changes
    /api/fr/documents /api/fr/documents/{document_number} /api/fr/documents/{document_number}/references
    /api/fr/documents/{document_number}/versions
    /api/fr/documents/{document_number}/diff
    /api/fr/documents/{document_number}/events
    /api/fr/years /api/fr/years/{year} /api/fr/years/{year}/{month}
    /api/sources /api/stats /api/bulk /api/changes /api/changes/{number} /api/health /api/search
    /api/citations /api/openapi`;
  assert.equal(Object.keys(api.paths), paths.trim().split(/\s+/));
  for (const methods of Object.values(api.paths)) assert.equal(Object.keys(methods), ['get']);
  assert.is(new Set(operations().map(([, { operationId }]) => operationId)).size, operations().length);
});

test('each path has its parameters and no others', () => {
  for (const [path] of operations()) {
    const inPath = [...parameters(path).values()].filter(parameter => parameter.in === 'path');
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), match => match[1]);
    assert.equal(
      names,
      inPath.map(({ name }) => name),
      path,
    );
  }
});

test('numbers in paths have the bounds of their kind', () => {
  for (const [path, name, maximum] of [
    ['/api/usc/titles/{number}', 'number', 54],
    ['/api/ecfr/titles/{number}', 'number', 50],
    ['/api/fr/years/{year}/{month}', 'year', 9999],
    ['/api/fr/years/{year}/{month}', 'month', 12],
    ['/api/changes/{number}', 'number', 999_999_999],
  ] as const)
    assert.equal(schemaOf(path, name), { type: 'integer', minimum: 1, maximum }, `${path} ${name}`);
  assert.is(parameters('/api/usc/titles/{number}').get('number')?.description, 'The number of the title.');
});

test('a text has 1 to 500 characters, a position is exact, and a flag is a word or a digit', () => {
  const flag = { anyOf: [{ type: 'boolean' }, { type: 'integer', enum: [0, 1] }] };
  assert.equal(schemaOf('/api/fr/documents', 'agency'), { type: 'string', minLength: 1, maxLength: 500 });
  assert.equal(schemaOf('/api/search', 'q'), { type: 'string', minLength: 1, maxLength: 500 });
  for (const path of ['/api/usc/documents', '/api/search'])
    for (const name of ['title_number', 'offset'])
      assert.is(schemaOf(path, name).maximum, Number.MAX_SAFE_INTEGER, `${path} ${name}`);
  assert.equal(schemaOf('/api/usc/documents', 'positive_law'), flag);
  assert.equal(schemaOf('/api/search', 'highlight'), { ...flag, default: true });
});

test('a list in a parameter is separated by commas', () => {
  for (const [path, name] of [
    ['/api/usc/documents/{identifier}', 'fields'],
    ['/api/search', 'facets'],
  ] as const) {
    const { style, explode } = parameters(path).get(name)!;
    assert.equal([style, explode], ['form', false], path);
  }
});

test('a filter by date names its direction, and changes start with a number or a digest', () => {
  const { description: from } = parameters('/api/fr/documents').get('date_from')!;
  const { description: to } = parameters('/api/fr/documents').get('date_to')!;
  assert.equal(
    [from, to],
    [
      'Documents from this day on, by `publication_date`.',
      'Documents up to this day, by `publication_date`.',
    ],
  );
  const [number, digest] = (schemaOf('/api/changes', 'since') as { anyOf?: Schema[] }).anyOf ?? [];
  assert.equal([number?.minimum, number?.maximum], [0, Number.MAX_SAFE_INTEGER]);
  assert.equal(digest, { type: 'string', pattern: '^[0-9a-f]{64}$' });
});

test('search requires its words and nothing else', () => {
  const required = [...parameters('/api/search').values()].filter(parameter => parameter.required);
  assert.equal(
    required.map(({ name }) => name),
    ['q'],
  );
});

const TYPES = { string: 'string', integer: 'integer', boolean: 'boolean', date: 'string' } as const;

for (const source of SOURCES) {
  const list = `/api/${source.id}/documents`;

  test(`${source.id}: the list has every filter and sort of the table`, () => {
    for (const { param, type, values } of source.filters) {
      const schema = schemaOf(list, param);
      assert.ok(JSON.stringify(schema).includes(`"type":"${TYPES[type]}"`), param);
      assert.equal(schema.enum, values && [...values], param);
    }
    const sort = schemaOf(list, 'sort');
    assert.equal(sort.enum, [...source.sorts, ...source.sorts.map(field => `-${field}`)]);
    assert.is(sort.default, source.defaultSort);
    const ofDays = isDated(source) ? [] : ['on'];
    const common = ['sort', 'limit', 'offset', 'cursor', 'fields', ...ofDays, 'If-None-Match'];
    assert.equal([...parameters(list).keys()], [...source.filters.map(({ param }) => param), ...common]);
  });

  test(`${source.id}: the parser has the bounds and defaults of the description`, () => {
    const parse = (query: string) => parseListQuery(source, readParams(query));
    assertLimits(list, parse);
    for (const value of schemaOf(list, 'sort').enum ?? []) parse(`sort=${value}`);
    assert.is(parse('').limit, schemaOf(list, 'limit').default);
    assert.is(parse('').offset, schemaOf(list, 'offset').default);
  });

  test(`${source.id}: metadata of documents and list items are null unless required or a list`, () => {
    const fields = metadataOf(`${pascal(source.id)}Document`);
    assert.equal(Object.keys(fields.properties), Object.keys(source.metadata));
    assert.equal(fields.required, Object.keys(source.metadata));
    const notNull = ['identifier', 'source', 'status', 'granularity', ...source.required];
    for (const [name, schema] of Object.entries(fields.properties)) {
      const isEmpty = ['strings', 'cfr_references'].includes(source.metadata[name] ?? '');
      assert.is([schema.type].flat().includes('null'), !isEmpty && !notNull.includes(name), name);
    }
    assert.equal(Object.keys(metadataOf(`${pascal(source.id)}ListItem`).properties), [...source.listing]);
    assert.equal(metadataOf(`${pascal(source.id)}Projection`).required, ['identifier', 'source']);
  });

  test(`${source.id}: a document has three content types, fields and an ETag`, () => {
    const [path] = operations().find(([template]) => template.startsWith(`${list}/`))!;
    const { responses } = operation(path);
    assert.equal(Object.keys(responses[200]!.content!), ['application/json', 'text/markdown', 'text/plain']);
    assert.equal(schemaOf(path, 'format').enum, ['json', 'markdown', 'text']);
    assert.is(schemaOf(path, 'fields').items?.enum, undefined, 'unknown names are not refused');
    const { description } = parameters(path).get('fields')!;
    for (const name of ['metadata', 'body', ...Object.keys(source.metadata)]) assert.match(description, name);
    assert.ok(parameters(path).has('If-None-Match'));
    for (const status of [200, 206, 304]) {
      const { headers = {} } = responses[status]!;
      assert.ok('ETag' in headers && 'Vary' in headers);
    }
    // Generators make one type of all answers that succeed: what a part had would be the type of the document, too.
    assert.is(responses[206]!.content, undefined);
    assert.is(responses[404]?.$ref, '#/components/responses/DocumentNotFound');
  });
}

/** At each bound of a parameter the parser accepts, one step beyond it refuses. */
function assertLimits(path: string, parse: (query: string) => unknown): void {
  for (const { name, schema, in: place } of parameters(path).values()) {
    if (place !== 'query') continue;
    const { minimum, maximum, maxLength } = schema;
    for (const bound of [minimum, maximum]) if (bound !== undefined) parse(`${name}=${bound}`);
    const beyond = [
      minimum !== undefined && String(minimum - 1),
      maximum !== undefined && String(maximum + 1),
      // An empty parameter is not given, but for the one that must be.
      name === 'q' && '',
      maxLength !== undefined && 'x'.repeat(maxLength + 1),
      schema.enum && 'none-of-them',
    ];
    if (maxLength !== undefined) parse(`${name}=${'x'.repeat(maxLength)}`);
    for (const value of beyond) {
      if (typeof value === 'string') assert.throws(() => parse(`${name}=${value}`), /Invalid value/, name);
    }
  }
}

test('a month has its own page sizes, and the fields of the table', () => {
  const path = '/api/fr/years/{year}/{month}';
  const parse = (query: string) => parseMonthQuery(readParams(query));
  assertLimits(path, parse);
  assert.is(parse('').limit, schemaOf(path, 'limit').default);
  const shown = JSON.stringify(operation(path).responses[200]);
  for (const field of sourceOf('fr').monthListing) assert.match(shown, `"${field}":{`);
});

// build/contract/README.md, Search.
test('search has all its parameters, with the bounds and defaults of its parser', () => {
  const path = '/api/search';
  const filters = [
    ...['source', 'title_number', 'document_type', 'agency', 'status', 'date_from', 'date_to'],
    'within',
  ];
  const names = ['q', ...filters, 'sort', 'limit', 'offset', 'facets', 'highlight'];
  assert.equal([...parameters(path).keys()], names);
  assertLimits(path, query => parseSearchQuery(readParams(query.startsWith('q=') ? query : `q=x&${query}`)));
  const { sort, filters: _, q: __, ...defaults } = parseSearchQuery(readParams('q=x'));
  for (const [name, value] of Object.entries(defaults)) assert.equal(schemaOf(path, name).default, value);
  assert.is(sort, null);
  assert.is(schemaOf(path, 'sort').default, 'relevance');
  for (const value of schemaOf(path, 'sort').enum ?? []) parseSearchQuery(readParams(`q=x&sort=${value}`));
});

// build/contract/README.md, Rate limits.
test('a key is optional, and has three ways', () => {
  const { bearer, header, query } = api.components.securitySchemes;
  assert.equal([bearer?.type, bearer?.scheme], ['http', 'bearer']);
  assert.equal([header?.in, header?.name], ['header', 'X-API-Key']);
  assert.equal([query?.in, query?.name], ['query', 'api_key']);
  assert.equal([header?.name?.toLowerCase(), query?.name], [API_KEY_HEADER, API_KEY_PARAMETER]);
  assert.equal(api.security, [{}, { bearer: [] }, { header: [] }, { query: [] }]);
});

test('every response has the rate limit, and temporary errors have Retry-After', () => {
  for (const [path, { responses }] of operations()) {
    for (const [status, reference] of Object.entries(responses)) {
      const { headers = {} } = named('responses', reference);
      for (const name of ['Limit', 'Remaining', 'Reset', 'Policy']) {
        assert.is(`X-RateLimit-${name}` in headers, status !== '431', `${status} ${path}`);
      }
      assert.is('Retry-After' in headers, ['429', '503', '504'].includes(status), `${status} ${path}`);
    }
    for (const status of [200, 400, 405, 408, 414, 431, 500, 503])
      assert.ok(status in responses, `${status} ${path}`);
    assert.is(429 in responses, path !== '/api/health', path);
  }
  assert.match(JSON.stringify(api), JSON.stringify(Object.keys(TIER_LIMITS)));
});

test.run();
