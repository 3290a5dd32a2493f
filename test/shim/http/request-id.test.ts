import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rawExchange } from '../../e2e/raw.ts';
import { type Shim, startShim } from '../../helpers/shim.ts';
import { sampleTree } from '../../helpers/tree.ts';

const NEW = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const idOf = async (shim: Shim, url: string, given?: string | string[]): Promise<string> =>
  String((await shim.get(url, given === undefined ? {} : { 'x-request-id': given })).headers['x-request-id']);

const URLS = [
  '/api/stats',
  '/api/health',
  '/nowhere',
  '/api/usc/documents?limit=0',
  '/api/%ZZ',
  '/api/search?q=x',
];

test('every answer has another id', async () => {
  const shim = await startShim(await sampleTree());
  const ids = [];
  for (const url of [...URLS, ...URLS]) ids.push(await idOf(shim, url));
  for (const method of ['HEAD', 'OPTIONS', 'DELETE'])
    ids.push((await shim.request(method, '/api/stats')).headers['x-request-id']);
  for (const text of [
    'nonsense\r\n\r\n',
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
    'GET / HTTP/1.1\r\n\r\n',
  ])
    ids.push((await rawExchange(shim.port, text)).headers['x-request-id']);
  for (const id of ids) assert.match(String(id), NEW);
  assert.is(new Set(ids).size, ids.length);
  // Nobody is believed.
  assert.match(await idOf(shim, '/api/stats', 'mine'), NEW);
  await shim.close();
});

test('the id of a trusted proxy is kept', async () => {
  const shim = await startShim({ ...(await sampleTree()), trustProxy: '127.0.0.1' });
  const good = [
    'a',
    'Root=1-67891233-abcdef012345678912345678',
    '00-4bf9-00f0-01',
    'a.b_c:d~e/f+g@h',
    'x'.repeat(128),
  ];
  for (const id of good) for (const url of URLS) assert.is(await idOf(shim, url, id), id);
  for (const id of ['', 'a b', 'a"b', '{}', 'a,b', 'x'.repeat(129), '<script>'])
    assert.match(await idOf(shim, '/api/stats', id), NEW, id);
  assert.match(await idOf(shim, '/api/stats', ['a', 'b']), NEW);
  await shim.close();
});

test('the id of any other client is replaced', async () => {
  const shim = await startShim({ ...(await sampleTree()), trustProxy: '192.0.2.7' });
  assert.match(await idOf(shim, '/api/stats', 'mine'), NEW);
  await shim.close();
});

test.run();
