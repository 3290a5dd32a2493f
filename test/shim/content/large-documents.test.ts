import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { etagOf } from '../../../build/contract/etag.ts';
import { LargeDocuments } from '../../../shim/content/large-documents.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

/** Documents that are read in parts while a build replaces them; how they are served, e2e/large.test.ts shows. */

const FILE = 'document.json';

function tree(body: string) {
  const dist = temporaryFolder();
  const jsonOf = (body: string) => JSON.stringify({ data: { id: 'a', body }, meta: {} });
  const target = join(dist, FILE);
  /** As a build does it. @returns what the file is asked for by */
  const replace = (body: string) => {
    writeFileSync(`${target}.new`, jsonOf(body));
    renameSync(`${target}.new`, target);
    return { path: FILE, etag: etagOf(jsonOf(body)) };
  };
  return { documents: new LargeDocuments(dist), asked: replace(body), target, replace };
}

const isUnavailable = async (work: Promise<unknown>): Promise<void> => {
  const error = await work.then(
    () => assert.unreachable('it is told'),
    error => error,
  );
  assert.is(error.status, 503, String(error));
};

test('body and rest of a version are read once for all requests', async () => {
  const { documents, asked } = tree('the "first"');
  const [one, two] = await Promise.all([documents.get(asked), documents.get(asked)]);
  assert.is(one, two);
  assert.is(await documents.get(asked), one);
  assert.equal(JSON.parse(one.rest), { data: { id: 'a', body: '' }, meta: {} });
  assert.ok(one.body);
  assert.is(JSON.parse(await text(await documents.open(one, one.body))), 'the "first"');
});

test('body and rest of a replaced file are never mixed', async () => {
  const { documents, asked, target, replace } = tree('the first');
  const first = await documents.get(asked);
  assert.ok(first.body);
  const next = replace('another');
  await isUnavailable(documents.open(first, first.body));
  await isUnavailable(documents.get({ path: FILE, etag: '"neither"' }));
  const second = await documents.get(next);
  assert.ok(second.body);
  assert.is(JSON.parse(await text(await documents.open(second, second.body))), 'another');
  // The first is not known any more.
  await isUnavailable(documents.get(asked));
  rmSync(target);
  await isUnavailable(documents.open(second, second.body));
  await isUnavailable(documents.get({ path: FILE, etag: '"neither"' }));
});

test.run();
