import { copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CATALOG } from '../../build/contract/paths.ts';
import { SAMPLE } from '../helpers/sample.ts';
import { type Json, type Shim, startShim, VERSION } from '../helpers/shim.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { encodeForeign } from './foreign-catalog.ts';

/** build/contract/README.md, Overview: the health check, and what a shim does without a usable catalog. */

/** A tree of its own, to be damaged. @param catalog its bytes; null for none */
async function treeWith(catalog: Buffer | null): Promise<{ dist: string; good: Buffer }> {
  const dist = join(temporaryFolder(), 'dist');
  const sample = (await sampleTree()).dist;
  cpSync(sample, dist, { recursive: true });
  if (catalog) writeFileSync(join(dist, CATALOG), catalog);
  else rmSync(join(dist, CATALOG));
  return { dist, good: readFileSync(join(sample, CATALOG)) };
}

const goodCatalog = async (): Promise<Buffer> => readFileSync(join((await sampleTree()).dist, CATALOG));

/** Until health says so; a shim looks for a new catalog every second. */
async function untilStatus(shim: Shim, status: string): Promise<Json> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const { json } = await shim.get('/api/health');
    if (json.status === status) return json;
    await new Promise(resolve => setTimeout(resolve, 25));
  }
  throw new Error(`health did not become ${status}`);
}

test('health is ok and has its fields, outside the envelope', async () => {
  const shim = await startShim(await sampleTree());
  const { status, json, headers } = await shim.get('/api/health');
  assert.is(status, 200);
  const { uptime, ...rest } = json;
  assert.equal(rest, {
    status: 'ok',
    version: VERSION,
    database: { connected: true, documents: SAMPLE.all, schema_version: json.database.schema_version },
  });
  assert.ok(typeof uptime === 'number' && uptime >= 0 && uptime < 600, `uptime ${uptime}`);
  assert.ok(Number.isInteger(json.database.schema_version));
  assert.is(headers['cache-control'], 'no-store');
  assert.not(headers.etag);
  assert.ok((await shim.get('/api/health')).json.uptime >= uptime);
  await shim.close();
});

test('4.6, 4.10 health depends on the content only: it is ok without search', async () => {
  const shim = await startShim(await sampleTree());
  assert.is((await shim.get('/api/search?q=lighthouse')).status, 503);
  assert.is((await shim.get('/api/health')).json.status, 'ok');
  await shim.close();
});

/** Damage of every kind, and what health says of it. */
const DAMAGES: [string, (good: Buffer) => Buffer | null, RegExp][] = [
  ['missing', () => null, /There is no catalog\. /],
  ['empty', () => Buffer.alloc(0), /is not a catalog file/],
  ['something else', () => Buffer.from('<html>not found</html>'.repeat(100)), /is not a catalog file/],
  ['cut short', good => good.subarray(0, good.length - 100), /is damaged/],
  ['longer than it should be', good => Buffer.concat([good, Buffer.from('x')]), /is damaged/],
  ['changed in one byte', good => flipped(good, good.length >> 1), /is damaged/],
  ['changed in its header', good => flipped(good, 14), /is damaged/],
];

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

for (const [name, damage, message] of DAMAGES) {
  test(`a catalog that is ${name} gives status error, HTTP 200 and a message with the remedy`, async () => {
    const { dist, good } = await treeWith(damage(await goodCatalog()));
    const shim = await startShim({ dist });
    const { status, json } = await shim.get('/api/health');
    assert.is(status, 200);
    assert.equal([json.status, json.database.connected, json.database.documents], ['error', false, 0]);
    assert.match(json.message, message);
    assert.match(json.message, /npm run build/);
    assert.not.match(json.message, /[\\/]|catalog\.bin|ENOENT/, 'nothing internal');

    const list = await shim.get('/api/usc/documents?limit=3');
    assert.equal([list.status, list.json.error.code], [503, 'REQUEST_ERROR']);
    assert.ok(!list.text.includes(dist), 'a client is not told of paths');
    assert.is((await shim.get('/api/usc/documents/t17%2Fs106')).status, 200, 'files are served all the same');

    // Recovery without a restart.
    writeFileSync(join(dist, `${CATALOG}.new`), good);
    renameSync(join(dist, `${CATALOG}.new`), join(dist, CATALOG));
    assert.is((await untilStatus(shim, 'ok')).database.documents, SAMPLE.all);
    assert.is((await shim.get('/api/usc/documents?limit=3')).status, 200);
    await shim.close();
  });
}

