import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { validator } from '../helpers/openapi.ts';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { SAMPLE_CORPUS, sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { builtWithVersions } from '../helpers/versions.ts';

/** build/contract/README.md, Lists of a day. */

let shim: Shim;
const assertValid = validator();
test.before(async () => {
  const corpus = join(temporaryFolder(), 'corpus');
  cpSync(SAMPLE_CORPUS, corpus, { recursive: true });
  const { dist } = await builtWithVersions(corpus);
  shim = await startShim({ dist });
});
test.after(() => shim.close());

async function list(query: string, source = 'usc'): Promise<Json> {
  const url = `/api/${source}/documents?${query}`;
  const { status, json, headers } = await shim.get(url);
  assert.is(status, 200, url);
  assertValid(url, status, String(headers['content-type']), json);
  return json;
}

const names = ({ data }: Json): string[] =>
  data.map(({ identifier }: Json) => identifier.slice('/us/usc/t17/'.length));

const THEN = ['s101', 's106', 's106a', 's107', 's108', 's109', 's112'];
const NOW = ['s101', 's106', 's106a', 's107', 's108', 's113'];
const inFirst = (found: string[]): string[] => found.filter(name => /^s1\d\da?$/.test(name));

test('the documents of a title and of a level on a day, in the order of the law', async () => {
  for (const where of [
    'title_number=17',
    'within=t17%2Fch1',
    'within=%2Fus%2Fusc%2Ft17%2Fch1',
    'within=t17',
  ]) {
    assert.equal(inFirst(names(await list(`${where}&on=2020-06-30&limit=100`))), THEN, where);
    assert.equal(inFirst(names(await list(`on=2021-01-01&${where}&limit=100`))), NOW, where);
  }
});

test('on the day of the last edition the list is that of today', async () => {
  for (const source of ['usc', 'ecfr'])
    for (const number of source === 'usc' ? [5, 14, 17, 30] : [1, 33]) {
      const day = await list(`title_number=${number}&on=2021-01-01&limit=100`, source);
      const today = await list(`title_number=${number}&limit=100`, source);
      assert.equal(day.data, today.data, `${source} ${number}`);
      assert.is(day.pagination.total, today.pagination.total);
    }
});

test('items are those of the day', async () => {
  const { data } = await list('within=t17%2Fch1&on=2020-06-30&limit=100');
  const gone = data.find(({ identifier }: Json) => identifier.endsWith('/s109'));
  assert.is(gone.metadata.title_number, 17);
  assert.is(gone.id, 'us-usc-t17-s109');
});

test('pages', async () => {
  const first = await list('title_number=17&on=2020-06-30&limit=2&offset=1');
  assert.equal(names(first), THEN.slice(1, 3));
  assert.is(first.pagination.next, '/api/usc/documents?title_number=17&on=2020-06-30&limit=2&offset=3');
  assert.equal(names((await shim.get(first.pagination.next)).json), THEN.slice(3, 5));
  const rest = await list(`title_number=17&on=2020-06-30&limit=${first.pagination.total - 1}&offset=1`);
  assert.equal([rest.pagination.has_more, rest.pagination.next], [false, null]);
  const end = await list('within=t17%2Fch1&on=2020-06-30&limit=5&offset=1000');
  assert.equal([end.data, end.pagination.next], [[], null]);
});

test('a list of a day is kept by caches, and purged, as a list of today', async () => {
  const [day, today] = await Promise.all(
    ['&on=2020-06-30', ''].map(on => shim.anonymous(`/api/usc/documents?title_number=17${on}`)),
  );
  for (const header of ['cache-control', 'cache-tag', 'surrogate-key', 'vary']) {
    assert.ok(today?.headers[header], header);
    assert.is(day?.headers[header], today?.headers[header], header);
  }
});

test('what such lists do not have is 400, and says what they have', async () => {
  for (const query of [
    'on=2020-06-30',
    'on=2020-06-30&title_number=17&within=t17',
    'on=2020-06-30&title_number=17&status=in_force',
    'on=2020-06-30&title_number=17&cursor=',
    'on=2020-06-30&title_number=17&sort=-identifier',
  ]) {
    const { status, json } = await shim.get(`/api/usc/documents?${query}`);
    assert.is(status, 400, query);
    assert.match(json.error.message, /parameter on.*either title_number or within/);
  }
  for (const query of [
    'on=x&title_number=17',
    'on=2999-01-01&title_number=17',
    'on=2020-06-30&title_number=x',
  ])
    assert.is((await shim.get(`/api/usc/documents?${query}`)).status, 400, query);
  const issues = await shim.get('/api/fr/documents?on=2020-06-30');
  assert.match(issues.json.error.message, /dates of their own/);
  assert.is((await shim.get('/api/usc/documents?on=&title_number=17')).status, 200);
  assert.equal(names(await list('on=2020-06-30&title_number=17&sort=identifier&fields=x&limit=1')), ['s101']);
});

test('days before the first edition, and titles without editions, are 404', async () => {
  const { status, json } = await shim.get('/api/usc/documents?title_number=17&on=2019-12-31');
  assert.is(status, 404);
  assert.match(json.error.message, /first edition .* is of 2020-01-01/);
  assert.is((await shim.get('/api/usc/documents?title_number=53&on=2020-12-31')).status, 404);
  assert.equal(names(await list('within=t17%2Fch99&on=2020-12-31')), []);
  const plain = await startShim(await sampleTree());
  try {
    const answer = await plain.get('/api/usc/documents?title_number=17&on=2020-12-31');
    assert.match(answer.json.error.message, /No editions/);
  } finally {
    await plain.close();
  }
});

test.run();
