import { once } from 'node:events';
import { createServer } from 'node:net';
import * as assert from 'uvu/assert';
import { store } from '../../../../shim/doctor/checks/store.ts';
import { suiteWhere } from '../../../helpers/needs.ts';
import { freePort, type RedisServer, redisHindrance, startRedis } from '../../../helpers/redis-server.ts';
import { endAfter } from '../../../runner/leftovers.cjs';
import { finding, findings, lineOf } from '../patient.ts';

/** The check of the store of the limits. */

const test = suiteWhere('the store of the limits', redisHindrance());
const PASSWORD = 'se:cret';
let redis: RedisServer;
test.before(async () => {
  redis = await startRedis({ password: PASSWORD });
});
test.after(() => redis.stop());

const shown = () => `redis://127.0.0.1:${redis.port}`;
const at = (user: string) => ({ RATE_LIMIT_URL: `redis://${user}@127.0.0.1:${redis.port}` });

test('no store and a working store are ok', async () => {
  assert.match(await finding(store, {}), /^ok: this server counts requests by itself/);
  assert.is(await finding(store, { RATE_LIMIT_URL: redis.url }), `ok: requests are counted in ${shown()}`);
});

test('a store without server, and a silent server, are problems', async () => {
  const away = `redis://127.0.0.1:${await freePort()}`;
  assert.match(
    await finding(store, { RATE_LIMIT_URL: away }),
    /^problem: requests cannot be counted in redis:.*ECONNREFUSED.* → start the server, or mend RATE_LIMIT_URL$/,
  );
  const hole = endAfter(createServer()).listen(0, '127.0.0.1');
  await once(hole, 'listening');
  const { port } = hole.address() as { port: number };
  assert.match(
    await finding(store, { RATE_LIMIT_URL: `redis://127.0.0.1:${port}` }),
    /^problem: .* does not answer within/,
  );
  hole.close();
});

test('wrong or missing passwords and rights are problems, and no password is printed', async () => {
  const told = async (user: string) => {
    const line = await finding(store, at(user));
    assert.not.match(line, /hidden/);
    return line;
  };
  assert.match(
    await told(':hidden'),
    /^problem: .*WRONGPASS.* → RATE_LIMIT_URL must name user and password$/,
  );
  assert.match(
    await finding(store, { RATE_LIMIT_URL: shown() }),
    /^problem: .*NOAUTH.* → RATE_LIMIT_URL must name user/,
  );
  await redis.ask('ACL', 'SETUSER', 'reader', 'on', '>hidden', '~*', '+get', '+info', '+select', '+client');
  assert.match(await told('reader:hidden'), /^problem: .*NOPERM.* → allow the user EVAL/);
  await redis.ask(
    ...[
      'ACL',
      'SETUSER',
      'counter',
      'on',
      '>hidden',
      '~pandect:limit:*',
      '+eval',
      '+evalsha',
      '+pttl',
      '+get',
    ],
    ...['+set', '+pexpire', '+incr', '+select', '+client'],
  );
  assert.match(await told('counter:hidden'), /^ok: requests are counted/, 'no more is needed');
});

test('a replica and a full memory are problems', async () => {
  await redis.ask('REPLICAOF', '127.0.0.1', '1');
  assert.match(
    await finding(store, { RATE_LIMIT_URL: redis.url }),
    /^problem: .*READONLY.* → .* the primary/,
  );
  await redis.ask('REPLICAOF', 'NO', 'ONE');
  await redis.ask('CONFIG', 'SET', 'maxmemory', '1');
  assert.match(
    await finding(store, { RATE_LIMIT_URL: redis.url }),
    /^problem: .*OOM.* → give it more memory/,
  );
});

test('policies that lose windows or stop counting are warnings', async () => {
  const states = async (memory: string, policy: string) => {
    await redis.ask('CONFIG', 'SET', 'maxmemory', memory, 'maxmemory-policy', policy);
    return (await findings(store, { RATE_LIMIT_URL: redis.url })).map(lineOf);
  };
  assert.match(
    (await states('64mb', 'noeviction'))[1]!,
    /^warning: .* 64 MB and the policy noeviction: when it is full, each server counts by itself → set maxmemory-policy volatile-ttl/,
  );
  assert.match(
    (await states('64mb', 'allkeys-random'))[1]!,
    /^warning: .* windows of busy clients begin anew/,
  );
  for (const policy of ['volatile-ttl', 'allkeys-lru'])
    assert.is((await states('64mb', policy)).length, 1, policy);
  assert.is((await states('0', 'noeviction')).length, 1);
});

test('a store with another clock is reported', async () => {
  const now = () => Date.now() - 60_000;
  const [, found] = await findings(store, { RATE_LIMIT_URL: redis.url }, now);
  assert.match(lineOf(found!), /^warning: the clock of redis:.* is (59|60|61) s ahead of this one/);
});

test.run();