test('a catalog of another schema version is named in the message', async () => {
  const { dist } = await treeWith(encodeForeign(await goodCatalog(), 999));
  const shim = await startShim({ dist });
  const { json } = await shim.get('/api/health');
  assert.is(json.status, 'error');
  assert.match(json.message, /schema version 999, this program reads \d+/);
  assert.match(json.message, /npm run build/);
  await shim.close();
});

test('health is always 200 and does not count: beyond the limit, with any query, by HEAD and OPTIONS', async () => {
  const shim = await startShim(await sampleTree());
  assert.is((await shim.anonymous('/api/health')).headers['x-ratelimit-remaining'], '100');
  for (let i = 0; i < 100; i++) await shim.anonymous('/api/stats');
  assert.is((await shim.anonymous('/api/stats')).status, 429);
  for (const query of ['', '?%ZZ', '?x=1&x=2', '?api_key=%ff'])
    assert.is((await shim.anonymous(`/api/health${query}`)).status, 200, query);
  const { headers } = await shim.anonymous('/api/health');
  assert.equal([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], ['100', '0']);
  assert.is(headers['retry-after'], undefined);
  const withoutKey = { 'x-api-key': '' };
  assert.is((await shim.request('HEAD', '/api/health', withoutKey)).status, 200);
  assert.is((await shim.request('OPTIONS', '/api/health', withoutKey)).status, 204);
  await shim.close();
});

test('without a tree everything but health is unavailable, until there is a tree', async () => {
  const dist = join(temporaryFolder(), 'dist');
  const shim = await startShim({ dist });
  assert.match((await shim.get('/api/health')).json.message, /There is no catalog/);
  for (const url of [
    '/api/usc/documents',
    '/api/fr/documents?limit=2',
    '/api/usc/documents/t17%2Fs106',
    '/api/usc/titles',
    '/api/ecfr/titles/1',
    '/api/fr/years',
    '/api/fr/years/2018',
    '/api/fr/years/2018/05',
    '/api/sources',
    '/api/stats',
  ]) {
    const { status, json, headers } = await shim.get(url);
    assert.equal([status, json.error.code], [503, 'REQUEST_ERROR'], url);
    assert.ok(Number(headers['retry-after']) > 0, url);
    assert.is(headers['cache-control'], 'no-store');
  }
  const { dist: sample } = await sampleTree();
  cpSync(sample, dist, { recursive: true });
  await untilStatus(shim, 'ok');
  assert.is((await shim.get('/api/usc/documents/t17%2Fs106')).status, 200);
  await shim.close();
});

test('a damaged new catalog is reported, and the last good one is used further', async () => {
  const { dist, good } = await treeWith(await goodCatalog());
  const shim = await startShim({ dist });
  const before = (await shim.get('/api/usc/documents?limit=3')).bytes;
  mkdirSync(dirname(join(dist, CATALOG)), { recursive: true });
  writeFileSync(join(dist, 'bad.bin'), good.subarray(0, 1000));
  renameSync(join(dist, 'bad.bin'), join(dist, CATALOG));
  assert.is((await untilStatus(shim, 'error')).database.connected, false);
  assert.equal((await shim.get('/api/usc/documents?limit=3')).bytes, before);
  copyFileSync(join((await sampleTree()).dist, CATALOG), join(dist, 'good.bin'));
  renameSync(join(dist, 'good.bin'), join(dist, CATALOG));
  await untilStatus(shim, 'ok');
  await shim.close();
});

test.run();
