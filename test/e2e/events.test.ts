import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { validator } from '../helpers/openapi.ts';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';

/** build/contract/README.md, Events. */

let shim: Shim;
const assertValid = validator();
test.before(async () => {
  shim = await startShim(await sampleTree());
});
test.after(() => shim.close());

async function events(name: string): Promise<string[]> {
  const url = `/api/${name}/events`;
  const { status, json, headers } = await shim.get(url);
  assert.is(status, 200, url);
  assertValid(url, status, String(headers['content-type']), json);
  return json.data.map(({ date, kind, law, document }: Json) => `${date} ${kind} ${law ?? document}`);
}

test('a section of the Code has its laws', async () => {
  for (const spelling of ['t17%2Fs106', 't17/s106', '%2Fus%2Fusc%2Ft17%2Fs106'])
    assert.equal(await events(`usc/documents/${spelling}`), [
      '1975-11-04 enacted /us/pl/94/953',
      '1989-12-12 amended /us/pl/101/949',
    ]);
});

test('a regulation has its pages, a rule its effect', async () => {
  assert.equal(await events('ecfr/documents/t33%2Fs971.1'), [
    '1986-06-03 enacted null',
    '2001-10-09 amended null',
  ]);
  // A rule amends another section of the part.
  assert.equal(await events('ecfr/documents/t33%2Fs971.2'), [
    '1986-06-03 enacted null',
    '2022-03-14 amended /us/fr/2022-95201',
    '2022-04-18 effective /us/fr/2022-95201',
  ]);
  assert.equal(await events('fr/documents/2018-09910'), ['2018-06-11 effective /us/fr/2018-09910']);
});

test('every document of the sample has a sound answer', async () => {
  for (const source of ['usc', 'ecfr', 'fr']) {
    let next: string | null = `/api/${source}/documents?limit=100`;
    while (next) {
      const { json }: Json = await shim.get(next);
      for (const { identifier } of json.data)
        await events(`${source}/documents/${encodeURIComponent(identifier)}`);
      next = json.pagination.next;
    }
  }
});

test('unknown documents are 404, and the answer has a validator', async () => {
  const { status, json } = await shim.get('/api/usc/documents/t17%2Fs999/events');
  assert.equal([status, json.error.code], [404, 'DOCUMENT_NOT_FOUND']);
  const url = '/api/usc/documents/t17%2Fs106/events';
  const { headers } = await shim.get(url);
  assert.is((await shim.get(url, { 'if-none-match': String(headers.etag) })).status, 304);
  const empty = await startShim({ dist: `${temporaryFolder()}/nothing` });
  try {
    assert.is((await empty.get(url)).status, 503);
  } finally {
    await empty.close();
  }
});

test.run();
