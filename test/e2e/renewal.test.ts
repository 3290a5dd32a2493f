import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SAMPLE } from '../helpers/sample.ts';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { buildTree, SAMPLE_CORPUS, temporaryFolder } from '../helpers/tree.ts';
import { until } from '../helpers/until.ts';
import { documentText, FR_PATH, USC_PATH, writeCorpus } from '../helpers/written-corpus.ts';

/** A tree is replaced by a build while the shim serves it. */

const URLS = [
  '/api/usc/documents/t17%2Fs106',
  '/api/usc/documents/t17%2Fs106?fields=metadata',
  '/api/usc/documents',
  '/api/usc/documents?limit=3&offset=2',
  '/api/usc/documents?sort=-section_number&positive_law=true&cursor=',
  '/api/fr/documents?date_from=2018-01-01',
  '/api/fr/years/2018/05',
  '/api/usc/titles/17',
  '/api/sources',
  '/api/stats',
  '/api/health',
];

/** Asks for everything over and over until told to stop. @returns how many requests there were */
async function hammer(shim: Shim, isDone: () => boolean): Promise<number> {
  let requests = 0;
  const client = async (first: number): Promise<void> => {
    for (let i = first; !isDone(); i++) {
      const url = URLS[i % URLS.length] ?? '';
      const { status, text } = await shim.get(url);
      assert.is(status, 200, `${url}: ${text.slice(0, 200)}`);
      requests++;
    }
  };
  await Promise.all([0, 3, 6, 9].map(client));
  return requests;
}

test('a new tree is used without a restart and without a failed request', async () => {
  const corpus = join(temporaryFolder(), 'corpus');
  cpSync(SAMPLE_CORPUS, corpus, { recursive: true });
  const tree = await buildTree(corpus);
  const shim = await startShim(tree);
  let done = false;
  const hammering = hammer(shim, () => done);
  try {
    for (let round = 1; round <= 2; round++) {
      const text = documentText(USC_PATH, { identifier: `/us/usc/t17/s9${round}`, title: `Round ${round}` });
      writeFileSync(join(corpus, `usc/title-17/chapter-01/section-9${round}.md`), text);
      await buildTree(corpus, tree.dist);
      await until(async () => (await shim.get('/api/health')).json.database.documents === SAMPLE.all + round);
      assert.is((await shim.get(`/api/usc/documents/t17%2Fs9${round}`)).status, 200);
      assert.is((await shim.get('/api/usc/documents?limit=1')).json.pagination.total, SAMPLE.usc + round);
      assert.is((await shim.get('/api/stats')).json.data.total_documents, SAMPLE.all + round);
    }
  } finally {
    done = true;
  }
  assert.ok((await hammering) > 100);
  await shim.close();
});

test('after a new tree is found, no answer comes from the old one', async () => {
  const files = {
    [USC_PATH]: documentText(USC_PATH, { title: 'Old' }),
    [FR_PATH]: documentText(FR_PATH),
  };
  const corpus = writeCorpus(files);
  const tree = await buildTree(corpus);
  const shim = await startShim(tree);
  const titleOf = async () =>
    (await shim.get('/api/usc/documents/t17%2Fs106')).json.data.metadata.display_title;
  const listed = async () =>
    (await shim.get('/api/usc/documents')).json.data.map((item: Json) => item.metadata.display_title);
  assert.equal([await titleOf(), await listed()], ['Old', ['Old']]);
  const { etag = '' } = (await shim.get('/api/usc/documents/t17%2Fs106')).headers;

  writeFileSync(join(corpus, USC_PATH), documentText(USC_PATH, { title: 'New' }));
  rmSync(join(corpus, FR_PATH));
  await buildTree(corpus, tree.dist);
  await until(async () => (await shim.get('/api/health')).json.database.documents === 1);
  assert.equal([await titleOf(), await listed()], ['New', ['New']]);
  assert.is((await shim.get('/api/usc/documents/t17%2Fs106', { 'if-none-match': etag })).status, 200);
  assert.is((await shim.get('/api/fr/documents/2018-09910')).status, 404);
  assert.is((await shim.get('/api/fr/years/2018')).status, 404);
  assert.is((await shim.get('/api/fr/years/2018/05')).status, 404);
  await shim.close();
});

test('an unchanged document keeps its ETag over a rebuild', async () => {
  const corpus = writeCorpus({ [USC_PATH]: documentText(USC_PATH), [FR_PATH]: documentText(FR_PATH) });
  const tree = await buildTree(corpus);
  const before = await startShim(tree);
  const { etag = '' } = (await before.get('/api/fr/documents/2018-09910')).headers;
  await before.close();
  writeFileSync(join(corpus, USC_PATH), documentText(USC_PATH, { title: 'New' }));
  await buildTree(corpus, tree.dist);
  const after = await startShim(tree);
  assert.is((await after.get('/api/fr/documents/2018-09910', { 'if-none-match': etag })).status, 304);
  await after.close();
});

test.run();
