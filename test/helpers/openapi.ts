import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import * as assert from 'uvu/assert';
import { openapiAliases, openapiUrl } from '../../build/contract/paths.ts';
import { fileAt } from '../../build/contract/routing/match.ts';
import { openapi } from '../../build/pages/openapi.ts';

/**
 * Holds a response against the API's own description, and refuses fields that are not described.
 *
 * @param url as requested, from `/api/` on, query included: a document without `fields` has to be whole
 * @param contentType the header, parameters included; '' where there is none
 * @param body JSON may be given parsed or as text
 */
export type AssertValid = (url: string, status: number, contentType: string, body: unknown) => void;

interface Response {
  $ref?: string;
  content?: Record<string, { examples?: Record<string, unknown> }>;
}

interface Description {
  paths: Record<string, { get: { responses: Record<string, Response> } }>;
  components: { responses: Record<string, Response> };
}

/** A place in the description, token by token. */
type Pointer = readonly (string | number)[];

/** What is answered to other methods and at other addresses: no operation describes it. */
const UNDESCRIBED: Readonly<Record<number, string>> = { 404: 'NOT_FOUND', 405: 'METHOD_NOT_ALLOWED' };

const JSON_TYPE = 'application/json';

/** Makes the check, once for a test file. @param given the description of another version of the API */
export function validator(given: unknown = openapi()): AssertValid {
  const description = closed(given) as Description;
  const templateOf = templatesOf(description);
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictTypes: false });
  formats.default(ajv);
  // To ajv the description is a schema too, of keywords that say nothing.
  ajv.addVocabulary(Object.keys(description)).addSchema(description, 'openapi');

  function assertSchema(where: string, pointer: Pointer, body: unknown): void {
    const validate = ajv.getSchema(`openapi#${pointer.map(token => `/${escapeToken(token)}`).join('')}`);
    assert.ok(validate, `${where}: no schema at ${pointer.join(' ')}`);
    assert.ok(validate(body), `${where}: ${ajv.errorsText(validate.errors, { dataVar: 'body' })}`);
  }

  function assertError(where: string, status: number, codes: readonly string[], body: unknown): void {
    assertSchema(where, ['components', 'schemas', 'Error'], body);
    const { error } = body as { error: { status: number; code: string } };
    assert.is(error.status, status, `${where}: the status in the body`);
    assert.ok(codes.includes(error.code), `${where}: the code ${error.code} is none of ${codes.join(', ')}`);
  }

  return (url, status, contentType, body) => {
    const where = `${status} ${url}`;
    const media = contentType.split(';')[0]?.trim() ?? '';
    const value = media === JSON_TYPE && typeof body === 'string' && status !== 206 ? JSON.parse(body) : body;
    const template = templateOf(url);
    // Files of the tree are no operations: what they hold is told elsewhere.
    const file = fileAt(url.replace(/\?.*/s, ''));
    if (status < 400 && file?.of === 'tree') return;
    // Nor is what people get.
    const isOfSite =
      !url.startsWith('/api') && (status === 304 || file?.of === 'site' || media === 'text/html');
    if ((status < 400 && isOfSite) || (status === 404 && media === 'text/html' && isOfSite)) return;
    if (template === undefined || status === 405) {
      assert.is(media, JSON_TYPE, `${where}: the content type`);
      return assertError(where, status, codesAnywhere(description, status), value);
    }
    const { response, pointer } = describedResponse(description, template, status);
    assert.ok(response, `${where}: the status is not described`);
    // Parts are bytes of what 200 describes.
    if (status === 206) return assert.not(response.content, `${where}: parts have no type`);
    if (!response.content) return assert.not(value, `${where}: there must be no body`);
    const content = response.content[media];
    assert.ok(content, `${where}: the content type ${contentType} is not described`);
    const schema = [...pointer, 'content', media, 'schema'];
    assertSchema(where, schema, value);
    if (status >= 400) assertError(where, status, Object.keys(content.examples ?? {}), value);
    else if (media === JSON_TYPE && isDocument(template) && !hasFields(url))
      assertSchema(where, [...schema, 'properties', 'data', 'anyOf', 0], value.data);
  };
}

/**
 * The description leaves objects open for fields to come; what the API sends today must be described today.
 * @returns a copy in which no object may have other properties than those named
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isObject = [copy.type].flat().includes('object') && 'properties' in copy;
  return isObject ? { ...copy, additionalProperties: false } : copy;
}

const isDocument = (template: string): boolean => /\/documents\/\{\w+\}$/.test(template);
const hasFields = (url: string): boolean => new URLSearchParams(url.split('?')[1]).has('fields');

/** A document's identifier may hold slashes; every other parameter is one segment. */
function templatesOf({ paths }: Description): (url: string) => string | undefined {
  const patternOf = (template: string): RegExp =>
    // Slashes in identifiers may be plain.
    new RegExp(
      `^${template.replace(/\{(?:identifier|document_number)\}/, '.*').replace(/\{\w+\}/g, '[^/]*')}$`,
    );
  // A template with words behind the identifier is longer.
  const templates = Object.keys(paths).sort((a, b) => b.length - a.length);
  const patterns = templates.map(template => [template, patternOf(template)] as const);
  return url => {
    const [asked = ''] = url.split('?');
    const path = (openapiAliases as readonly string[]).includes(asked) ? openapiUrl : asked;
    return patterns.find(([, pattern]) => pattern.test(path))?.[0];
  };
}

function describedResponse({ paths, components }: Description, template: string, status: number) {
  const response = paths[template]?.get.responses[status];
  const name = response?.$ref?.split('/').at(-1);
  return name === undefined
    ? { response, pointer: ['paths', template, 'get', 'responses', status] }
    : { response: components.responses[name], pointer: ['components', 'responses', name] };
}

/** The codes that a response of this status may have where no operation is asked for. */
function codesAnywhere({ components }: Description, status: number): string[] {
  const undescribed = UNDESCRIBED[status];
  if (undescribed !== undefined) return [undescribed];
  const examples = Object.values(components.responses).map(
    response => response.content?.[JSON_TYPE]?.examples,
  );
  return examples.flatMap(byCode => Object.keys(byCode ?? {}));
}

/** RFC 6901 §3, in a URI fragment. */
const escapeToken = (token: string | number): string =>
  encodeURIComponent(String(token).replaceAll('~', '~0').replaceAll('/', '~1'));
