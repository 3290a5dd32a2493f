import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { documentsOf, SAMPLE_CORPUS, sampleTree } from '../helpers/tree.ts';

/** build/contract/README.md, Levels. */

let shim: Shim;
test.before(async () => {
  shim = await startShim(await sampleTree());
});
test.after(() => shim.close());

/** The test asks with a key. */
const KEYED = 'private, max-age=300';

const SOURCES = ['usc', 'ecfr'] as const;

async function dataOf(url: string): Promise<Json> {
  const { status, json } = await shim.get(url);
  assert.is(status, 200, url);
  return json.data;
}

/** Visits all levels of a source along their URLs, outermost first. */
async function* walk(source: string): AsyncGenerator<{ item: Json; level: Json }> {
  const waiting: Json[] = await dataOf(`/api/${source}/structure`);
  for (let item = waiting.shift(); item; item = waiting.shift()) {
    const level = await dataOf(item.url);
    yield { item, level };
    waiting.unshift(...level.children);
  }
}

const FIELDS = 'identifier level number name status path children documents document_count notes'.split(' ');
const ITEM_FIELDS = 'identifier level number name status document_count url'.split(' ');

for (const source of SOURCES) {
  test(`every document of ${source} is reached from the outermost levels, once`, async () => {
    const reached: string[] = [];
    for await (const { item, level } of walk(source)) {
      assert.equal(Object.keys(item), ITEM_FIELDS);
      assert.equal(Object.keys(level), FIELDS);
      for (const field of ITEM_FIELDS.slice(0, -1)) assert.equal(level[field], item[field], item.url);
      const inner = level.children.reduce((sum: number, child: Json) => sum + child.document_count, 0);
      assert.is(level.document_count, inner + level.documents.length, item.url);
      reached.push(...level.documents.map(({ identifier }: Json) => identifier));
      for (const document of level.documents) {
        const { json } = await shim.get(
          `/api/${source}/documents/${encodeURIComponent(document.identifier)}`,
        );
        for (const [field, value] of Object.entries(document.metadata))
          assert.equal(json.data.metadata[field], value, document.identifier);
      }
      for (const child of level.children) {
        const { path } = await dataOf(child.url);
        const { identifier, number, name } = level;
        assert.equal(path, [...level.path, { identifier, level: level.level, number, name }], child.url);
      }
    }
    const all = (await documentsOf(SAMPLE_CORPUS)).filter(document => document.source === source);
    assert.equal(reached.sort(), all.map(({ identifier }) => identifier).sort());
  });

  test(`the list within each level of ${source} has as many documents as the level, by either identifier`, async () => {
    for await (const { level } of walk(source)) {
      const { identifier, document_count } = level;
      const shorthand = identifier.split('/').slice(3).join('/');
      const lists = [];
      for (const spelling of [identifier, shorthand]) {
        const url = `/api/${source}/documents?within=${encodeURIComponent(spelling)}&limit=100`;
        const { json } = await shim.get(url);
        assert.is(json.pagination.total, document_count, url);
        lists.push(json);
      }
      assert.equal(lists[0].data, lists[1].data);
      assert.equal(lists[0].pagination.next, lists[1].pagination.next);
    }
  });

  test(`depth=all has everything below each level of ${source}`, async () => {
    for await (const { item, level } of walk(source)) {
      const outline = await dataOf(`${item.url}?depth=all`);
      assert.equal(outline.path, level.path);
      const check = async (branch: Json): Promise<void> => {
        const own = await dataOf(branch.url);
        for (const field of ITEM_FIELDS.slice(0, -1)) assert.equal(branch[field], own[field], branch.url);
        assert.equal(
          branch.children.map(({ url }: Json) => url),
          own.children.map(({ url }: Json) => url),
        );
        assert.equal(
          branch.documents,
          own.documents.map(({ identifier, metadata: { display_title, status } }: Json) => ({
            ...{ identifier, display_title, status },
            url: `/api/${source}/documents/${encodeURIComponent(identifier.split('/').slice(3).join('/'))}`,
          })),
        );
        for (const child of branch.children) await check(child);
      };
      await check(outline);
    }
  });
}

test('levels have both spellings of identifiers, and JSON whatever is asked for', async () => {
  const usual = await shim.get('/api/ecfr/structure/t33%2Fp971%2FspA');
  assert.is(usual.headers['content-type'], 'application/json; charset=utf-8');
  assert.is(usual.headers['cache-control'], KEYED);
  assert.is(usual.headers['cache-tag'], 'ecfr,ecfr-hierarchy');
  for (const spelling of [
    't33/p971/spA',
    '%2Fus%2Fcfr%2Ft33%2Fp971%2FspA',
    '/us/cfr/t33/p971/spA',
    't33%2Fp971%2FspA?format=text&depth=1',
    't33%2Fp971%2FspA?depth=',
  ]) {
    const answer = await shim.get(`/api/ecfr/structure/${spelling}`, { accept: 'text/markdown' });
    assert.is(answer.text, usual.text, spelling);
    assert.is(answer.headers.vary?.includes('Accept,') ?? false, false);
  }
  const etag = usual.headers.etag as string;
  const again = await shim.get('/api/ecfr/structure/t33%2Fp971%2FspA', { 'if-none-match': etag });
  assert.is(again.status, 304);
});

test('an outline has a validator, and the tags and times of the hierarchy', async () => {
  const url = '/api/ecfr/structure/t33%2Fp971?depth=all';
  const { headers } = await shim.get(url);
  assert.is(headers['cache-tag'], 'ecfr,ecfr-hierarchy');
  assert.is(headers['cache-control'], KEYED);
  assert.is((await shim.get(url, { 'if-none-match': headers.etag as string })).status, 304);
});

test('a level that is not there is 404, a wrong depth 400, and the Federal Register has no levels', async () => {
  const codeOf = async (url: string) => {
    const { status, json } = await shim.get(url);
    return [status, json.error.code, json.error.message];
  };
  const missing = 'No level was found with the identifier /us/usc/t17/ch99.';
  assert.equal(await codeOf('/api/usc/structure/t17%2Fch99'), [404, 'NOT_FOUND', missing]);
  assert.equal(await codeOf('/api/usc/structure/t17%2Fch99?depth=all'), [404, 'NOT_FOUND', missing]);
  for (const name of [
    't53',
    't53?depth=all',
    't17%2Fs106',
    't17%2F..%2Ft1',
    '_q',
    't17%2F_q%2Fdepth=all',
    'x%00',
  ])
    assert.equal((await codeOf(`/api/usc/structure/${name}`)).slice(0, 2), [404, 'NOT_FOUND'], name);
  for (const depth of ['2', '0', 'ALL', 'all&depth=all'])
    assert.equal(
      (await codeOf(`/api/usc/structure/t17?depth=${depth}`)).slice(0, 2),
      [400, 'INVALID_PARAMETER'],
      depth,
    );
  for (const url of ['/api/fr/structure', '/api/fr/structure/2018'])
    assert.is((await codeOf(url))[0], 404, url);
  const { json } = await shim.get('/api/usc/documents?within=t17%2Fch99');
  assert.equal([json.data, json.pagination.total], [[], 0]);
});

test.run();
