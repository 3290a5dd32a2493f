import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiError } from '../../../build/contract/errors.ts';
import { ContentStore } from '../../../shim/content/catalog-store.ts';
import { TreeFiles } from '../../../shim/content/tree-files.ts';
import { Citations } from '../../../shim/routes/citations.ts';
import { sampleTree, temporaryFolder } from '../../helpers/tree.ts';
import { closeAfter } from '../../runner/leftovers.cjs';

/** The bounds of answers about citations, and aliases; e2e/citations.test.ts has the rest. */

const asking = (q: string): string => `/api/citations?q=${encodeURIComponent(q)}`;

function open(dist: string) {
  const store = new ContentStore({ dist, log: { info() {}, error() {} } });
  closeAfter(() => store.close());
  const files = new TreeFiles(dist);
  return { store, files, citations: new Citations(files, store) };
}

async function opened(dist: string) {
  const all = open(dist);
  await all.store.open();
  return all;
}

const statusOf = (answer: Promise<unknown>): Promise<number> =>
  answer.then(
    () => 200,
    (error: ApiError) => error.status,
  );

test('one answer is made and 60 wait; further ones are refused, and later there is room again', async () => {
  const { citations } = await opened((await sampleTree()).dist);
  const statuses = await Promise.all(
    Array.from({ length: 70 }, (_, i) => statusOf(citations.answer(asking(`17 U.S.C. ${i}`)))),
  );
  assert.equal([statuses.indexOf(503), statuses.filter(status => status === 200).length], [61, 61]);
  assert.is(await statusOf(citations.answer(asking('17 U.S.C. 106'))), 200);
});

test('without a catalog an answer is 503, also about a text without citations', async () => {
  const { citations } = open(temporaryFolder());
  assert.is(await statusOf(citations.answer(asking('nothing'))), 503);
});

test('of the documents that the catalog lacks the first eight are looked up as aliases', async () => {
  const { citations, files } = await opened((await sampleTree()).dist);
  const missing = Array.from({ length: 12 }, (_, i) => `17 U.S.C. ${9000 + i}`).join(' and ');
  const { data } = JSON.parse(await citations.answer(asking(`17 U.S.C. 106, ${missing}`)));
  assert.is(data.length, 13);
  assert.equal(files.uses, { hits: 0, misses: 8 });
});

test('an alias with the dashes of the law is found by plain ones', async () => {
  const dist = temporaryFolder();
  cpSync((await sampleTree()).dist, dist, { recursive: true });
  const folder = join(dist, 'api/usc/documents/t17');
  mkdirSync(folder, { recursive: true });
  const own = JSON.stringify({ data: { identifier: '/us/usc/t17/s106', metadata: {} }, meta: {} });
  writeFileSync(join(folder, 's9001–2–3.json'), own);
  const { citations } = await opened(dist);
  for (const spelling of ['t17/s9001-2-3', '/us/usc/t17/s9001–2–3']) {
    const { data } = JSON.parse(await citations.answer(asking(spelling)));
    assert.equal([data[0].identifier, data[0].exists], ['/us/usc/t17/s106', true], spelling);
  }
});

test.run();
