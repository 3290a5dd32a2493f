import type { FastifyRequest } from 'fastify';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ContentStore } from '../../../shim/content/catalog-store.ts';
import { TreeFiles } from '../../../shim/content/tree-files.ts';
import { LookUps } from '../../../shim/routes/look-ups.ts';
import { sampleTree } from '../../helpers/tree.ts';

const DOCUMENT = '/api/usc/documents/t17%2Fs106';
const FILE = 'api/usc/documents/t17/s106.json';
const LIST = '/api/usc/documents?sort=-title_number';
const MB = 1024 * 1024;

const asking = (url: string, accept?: string) =>
  ({ raw: { url, headers: { accept } }, routeOptions: { url: '/pattern' } }) as unknown as FastifyRequest;

async function opened() {
  const { dist } = await sampleTree();
  const files = new TreeFiles(dist);
  const store = new ContentStore({ dist, log: { info() {}, error() {} } });
  const lookUps = new LookUps(files, store);
  const find = (url: string, accept?: string) => lookUps.find(asking(url, accept).raw);
  return { files, store, lookUps, find };
}

test('a file is found for the very request that it has answered, while it is in memory', async () => {
  const { files, lookUps, find } = await opened();
  lookUps.remember(asking(DOCUMENT), FILE);
  assert.is(find(DOCUMENT), null, 'not read yet');
  const file = await files.get(FILE);
  assert.equal([find(DOCUMENT)?.content, find(DOCUMENT)?.route], [file?.content, '/pattern']);
  assert.is(find(`${DOCUMENT}?a=1`), null);
  assert.is(find(DOCUMENT, 'text/plain'), null, 'another Accept');
  assert.is(find(DOCUMENT, ''), null, 'an empty Accept');
  lookUps.remember(asking(DOCUMENT, 'text/plain'), `${FILE}-other`);
  assert.is(find(DOCUMENT)?.content, file?.content);
  files.clear();
  assert.is(find(DOCUMENT), null, 'a new build');
});

test('endlessly many URLs take a bounded amount of memory, and one in use stays', async () => {
  const { files, lookUps, find } = await opened();
  await files.get(FILE);
  lookUps.remember(asking(DOCUMENT), FILE);
  for (let i = 0; i < 40_000; i++) {
    lookUps.remember(asking(`${DOCUMENT}?${i}`), FILE);
    if (i % 1000 === 0) assert.ok(find(DOCUMENT), `${i}`);
  }
  assert.ok(lookUps.heldBytes > MB && lookUps.heldBytes <= 4 * MB, `${lookUps.heldBytes}`);
  assert.is(find(`${DOCUMENT}?0`), null);
  assert.ok(find(`${DOCUMENT}?39999`));
});

test('URLs with keys and very long requests are not remembered', async () => {
  const { files, lookUps, find } = await opened();
  await files.get(FILE);
  const [longest, longer] = [1000, 1001].map(length => `${DOCUMENT}?`.padEnd(length, 'x'));
  for (const url of [`${DOCUMENT}?api_key=a`, `${DOCUMENT}?api%5Fkey=a`, longer ?? '']) {
    lookUps.remember(asking(url), FILE);
    assert.is(find(url), null, url);
  }
  lookUps.remember(asking(longest ?? ''), FILE);
  assert.ok(find(longest ?? ''));
  lookUps.remember(asking(DOCUMENT, 'x'.repeat(1000)), FILE);
  assert.is(find(DOCUMENT, 'x'.repeat(1000)), null);
});

test('lists are computed with a catalog only, and nothing else is', async () => {
  const { store, find } = await opened();
  assert.is(find(LIST), null);
  await store.open();
  assert.is(find(LIST)?.route, '/api/usc/documents');
  for (const url of [
    '/api/usc/documents',
    `${LIST}&limit=0`,
    '/api/usc/documents/x?sort=-title_number',
    '/api/none/documents',
  ])
    assert.is(find(url), null, url);
  await store.close();
});

test.run();
