import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { canonicalIdentifier } from '../../build/contract/identifier.ts';
import * as paths from '../../build/contract/paths.ts';
import { SOURCES, sourceOf } from '../../build/contract/sources.ts';
import { ODD_IDENTIFIERS } from '../helpers/catalogs.ts';

const usc = sourceOf('usc');
const ecfr = sourceOf('ecfr');

test('each resource has its URL', () => {
  assert.is(paths.documentsUrl(usc), '/api/usc/documents');
  assert.equal(
    [paths.sourcesUrl, paths.statsUrl, paths.bulkUrl, paths.healthUrl, paths.searchUrl],
    ['/api/sources', '/api/stats', '/api/bulk', '/api/health', '/api/search'],
  );
});

test('a URL without a query is its path without the ending', () => {
  assert.is(paths.pathOf('/api/usc/titles/17'), 'api/usc/titles/17.json');
  assert.is(paths.queryPath('/api/usc/documents', ''), 'api/usc/documents.json');
});

test('a query becomes the name of a file', () => {
  const query = 'title_number=17&sort=identifier&limit=20&offset=20';
  assert.is(paths.queryPath('/api/usc/documents', query), `api/usc/documents/_q/${query}.json`);
  assert.is(paths.withQuery('/api/usc/documents', query), `/api/usc/documents?${query}`);
  assert.is(paths.withQuery('/api/usc/documents', ''), '/api/usc/documents');
});

test('a query too long for a file name has none', () => {
  assert.ok(paths.queryPath('/api/usc/documents', 'x'.repeat(250)));
  assert.is(paths.queryPath('/api/usc/documents', 'x'.repeat(251)), null);
});

test('a document has three files with one name', () => {
  const path = (representation: paths.Representation) =>
    paths.documentPath(ecfr, '/us/cfr/t1/s1.1', representation);
  assert.is(path('json'), 'api/ecfr/documents/t1/s1.1.json');
  assert.is(path('markdown'), 'api/ecfr/documents/t1/s1.1.md');
  assert.is(path('text'), 'api/ecfr/documents/t1/s1.1.txt');
});

test('a name gives the type, and only content folders have content', () => {
  assert.is(paths.contentTypeOf('api/stats.json'), 'application/json; charset=utf-8');
  assert.is(paths.contentTypeOf('bulk/usc/t17.jsonl.gz'), 'application/gzip');
  assert.is(paths.contentTypeOf('manifest/usc/t17.ndjson'), 'application/x-ndjson; charset=utf-8');
  assert.is(paths.contentTypeOf('api/stats.jsonl'), 'application/octet-stream');
  for (const path of ['api/stats.json', 'bulk/index.json']) assert.ok(paths.isContentPath(path));
  for (const path of ['apis/x', 'bulk', 'catalog/catalog.bin', '/api/x', 'x/api/y', ''])
    assert.not.ok(paths.isContentPath(path), path);
});

test('the slash in a document URL is encoded, and the URL leads back to the document', () => {
  assert.is(paths.documentUrl(usc, '/us/usc/t17/s106'), '/api/usc/documents/t17%2Fs106');
  for (const source of SOURCES) {
    for (const identifier of ODD_IDENTIFIERS[source.id]) {
      const [, encoded = ''] = paths.documentUrl(source, identifier).split('/documents/');
      assert.not.match(encoded, /[/ §–]/);
      assert.is(canonicalIdentifier(source, decodeURIComponent(encoded)), identifier);
    }
  }
});

test('no two documents, representations or queries share a file', () => {
  const all = SOURCES.flatMap(source =>
    ODD_IDENTIFIERS[source.id].flatMap(identifier =>
      (['json', 'markdown', 'text'] as const).map(each => paths.documentPath(source, identifier, each)),
    ),
  );
  assert.is(new Set(all).size, all.length);
});

test('each ending has its content type', () => {
  assert.is(paths.contentTypeOf('api/stats.json'), 'application/json; charset=utf-8');
  assert.is(paths.contentTypeOf('api/usc/documents/t1/s1.md'), 'text/markdown; charset=utf-8');
  assert.is(paths.contentTypeOf('api/usc/documents/t1/s1.txt'), 'text/plain; charset=utf-8');
  assert.is(paths.contentTypeOf('api/usc/documents/t1/s1'), 'application/octet-stream');
});

test.run();
