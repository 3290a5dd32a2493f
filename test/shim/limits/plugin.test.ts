import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { suiteWhere } from '../../helpers/needs.ts';
import { redisHindrance } from '../../helpers/redis-server.ts';
import { clock, limitsOf, type Server, serve } from './server.ts';
import { inProcess, inRedis, type Store } from './stores.ts';

/** build/contract/README.md, Rate limits, and section 7: whatever counts, nobody can tell by the answers. */

type Open = (options?: Parameters<typeof serve>[0]) => Promise<Server>;

function testWith(test: ReturnType<typeof suite>, store: Store): void {
  const servers: Server[] = [];
  const open: Open = async options => {
    const server = await serve({ counter: await store.open(), ...options });
    servers.push(server);
    return server;
  };
  let begun = 0;
  /** Milliseconds that have gone by themselves since the test began, where the store's clock is real: a busy machine takes seconds. */
  const late = (): number => clock.idle - begun;
  test.before(() => store.start());
  test.before.each(() => {
    begun = clock.idle;
  });
  test.after(() => store.stop());
  test.after.each(async () => {
    for (const server of servers.splice(0)) await server.close();
    await store.reset();
  });
  /** When the window is new, in Unix seconds. */
  const assertResets = (response: Response, seconds: number): void => {
    const difference = Number(response.headers.get('x-ratelimit-reset')) - Math.ceil(seconds);
    assert.ok(Math.abs(difference) <= store.tolerance + late() / 1000, `${difference}, ${late()} ms late`);
  };
  /** @param ms that are left where no time has gone by itself @returns the seconds that it tells */
  const assertRetries = (response: Response, ms: number): number => {
    const told = response.headers.get('retry-after') ?? '';
    assert.match(told, /^\d+$/);
    const [least, most] = [Math.ceil((ms - late()) / 1000), Math.ceil(ms / 1000)];
    assert.ok(Number(told) >= least && Number(told) <= most, `${told}, not ${least} to ${most}`);
    return Number(told);
  };

  test('an anonymous client has 100 requests in 60 seconds', async () => {
    const { get } = await open();
    const reset = clock.seconds + 60;
    for (let remaining = 99; remaining >= 0; remaining--) {
      const response = await get('/api/stats');
      assert.is(response.status, 200);
      assert.equal(limitsOf(response), ['100', String(remaining), 'anonymous']);
      assertResets(response, reset);
      assert.is(response.headers.get('retry-after'), null);
      await response.arrayBuffer();
    }
    assert.is((await get('/api/stats')).status, 429);
  });

  test('the answer beyond the limit is the specified one', async () => {
    const { get } = await open({ tiers: { anonymous: 1 } });
    const first = await get('/api/stats');
    await clock.tick(17_500);
    const response = await get('/api/stats');
    assert.is(response.status, 429);
    assert.match(response.headers.get('content-type') ?? '', 'application/json');
    const seconds = assertRetries(response, 42_500);
    assert.is(response.headers.get('cache-control'), 'no-store');
    assertResets(response, Number(first.headers.get('x-ratelimit-reset')));
    assert.equal(limitsOf(response), ['1', '0', 'anonymous']);
    assert.equal(await response.json(), {
      error: {
        status: 429,
        code: 'RATE_LIMIT_EXCEEDED',
        message: `Rate limit exceeded. Retry after ${seconds} seconds.`,
        retry_after: seconds,
      },
    });
  });

  test('after Retry-After seconds there is a new window, even for a client that kept asking', async () => {
    const { get } = await open({ tiers: { anonymous: 1 } });
    await get('/api/stats');
    await clock.tick(60_000 - store.slack);
    for (let i = 0; i < 5; i++) {
      const refused = await get('/api/stats');
      assert.is(refused.status, 429);
      assertRetries(refused, store.slack);
    }
    await clock.tick(store.slack);
    const response = await get('/api/stats');
    assert.is(response.status, 200);
    assertResets(response, clock.seconds + 60);
  });

  test('every response carries the headers and counts', async () => {
    const { get } = await open();
    const answers: [number, string, RequestInit?][] = [
      [200, '/api/stats'],
      [200, '/api/stats', { method: 'HEAD' }],
      [304, '/api/stats', { headers: { 'if-none-match': '"1"' } }],
      [404, '/no/such/route'],
      [404, '/no/such/route', { method: 'DELETE' }],
      [405, '/api/stats', { method: 'POST' }],
      [500, '/broken'],
      [200, '/child'],
      [200, '/early'],
      [400, '/%zz'],
      [400, '/%zz?api_key=x'],
    ];
    for (const [index, [status, path, init]] of answers.entries()) {
      const response = await get(path, init);
      assert.is(response.status, status, path);
      assert.equal(limitsOf(response), ['100', String(99 - index), 'anonymous'], path);
      assert.match(response.headers.get('x-ratelimit-reset') ?? '', /^\d{10}$/);
    }
  });

  test('beyond the limit every request gets the same refusal', async () => {
    const { get } = await open({ tiers: { anonymous: 0 } });
    for (const path of ['/api/stats', '/no/such/route', '/broken', '/child', '/early', '/%zz']) {
      const response = await get(path);
      assert.is(response.status, 429, path);
      assert.equal(limitsOf(response), ['0', '0', 'anonymous']);
      assert.match(await response.text(), '"RATE_LIMIT_EXCEEDED"');
    }
    assert.is((await get('/api/stats', { method: 'HEAD' })).status, 429);
  });

  test('the health check does not count, is never refused, and shows the window', async () => {
    const { get } = await open({ tiers: { anonymous: 2 } });
    assert.equal(limitsOf(await get('/api/health')), ['2', '2', 'anonymous']);
    for (const remaining of ['1', '0', '0']) {
      await get('/api/stats');
      for (const method of ['GET', 'HEAD']) {
        const response = await get('/api/health', { method });
        assert.is(response.status, 200);
        assert.equal(limitsOf(response), ['2', remaining, 'anonymous']);
        assert.is(response.headers.get('retry-after'), null);
      }
    }
  });

  test('a changed time of day does not change the length of a window', async () => {
    const { get } = await open({ tiers: { anonymous: 1 } });
    await get('/api/stats');
    await clock.tick(2000);
    for (const step of [-3_600_000, 7_200_000]) {
      clock.step(step);
      const refused = await get('/api/stats');
      assert.is(refused.status, 429);
      assertRetries(refused, 58_000);
      assertResets(refused, clock.seconds + 58);
    }
    await clock.tick(58_000);
    assert.is((await get('/api/stats')).status, 200);
  });

  test('a preflight does not count and passes', async () => {
    const { get } = await open({ tiers: { anonymous: 1 } });
    const headers = { origin: 'https://example.org', 'access-control-request-method': 'GET' };
    const preflight = () => get('/api/stats', { method: 'OPTIONS', headers });
    assert.equal(limitsOf(await preflight()), ['1', '1', 'anonymous']);
    await get('/api/stats');
    const refused = await get('/api/stats', { headers });
    assert.is(refused.status, 429);
    assert.is(refused.headers.get('access-control-allow-origin'), '*');
    const late = await preflight();
    assert.ok(late.ok);
    assert.equal(limitsOf(late), ['1', '0', 'anonymous']);
  });

  test('clients have separate counts', async () => {
    const { from } = await open({ tiers: { anonymous: 1 } });
    for (const address of ['192.0.2.1', '192.0.2.2', '2001:db8::1'])
      assert.is((await from(address)).status, 200, address);
    assert.is((await from('192.0.2.2')).status, 429);
  });

  test('requests at the same time are counted one by one', async () => {
    const { get } = await open({ tiers: { anonymous: 30 } });
    const answers = await Promise.all(Array.from({ length: 40 }, () => get('/api/stats')));
    const passed = answers.filter(({ status }) => status === 200).map(answer => Number(limitsOf(answer)[1]));
    assert.equal(
      passed.sort((a, b) => b - a),
      Array.from({ length: 30 }, (_, i) => 29 - i),
    );
  });

  test('a window can have another length', async () => {
    const { get } = await open({ tiers: { anonymous: 1 }, windowMs: 40_000 });
    await get('/api/stats');
    assertRetries(await get('/api/stats'), 40_000);
    await clock.tick(40_000);
    assert.is((await get('/api/stats')).status, 200);
  });

  test.run();
}

testWith(suite('limits, counted in the process'), inProcess());
testWith(suiteWhere('limits, counted in Redis', redisHindrance()), inRedis());
