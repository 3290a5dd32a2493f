import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CorpusDocument } from '../../build/corpus/document.ts';
import { type Shim, startShim } from '../helpers/shim.ts';
import { documentsOf, SAMPLE_CORPUS, sampleTree } from '../helpers/tree.ts';
import { urlOf } from './spellings.ts';

/** build/contract/README.md, Representations: content negotiation. */

let shim: Shim;
let documents: CorpusDocument[];
test.before(async () => {
  shim = await startShim(await sampleTree());
  documents = await documentsOf(SAMPLE_CORPUS);
});
test.after(() => shim.close());

const URLS = [
  '/api/usc/documents/t17%2Fs106',
  '/api/ecfr/documents/t1%2Fs1.1',
  '/api/fr/documents/2018-09910',
];
const JSON_TYPE = 'application/json; charset=utf-8';
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** What a document is sent as. @param accept the header; undefined for none */
async function matches(query: string, accept: string | undefined, contentType: string): Promise<void> {
  for (const url of URLS) {
    const { status, headers } = await shim.get(url + query, accept === undefined ? {} : { accept });
    assert.equal([status, headers['content-type']], [200, contentType], `${url}${query} Accept: ${accept}`);
    assert.is(headers.vary, 'Accept, Accept-Encoding');
  }
}

test('format selects JSON, Markdown or text', async () => {
  await matches('?format=json', undefined, JSON_TYPE);
  await matches('?format=markdown', undefined, MARKDOWN_TYPE);
  await matches('?format=text', undefined, TEXT_TYPE);
});

test('the Accept header selects JSON, Markdown or text', async () => {
  await matches('', 'application/json', JSON_TYPE);
  await matches('', 'text/markdown', MARKDOWN_TYPE);
  await matches('', 'text/plain', TEXT_TYPE);
  await matches('', 'TEXT/Markdown', MARKDOWN_TYPE);
  await matches('', 'text/markdown; charset=utf-8', MARKDOWN_TYPE);
});

test('format wins over Accept', async () => {
  await matches('?format=json', 'text/markdown', JSON_TYPE);
  await matches('?format=markdown', 'application/json', MARKDOWN_TYPE);
  await matches('?format=text', 'application/json, text/markdown', TEXT_TYPE);
});

test('JSON is the default', async () => {
  await matches('', undefined, JSON_TYPE);
  for (const accept of [
    '*/*',
    '',
    'text/html',
    'image/png, text/html;q=0.9',
    'nonsense',
    'text/html,application/xhtml+xml,*/*;q=0.8',
  ])
    await matches('', accept, JSON_TYPE);
});

test('the quality values of Accept decide (RFC 9110, section 12.5.1)', async () => {
  await matches('', 'text/markdown;q=0.5, text/plain', TEXT_TYPE);
  await matches('', 'text/markdown, text/plain;q=0.9', MARKDOWN_TYPE);
  await matches('', 'application/json;q=0.1, text/plain;q=0.2', TEXT_TYPE);
  await matches('', 'text/html, text/markdown;q=0.3', MARKDOWN_TYPE);
  await matches('', 'text/plain;q=0, */*', JSON_TYPE);
  await matches('', 'application/json;q=0, text/markdown;q=0, */*;q=0.5', TEXT_TYPE);
  await matches('', 'text/plain;q=0.8, */*;q=0.5', TEXT_TYPE);
  await matches('', 'text/*;q=0.5, text/plain;q=0.4', MARKDOWN_TYPE);
  await matches('', 'text/*;q=0.9, application/json', JSON_TYPE);
});

test('an unknown format value is refused', async () => {
  for (const url of URLS) {
    for (const format of ['html', 'JSON', 'md', '%20']) {
      const { status, json } = await shim.get(`${url}?format=${format}`);
      assert.equal([status, json.error.code], [400, 'INVALID_PARAMETER'], format);
      assert.match(json.error.message, /format: .*json, markdown, text/);
    }
  }
});

test('Markdown is the stored file, frontmatter included', async () => {
  for (const document of documents) {
    const { text, bytes } = await shim.get(urlOf(document), { accept: 'text/markdown' });
    assert.equal(bytes, document.raw, document.identifier);
    assert.match(text, /^---\n(?:.*\n)*?identifier: (?:.*\n)+?---\n(?:.*\n)*?#+ /, document.identifier);
    const [, frontmatter = ''] = text.split(/^---$/m);
    for (const key of [
      'source',
      'title_number',
      'title_name',
      'section_number',
      'section_name',
      'legal_status',
    ]) {
      assert.match(frontmatter, new RegExp(`^${key}:`, 'm'), document.identifier);
    }
  }
});

test('text is the body only, without headings, emphasis and link syntax', async () => {
  for (const document of documents) {
    const { text } = await shim.get(urlOf(document), { accept: 'text/plain' });
    assert.not.match(text, /^(---|identifier:|legal_status:)/m, document.identifier);
    assert.not.match(text, /^#{1,6} |\*\*|\]\(|^\|/m, document.identifier);
  }
});

test('text has all words of the body', async () => {
  const { text } = await shim.get('/api/usc/documents/t17%2Fs106?format=text');
  assert.match(text, /^§ 106\. Exclusive rights in keepers’ logs/);
  assert.match(text, /^\(1\) make copies of the work;$/m);
});

test('all other endpoints return JSON only', async () => {
  for (const url of [
    '/api/usc/documents',
    '/api/ecfr/documents?limit=3',
    '/api/fr/documents?cursor=',
    '/api/usc/titles',
    '/api/ecfr/titles/1',
    '/api/fr/years',
    '/api/fr/years/2018',
    '/api/fr/years/2018/05',
    '/api/sources',
    '/api/stats',
    '/api/health',
    '/api/search?q=lighthouse',
  ]) {
    const separator = url.includes('?') ? '&' : '?';
    for (const [query, accept] of [
      ['', 'text/markdown'],
      [`${separator}format=text`, 'text/plain'],
    ] as const) {
      const { headers, json } = await shim.get(url + query, { accept });
      assert.is(headers['content-type'], JSON_TYPE, url);
      assert.type(json, 'object', url);
    }
  }
});

test('errors of documents are JSON too', async () => {
  const { status, headers } = await shim.get('/api/usc/documents/t17%2Fs99999?format=markdown', {
    accept: 'text/plain',
  });
  assert.equal([status, headers['content-type'], headers.vary], [404, JSON_TYPE, 'Accept, Accept-Encoding']);
});

test.run();
