import * as assert from 'uvu/assert';
import { certificate, certificateHindrance } from '../helpers/certificate.ts';
import { type Fleet, type Outcome, startFleet, windowsOf } from '../helpers/fleet.ts';
import { suiteWhere, testWhere } from '../helpers/needs.ts';
import { type RedisServer, redisHindrance, startRedis } from '../helpers/redis-server.ts';

/** Three shims, real processes, and one real store (shim/README.md, Several processes). `npm run bench -- limits` does the same for minutes. */
const test = suiteWhere('shared limits', redisHindrance());

const LIMIT = 100;
const SHIMS = 3;
let redis: RedisServer;
let fleet: Fleet;

test.before(async () => {
  redis = await startRedis();
  fleet = await startFleet(SHIMS, { RATE_LIMIT_URL: redis.url });
});
test.after(async () => {
  await fleet.close();
  await redis.stop();
});

/** Without a key. */
const as = (address: string) => ({ 'x-forwarded-for': address });

/** So many at a time, until as many are answered. */
async function ask(times: number, address: string, of = fleet): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  while (outcomes.length < times) {
    const some = Array.from({ length: 20 }, () => of.ask(as(address)));
    outcomes.push(...(await Promise.all(some)));
  }
  assertAnswered(outcomes);
  return outcomes;
}

/**
 * A client that nobody has seen, during whose requests the store is not away. A machine that stands still for a moment makes it so:
 * that is what another test is about.
 */
async function askAnew(times: number, network: string, of = fleet): Promise<Outcome[]> {
  for (let attempt = 1; ; attempt++) {
    const told = of.told.length;
    const outcomes = await ask(times, `${network}.${attempt}`, of);
    await new Promise(resolve => setTimeout(resolve, 100));
    if (of.told.length === told) return outcomes;
    assert.ok(attempt < 20, of.told.join('\n'));
  }
}

const passed = (outcomes: readonly Outcome[]): Outcome[] => outcomes.filter(({ status }) => status === 200);

function assertAnswered(outcomes: readonly Outcome[]): void {
  const others = outcomes.filter(({ status }) => status !== 200 && status !== 429);
  assert.equal(others, []);
}

test("one client's requests to three shims pass exactly up to the tier's number, each with its own remaining number", async () => {
  const outcomes = await askAnew(140, '192.0.2');
  assert.equal(
    passed(outcomes)
      .map(({ remaining }) => remaining)
      .sort((a, b) => b - a),
    Array.from({ length: LIMIT }, (_, i) => LIMIT - 1 - i),
  );
  assert.is(windowsOf(outcomes).length, 1);
  assert.is(new Set(passed(outcomes).map(({ shim }) => shim)).size, SHIMS);
});

test('a store that is killed and returns empty under load costs no answer, and no shim passes more than its limit', async () => {
  const told = fleet.told.length;
  const outcomes = await ask(60, '198.51.100.1');
  const killed = redis.kill();
  outcomes.push(...(await ask(100, '198.51.100.1')));
  await killed;
  await fleet.untilTold(told + SHIMS);
  outcomes.push(...(await ask(400, '198.51.100.1')));
  await redis.start();
  await fleet.untilTold(told + 2 * SHIMS);
  outcomes.push(...(await ask(100, '198.51.100.1')));
  for (let shim = 0; shim < SHIMS; shim++) {
    const own = outcomes.filter(outcome => outcome.shim === shim);
    for (const window of windowsOf(own)) assert.ok(window.passed <= LIMIT, `${window.passed}`);
  }
  assert.ok(passed(outcomes).length <= SHIMS * LIMIT, `${passed(outcomes).length}`);
  assert.ok(passed(outcomes).length >= LIMIT);
  // A client that nobody has seen is counted together again.
  assert.is(passed(await askAnew(140, '203.0.113')).length, LIMIT);
});

testWhere(
  test,
  certificateHindrance(),
  'a store with TLS, a password and a private certificate authority counts',
  async () => {
    const tls = certificate();
    const secured = await startRedis({ tls, password: 'p/w:%@' });
    const env = { RATE_LIMIT_URL: secured.url, NODE_EXTRA_CA_CERTS: tls.cert };
    const secure = await startFleet(2, env);
    try {
      assert.is(passed(await askAnew(140, '192.0.2', secure)).length, LIMIT);
    } finally {
      await secure.close();
      await secured.stop();
    }
  },
);

test.run();
