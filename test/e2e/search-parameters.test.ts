import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Shim, startShim } from '../helpers/shim.ts';
import { sampleTree } from '../helpers/tree.ts';

/** build/contract/README.md, Search and Lists: the parameters of search, whatever the engine. Here it is down. */

let shim: Shim;
test.before(async () => {
  shim = await startShim(await sampleTree());
});
test.after(() => shim.close());

test('valid parameters reach the engine, whose failure is 503', async () => {
  for (const query of [
    'q=x',
    `q=${'x'.repeat(500)}`,
    'q=x&source=usc&title_number=17&status=in_force',
    'q=x&source=fr&document_type=rule&agency=A&date_from=2018-01-01&date_to=2018-12-31',
    ...[
      'relevance',
      'publication_date',
      '-publication_date',
      'title_number',
      'identifier',
      '-document_number',
    ].map(sort => `q=x&sort=${sort}`),
    'q=x&limit=100&offset=1000',
    'q=x&facets=source,status,title_number,document_type,agency,publication_date,granularity',
    'q=x&facets=,',
    'q=x&facets=&source=&title_number&document_type=&agency=&status=&date_from=&date_to=&sort=&limit=&offset=&highlight=',
    'q=x&facets=source&facets=agency',
    'q=x&highlight=false',
    'q=x&unknown=1',
  ]) {
    const { status, json } = await shim.get(`/api/search?${query}`);
    assert.is(status, 503, query);
    assert.equal(json, {
      error: { status: 503, code: 'REQUEST_ERROR', message: 'Search service is temporarily unavailable' },
    });
  }
});

test('4.6, 8 invalid values are refused before the engine is called', async () => {
  for (const [query, name] of [
    ['', 'q'],
    ['q=', 'q'],
    [`q=${'x'.repeat(501)}`, 'q'],
    ['q', 'q'],
    ['q=x&q=y', 'q'],
    ['q=x&limit=&limit=', 'limit'],
    ['q=x&api_key=a&api_key=b', 'api_key'],
    ['q=x&source=cfr', 'source'],
    ['q=x&title_number=x', 'title_number'],
    ['q=x&document_type=memo', 'document_type'],
    ['q=x&date_from=2018', 'date_from'],
    ['q=x&date_to=2018-13-01', 'date_to'],
    ['q=x&sort=heading', 'sort'],
    ['q=x&limit=0', 'limit'],
    ['q=x&limit=101', 'limit'],
    ['q=x&offset=-1', 'offset'],
    ['q=x&facets=source,colour', 'facets'],
    ['q=x&highlight=maybe', 'highlight'],
  ] as const) {
    const { status, json } = await shim.get(`/api/search?${query}`);
    assert.equal([status, json.error.code], [400, 'INVALID_PARAMETER'], query);
    assert.match(json.error.message, new RegExp(`parameter ${name}\\b`));
  }
});

test.run();
