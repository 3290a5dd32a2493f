import type { FastifyRequest } from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { editKeys } from '../../../shim/keys/edit-keys.ts';
import { KeyStore } from '../../../shim/keys/key-store.ts';
import type { KeyTier } from '../../../shim/keys/tiers.ts';
import { clientResolver } from '../../../shim/limits/client.ts';
import { addressIn, trustOf } from '../../../shim/limits/forwarded.ts';
import { Windows } from '../../../shim/limits/windows.ts';
import { newKey, newKeysFile } from '../../helpers/key-records.ts';
import { clock, limitsOf, type Server, serve } from './server.ts';

/** build/contract/README.md, Rate limits: who a client is, and which tier it has. */
const test = suite<{ open: (options?: Parameters<typeof serve>[0]) => Promise<Server> }>('client');
const servers: Server[] = [];

test.before(context => {
  context.open = async options => {
    const server = await serve(options);
    servers.push(server);
    return server;
  };
});
test.after.each(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** The three ways of giving a key: path and options of a request. */
const ways = (secret: string): [string, RequestInit][] => [
  ['/api/stats', { headers: { authorization: `Bearer ${secret}` } }],
  ['/api/stats', { headers: { 'x-api-key': secret } }],
  [`/api/stats?api_key=${secret}`, {}],
];

test('a key in any of three places means the same client', async ({ open }) => {
  const { secret, record } = newKey();
  const { get } = await open({ records: [record] });
  for (const [index, [path, init]] of ways(secret).entries()) {
    assert.equal(limitsOf(await get(path, init)), ['1000', String(999 - index), 'standard']);
  }
});

test('each tier has its limit', async ({ open }) => {
  const limits: [KeyTier, string, string][] = [
    ['standard', '1000', '999'],
    ['elevated', '5000', '4999'],
    ['unlimited', 'unlimited', 'unlimited'],
  ];
  for (const [tier, limit, remaining] of limits) {
    const { secret, record } = newKey({ tier });
    const { get } = await open({ records: [record] });
    const response = await get('/api/stats', { headers: { 'x-api-key': secret } });
    assert.equal(limitsOf(response), [limit, remaining, tier]);
    assert.is(response.headers.get('x-ratelimit-reset'), String(Math.ceil(clock.seconds + 60)));
  }
});

test('an unlimited key is never refused', async ({ open }) => {
  const { secret, record } = newKey({ tier: 'unlimited' });
  const { get } = await open({ records: [record], tiers: { anonymous: 0, standard: 0, elevated: 0 } });
  for (let i = 0; i < 5; i++) {
    assert.is((await get('/api/stats', { headers: { 'x-api-key': secret } })).status, 200);
  }
});

test('a limited key is refused beyond its limit, and only it', async ({ open }) => {
  const [one, two] = [newKey(), newKey()];
  const { get } = await open({ records: [one.record, two.record], tiers: { standard: 1 } });
  const ask = async (secret: string) =>
    (await get('/api/stats', { headers: { 'x-api-key': secret } })).status;
  assert.equal([await ask(one.secret), await ask(one.secret), await ask(two.secret)], [200, 429, 200]);
  assert.is((await get('/api/stats')).status, 200);
});

test('a bad key has the answer and the counter of none', async ({ open }) => {
  const expired = newKey({ expires: '2020-01-01' });
  const revoked = newKey({ revoked: true });
  const { get } = await open({ records: [expired.record, revoked.record] });
  const shape = async (path: string, init?: RequestInit) => {
    const response = await get(path, init);
    const {
      'x-ratelimit-remaining': remaining,
      // The date is the second in which it was answered, and each request has an id of its own.
      'x-request-id': id,
      date,
      ...headers
    } = Object.fromEntries(response.headers);
    assert.ok(date && id);
    return { remaining, answer: { status: response.status, headers, body: await response.text() } };
  };
  const plain = await shape('/api/stats');
  let left = Number(plain.remaining);
  const bad = [expired.secret, revoked.secret, newKey().secret, 'nonsense', 'x'.repeat(5000)];
  for (const [path, init] of bad.flatMap(ways)) {
    const { remaining, answer } = await shape(path, init);
    assert.equal(answer, plain.answer);
    assert.is(Number(remaining), --left);
  }
});

test('the first of several keys counts, valid or not', async ({ open }) => {
  const { secret, record } = newKey();
  const elevated = newKey({ tier: 'elevated' });
  const { get } = await open({ records: [record, elevated.record] });
  const policy = async (headers: Record<string, string>, query = '') =>
    (await get(`/api/stats${query}`, { headers })).headers.get('x-ratelimit-policy');
  const authorization = `Bearer ${secret}`;
  assert.is(await policy({ authorization, 'x-api-key': elevated.secret }), 'standard');
  assert.is(await policy({ 'x-api-key': elevated.secret }, `?api_key=${secret}`), 'elevated');
  assert.is(await policy({ authorization: 'Bearer nonsense', 'x-api-key': secret }), 'anonymous');
  assert.is(await policy({ authorization: 'Basic dTpw', 'x-api-key': secret }), 'standard');
});

test('keys can be added, changed and revoked while the server runs', async ({ open }) => {
  const { secret, record } = newKey();
  const { get, keysFile } = await open();
  const limits = async () => limitsOf(await get('/api/stats', { headers: { 'x-api-key': secret } }));
  const edited = async (...records: (typeof record)[]) => {
    editKeys(keysFile, () => records);
    await clock.tick(1000);
    return limits();
  };
  assert.equal(await limits(), ['100', '99', 'anonymous']);
  assert.equal(await edited(record), ['1000', '999', 'standard']);
  assert.equal(await edited({ ...record, tier: 'elevated' }), ['5000', '4998', 'elevated']);
  assert.equal(await edited({ ...record, revoked: true }), ['100', '98', 'anonymous']);
});

test('anonymous clients count by address', async ({ open }) => {
  const { from } = await open();
  const remaining = async (address: string) => limitsOf(await from(address))[1];
  const cases: [string, string][] = [
    ['198.51.100.1', '99'],
    ['198.51.100.2', '99'],
    ['198.51.100.1', '98'],
    ['::ffff:198.51.100.1', '97'],
    ['::FFFF:c633:6401', '96'],
    ['2001:db8:0:1::1', '99'],
    ['2001:db8:0:1:ffff:ffff:ffff:ffff', '98'],
    ['2001:0DB8:0000:0001::2', '97'],
    ['2001:db8:0:2::1', '99'],
  ];
  for (const [address, expected] of cases) assert.is(await remaining(address), expected, address);
});

test('a forwarded address counts without port, brackets and quotes', async ({ open }) => {
  const { from } = await open();
  const remaining = async (address: string) => limitsOf(await from(address))[1];
  const same = [
    ['198.51.100.1', '198.51.100.1:5555', '198.51.100.1:5556', '"198.51.100.1:80"', ' 198.51.100.1 '],
    ['2001:db8::1', '[2001:db8::1]:443', '"[2001:db8::2]"', '[2001:db8::3]', '"[2001:db8::1]:80"'],
  ];
  for (const addresses of same) {
    for (const [i, address] of addresses.entries())
      assert.is(await remaining(address), String(99 - i), address);
  }
});

test('a forwarded text that is no address counts as the proxy that passed it on', async ({ open }) => {
  const { from } = await open();
  const garbage = [
    'unknown',
    '_hidden',
    '',
    '1.2.3.4.5',
    '999.1.1.1',
    '1.2.3.4:port',
    '[2001:db8::1',
    '../../etc/passwd',
    'x'.repeat(4000),
    '198.51.100.1, unknown',
    `${'198.51.100.7, '.repeat(500)}unknown`,
  ];
  for (const [i, address] of garbage.entries()) {
    assert.is(limitsOf(await from(address))[1], String(99 - i), address.slice(0, 50));
  }
  assert.is(limitsOf(await from('198.51.100.1'))[1], '99', 'an address before the garbage was not believed');
});

test('trusted proxies are recognised with ports, and the nearest other address counts', async ({ open }) => {
  const { from } = await open({ server: { trustProxy: trustOf('loopback, 10.0.0.0/8') } });
  assert.is(limitsOf(await from('198.51.100.1, 10.0.0.1:443, 10.0.0.2'))[1], '99');
  assert.is(limitsOf(await from('203.0.113.9, 198.51.100.1, 10.0.0.1'))[1], '98');
  assert.is(limitsOf(await from('garbage, 10.0.0.1'))[1], '99', 'the outermost proxy');
  assert.is(limitsOf(await from('more garbage, 10.0.0.1:5'))[1], '98');
});

test('X-Forwarded-For is ignored without a trusted proxy', async ({ open }) => {
  const { from } = await open({ server: { trustProxy: false } });
  assert.is(limitsOf(await from('198.51.100.1'))[1], '99');
  assert.is(limitsOf(await from('198.51.100.2'))[1], '98');
});

test("a client is named by its key's id or its address, and has the mark of any presented key", async ({
  open,
}) => {
  const { secret, record } = newKey({ tier: 'elevated' });
  const revoked = newKey({ revoked: true });
  const { get } = await open({ records: [record, revoked.record] });
  const client = async (key?: string) =>
    (await get('/client', key === undefined ? {} : { headers: { 'x-api-key': key } })).json();
  assert.equal(await client(secret), { id: `key:${record.id}`, tier: 'elevated', presentsKey: true });
  const nobody = { id: 'ip:127.0.0.1', tier: 'anonymous' };
  assert.equal(await client(), { ...nobody, presentsKey: false });
  for (const key of [revoked.secret, newKey().secret, 'nonsense'])
    assert.equal(await client(key), { ...nobody, presentsKey: true });
});

test('sockets that are gone count as one client', () => {
  const keys = new KeyStore(newKeysFile(), { warn: () => {}, now: Date.now });
  const request = { headers: {}, originalUrl: '/', ip: undefined } as unknown as FastifyRequest;
  assert.equal(clientResolver(keys)(request), { id: 'ip:', tier: 'anonymous', presentsKey: false });
});

test('an address is read without spaces around it, and not from a text longer than any address', () => {
  assert.is(addressIn(' 198.51.100.1\t'), '198.51.100.1');
  assert.is(addressIn(`198.51.100.1${' '.repeat(80)}`), '198.51.100.1');
  assert.is(addressIn(`198.51.100.1${' '.repeat(100)}`), null);
});

test('addresses, networks and named networks can be trusted, numbers of proxies cannot', () => {
  for (const proxies of ['1', '', '10.0.0.1,2', 'proxy.example', '10.0.0.0/8,', 'everyone', '10.0.0.0/99'])
    assert.throws(
      () => trustOf(proxies),
      (error: Error) => error instanceof TypeError,
      proxies,
    );
  for (const [proxies, address] of [
    ['loopback', '127.0.0.1'],
    ['linklocal', '169.254.1.1'],
    ['uniquelocal', 'fc00::1'],
    ['10.0.0.0/8', '10.9.9.9'],
    ['2001:db8::1', '[2001:db8::1]:80'],
  ] as const) {
    assert.ok(trustOf(proxies)(address, 0), proxies);
    assert.not(trustOf(proxies)('198.51.100.1', 0), proxies);
  }
});

test('the number of tracked clients is bounded', async ({ open }) => {
  const { from } = await open({ counter: new Windows(() => clock.monotonic, 2) });
  const remaining = async (last: number) => limitsOf(await from(`198.51.100.${last}`))[1];
  assert.equal([await remaining(1), await remaining(2), await remaining(1)], ['99', '99', '98']);
  assert.is(await remaining(3), '99'); // in the place of 2, which was not seen for longest
  assert.equal([await remaining(1), await remaining(2)], ['97', '99']);
});

test.run();
