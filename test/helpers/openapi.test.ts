import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { documentBody, listBody, resourceBody, timestampOf } from '../../build/contract/envelope.ts';
import {
  documentNotFound,
  methodNotAllowed,
  notFound,
  rateLimitExceeded,
} from '../../build/contract/errors.ts';
import { type Metadata, sourceOf } from '../../build/contract/sources.ts';
import { validator } from './openapi.ts';

/** The check that the end-to-end tests rest on: it must tell good answers from bad ones. */
const test = suite('openapi validator');
const assertValid = validator();

const JSON_TYPE = 'application/json; charset=utf-8';
const TIMESTAMP = timestampOf('2024-03-01');
const DOCUMENT_URL = '/api/usc/documents/t17%2Fs106';
const identifier = '/us/usc/t17/s106';
const known: Metadata = {
  identifier,
  source: 'usc',
  display_title: '17 U.S.C. § 106 - Rights',
  status: 'in_force',
  last_updated: '2024-03-01',
  title_number: 17,
  section_number: '106',
  granularity: 'section',
  credits: [],
  amendment_dates: [],
};
const metadataOf = (names: readonly string[]): Metadata =>
  Object.fromEntries(names.map(name => [name, known[name] ?? null]));
const metadata = metadataOf(Object.keys(sourceOf('usc').metadata));
const document = { id: 'us-usc-t17-s106', identifier, source: 'usc' as const, metadata, body: 'Text.' };
const item = {
  id: document.id,
  identifier,
  source: document.source,
  metadata: metadataOf(sourceOf('usc').listing),
};
const page = { total: null, limit: 20, offset: 0, has_more: false, next: null };

const accepts = (url: string, status: number, body: unknown) => assertValid(url, status, JSON_TYPE, body);
/** `assert.throws` lets the errors of `assert` itself pass. */
function refuses(url: string, status: number, body: unknown, reason: RegExp, type = JSON_TYPE): void {
  let message = 'nothing: it was accepted';
  try {
    assertValid(url, status, type, body);
  } catch (error) {
    message = (error as Error).message;
  }
  assert.match(message, reason);
}

/** The body with another value at the end of the path, or without it. */
function edited(json: string, path: string, value?: unknown): unknown {
  const body = JSON.parse(json);
  const keys = path.split('.');
  const last = keys.pop() as string;
  const parent = keys.reduce((object, key) => object[key], body);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return body;
}

test('documents have both forms of their URL and all representations', () => {
  const { json } = documentBody(document, TIMESTAMP);
  for (const url of [
    DOCUMENT_URL,
    '/api/usc/documents/t17/s106',
    '/api/usc/documents//us/usc/t17/s106?format=json',
  ])
    accepts(url, 200, json);
  assertValid(DOCUMENT_URL, 200, 'text/markdown; charset=utf-8', '# Text');
  assertValid(DOCUMENT_URL, 200, 'text/plain; charset=utf-8', 'Text');
  assertValid(DOCUMENT_URL, 304, '', '');
  refuses(DOCUMENT_URL, 304, json, /must be no body/);
  refuses(DOCUMENT_URL, 200, '<p>', /content type text\/html/, 'text/html');
});

test('a document has all fields unless fields are selected', () => {
  const { body: _, ...withoutBody } = document;
  const { json } = documentBody(
    { ...withoutBody, metadata: metadataOf(['identifier', 'source']) },
    TIMESTAMP,
  );
  accepts(`${DOCUMENT_URL}?fields=identifier`, 200, json);
  refuses(DOCUMENT_URL, 200, json, /required property/);
});

test('surplus, missing, null and mistyped fields are refused', () => {
  const { json } = documentBody(document, TIMESTAMP);
  const edits: [path: string, value: unknown, reason: RegExp][] = [
    ['extra', 1, /additional properties/],
    ['data.metadata.extra', 1, /additional properties/],
    ['data.metadata.currency', undefined, /'currency'/],
    ['data.metadata.title_number', '17', /must be integer/],
    ['data.metadata.section_number', null, /must be string/],
    ['data.metadata.last_updated', '2024-02-30', /format "date"/],
    ['data.source', 'fr', /constant/],
    ['meta.timestamp', '2024-03-01T00:00:00Z', /pattern/],
    ['meta.format_version', undefined, /'format_version'/],
  ];
  for (const [path, value, reason] of edits) refuses(DOCUMENT_URL, 200, edited(json, path, value), reason);
});

test('lists have pages, and hierarchy has no format version', () => {
  const list = listBody([JSON.stringify(item)], TIMESTAMP, page);
  accepts('/api/usc/documents?title_number=17&cursor=', 200, list.json);
  refuses('/api/usc/documents', 200, edited(list.json, 'pagination.next'), /'next'/);
  refuses('/api/usc/documents', 200, edited(list.json, 'data.0.body', ''), /additional/);
  const years = resourceBody([{ year: 2018, document_count: 3, url: '/api/fr/years/2018' }], TIMESTAMP);
  accepts('/api/fr/years', 200, years.json);
  refuses('/api/fr/years', 200, edited(years.json, 'meta.format_version', '1.0'), /additional/);
  refuses('/api/fr/years/2018', 200, years.json, /must be object/);
});

test('errors have the code of their operation and status, and retry_after on 429 only', () => {
  accepts(DOCUMENT_URL, 404, documentNotFound(identifier).toBody());
  refuses(DOCUMENT_URL, 404, notFound('No.').toBody(), /NOT_FOUND is none of DOCUMENT_NOT_FOUND/);
  refuses(DOCUMENT_URL, 400, documentNotFound(identifier).toBody(), /status in the body/);
  refuses('/api/sources', 404, notFound('No.').toBody(), /not described/);
  const exceeded = rateLimitExceeded(7).toBody();
  accepts('/api/stats', 429, exceeded);
  refuses('/api/health', 429, exceeded, /not described/);
  refuses('/api/stats', 429, { error: { ...exceeded.error, retry_after: undefined } }, /retry_after/);
  refuses(
    DOCUMENT_URL,
    404,
    { error: { ...documentNotFound('x').toBody().error, retry_after: 1 } },
    /retry_after/,
  );
});

test('other methods and addresses have errors only', () => {
  accepts('/api/sources', 405, methodNotAllowed('No.').toBody());
  accepts('/nothing', 404, notFound('No.').toBody());
  accepts('/nothing', 429, rateLimitExceeded(7).toBody());
  refuses('/nothing', 404, documentNotFound('x').toBody(), /none of NOT_FOUND/);
  refuses('/nothing', 200, {}, /required property/);
});

test.run();
