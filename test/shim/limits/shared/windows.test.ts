import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import * as assert from 'uvu/assert';
import { readStoreAddress } from '../../../../shim/limits/shared/store-address.ts';
import { SharedWindows, type SharedWindowsOptions } from '../../../../shim/limits/shared/windows.ts';
import type { Count } from '../../../../shim/limits/windows.ts';
import { certificate, certificateHindrance } from '../../../helpers/certificate.ts';
import { suiteWhere, testWhere } from '../../../helpers/needs.ts';
import { freePort, type RedisServer, redisHindrance, startRedis } from '../../../helpers/redis-server.ts';
import { until } from '../../../helpers/until.ts';
import { endAfter } from '../../../runner/leftovers.cjs';
import { openShared } from '../stores.ts';

/** What a store does that answers late, wrongly or not at all, on real servers. What it does when all is well, ../plugin.test.ts holds beside the local one. */
const test = suiteWhere('shared windows', redisHindrance());

const MINUTE = 60_000;
const opened: { close(): unknown }[] = [];
let redis: RedisServer;

test.before(async () => {
  redis = await startRedis();
});
test.after.each(async () => {
  for (const windows of opened.splice(0)) await windows.close();
  await redis.ask('FLUSHALL');
});
test.after(() => redis.stop());

async function open(
  url = redis.url,
  said: string[] = [],
  ...options: Pick<SharedWindowsOptions, 'answerMs' | 'pauses'>[]
): Promise<SharedWindows> {
  const windows = await openShared(url, said, ...options);
  opened.push(windows);
  return windows;
}

/** Requests one after the other. @returns how many the window had with each */
async function count(windows: SharedWindows, times: number, client = 'ip:a'): Promise<number[]> {
  const counts: number[] = [];
  while (counts.length < times) counts.push((await windows.incr(client, MINUTE)).current);
  return counts;
}

const away = ({ status }: SharedWindows) => !status.isConnected && status.problem !== null;
const connected = ({ status }: SharedWindows) => status.isConnected;

/** Those of our clients that the store has. */
const connections = async (): Promise<number> =>
  (await redis.ask<string>('CLIENT', 'LIST')).split('\n').filter(line => / name=pandect /.test(line)).length;
/** @param expected what there may be, now that all that was to be closed is */
const untilConnections = async (expected: number): Promise<void> => {
  let seen = -1;
  const isSo = async () => {
    seen = await connections();
    return seen === expected;
  };
  await until(isSo, { seen: () => seen, boundMs: 10_000 });
};

test('a request sends one command, also without counting', async () => {
  const windows = await open();
  await redis.ask('CONFIG', 'RESETSTAT');
  await count(windows, 20);
  for (let i = 0; i < 10; i++) assert.is((await windows.read('ip:a', MINUTE)).current, 20);
  const stats = await redis.ask<string>('INFO', 'commandstats');
  const calls = Object.fromEntries(
    Array.from(stats.matchAll(/cmdstat_(\S+?):calls=(\d+)/g), ([, name, calls]) => [name, Number(calls)]),
  );
  // What the script itself runs is among them, and so is what this test asked.
  assert.is(calls.evalsha, 30);
  assert.equal(
    Object.keys(calls).filter(name => !/^(evalsha|pttl|set|incr|get|config.*|hello|client.*)$/.test(name)),
    [],
  );
});

test('windows end by themselves, whatever happens to the key', async () => {
  // A store whose answers cannot be is left.
  const said: string[] = [];
  const windows = await open(redis.url, said);
  const key = 'pandect:limit:ip:a';
  const ttl = async () => Number(await redis.ask('PTTL', key));
  await windows.incr('ip:a', MINUTE);
  assert.ok((await ttl()) > 0);
  await redis.ask('PEXPIRE', key, '3600000');
  const { current, ttl: left } = await windows.incr('ip:a', MINUTE);
  assert.equal([current, left], [2, MINUTE], 'its clock was set back');
  assert.ok((await ttl()) <= MINUTE);
  assert.is((await windows.read('ip:a', MINUTE)).current, 2);
  await redis.ask('PEXPIRE', key, '3600000');
  const [other, another] = [await open(redis.url, said), await open(redis.url, said)];
  assert.ok((await another.read('ip:a', MINUTE)).ttl <= MINUTE, 'also to who knows of none');
  await redis.ask('PERSIST', key);
  assert.is((await other.incr('ip:a', MINUTE)).current, 1, 'a key without an end');
  assert.ok((await ttl()) > 0);
  assert.equal(said, []);
});

test('a client without requests has no key in the store', async () => {
  const said: string[] = [];
  const windows = await open(redis.url, said);
  assert.equal(await windows.read('ip:nobody', MINUTE), { current: 0, ttl: 0 });
  assert.is(await redis.ask('EXISTS', 'pandect:limit:ip:nobody'), 0);
  assert.equal(said, []);
});

test('several processes count together', async () => {
  const all = await Promise.all([open(), open(), open()]);
  const counts = await Promise.all(all.map(windows => count(windows, 30)));
  assert.equal(
    counts.flat().sort((a, b) => a - b),
    Array.from({ length: 90 }, (_, i) => i + 1),
  );
});

test('a store that forgot its scripts gets them again, and no count fails', async () => {
  const said: string[] = [];
  const windows = await open(redis.url, said);
  await count(windows, 2);
  await redis.ask('SCRIPT', 'FLUSH');
  assert.equal(await count(windows, 2), [3, 4]);
  assert.equal([said, windows.status.countedHere], [[], 0]);
});

test('requests beyond the limit do not reach the store, and cost nothing in later windows', async () => {
  const windows = await open();
  const ask = async () => (await windows.incr('ip:a', MINUTE, 3)).current;
  assert.equal([await ask(), await ask(), await ask(), await ask(), await ask()], [1, 2, 3, 4, 5]);
  assert.is(await redis.ask('GET', 'pandect:limit:ip:a'), '3');
  const other = await open();
  assert.is((await other.incr('ip:a', MINUTE, 3)).current, 4, 'one that does not know asks');
  assert.is((await other.incr('ip:a', MINUTE, 3)).current, 5);
  assert.is(await redis.ask('GET', 'pandect:limit:ip:a'), '4');
  assert.equal([windows.status.countedHere, other.status.countedHere], [0, 0]);
});

test('a store that returns empty ends no window early, and the log has one line for each change', async () => {
  const said: string[] = [];
  const windows = await open(redis.url, said);
  const other = await open();
  await count(windows, 5);
  await count(other, 3);
  await redis.kill();
  await until(() => away(windows) && away(other));
  assert.equal(await count(windows, 3), [6, 7, 8], 'it was told of five');
  assert.equal(await count(other, 2), [9, 10], 'it was told of eight');
  assert.is((await windows.read('ip:a', MINUTE)).current, 8);
  assert.is(windows.status.countedHere, 3, 'only what is counted');
  assert.is((await windows.incr('ip:new', MINUTE)).current, 1);
  await redis.start();
  await until(() => connected(windows) && connected(other));
  assert.equal(await count(windows, 2), [9, 10], 'more is known here than there');
  assert.equal(await count(other, 1), [11]);
  assert.equal(await count(windows, 1, 'ip:third'), [1]);
  assert.equal(await count(other, 1, 'ip:third'), [2], 'new windows are shared at once');
  assert.is(said.length, 2);
  assert.match(
    said[0] ?? '',
    /^The store of the rate limits at redis:\/\/127\.0\.0\.1:\d+ is away \(.+\): until/,
  );
  assert.match(said[1] ?? '', /is back; meanwhile 4 requests were counted here/);
  assert.is(windows.status.problem, null);
  await redis.kill();
  await until(() => away(windows));
  await count(windows, 2);
  await redis.start();
  await until(() => connected(windows));
  assert.match(said[3] ?? '', /is back; meanwhile 2 requests were counted here/, 'each time anew');
});

test('a store that returns with its data has the counts of others', async () => {
  const kept = await startRedis({ isKept: true });
  opened.push({ close: () => kept.stop() });
  const windows = await open(kept.url);
  await count(windows, 5);
  await kept.kill();
  await until(() => away(windows));
  assert.equal(await count(windows, 1), [6]);
  await kept.start();
  await until(() => connected(windows));
  assert.equal(await count(await open(kept.url), 4), [6, 7, 8, 9]);
  assert.equal(await count(windows, 1), [10]);
});

test('while the store hangs, waiting requests count here soon and later ones at once', async () => {
  const said: string[] = [];
  const windows = await open(redis.url, said, { pauses: { first: 1, longest: 1, good: 10_000 } });
  await count(windows, 1);
  redis.hang();
  const began = performance.now();
  const waiting = Array.from({ length: 50 }, () => windows.incr('ip:a', MINUTE));
  assert.ok(waiting.every(counted => counted instanceof Promise));
  const counts = (await Promise.all(waiting)).map(({ current }) => current);
  assert.equal(
    counts,
    Array.from({ length: 50 }, (_, i) => i + 2),
  );
  assert.ok(performance.now() - began >= 95, 'nobody waits for less than is said');
  assert.not((windows.incr('ip:a', MINUTE) as unknown) instanceof Promise);
  assert.match(said[0] ?? '', /away \(it does not answer within 100 ms\)/);
  // Whoever counted with the old connection may look for another one by now; one does.
  await new Promise(resolve => setTimeout(resolve, 100));
  redis.goOn();
  await until(() => connected(windows));
  assert.is(said.length, 2);
  await untilConnections(1);
});

test('an answer that arrived while this process was busy counts', async () => {
  const windows = await open(redis.url, [], {});
  const counted = windows.incr('ip:a', MINUTE);
  // Sent; then the event loop stands still.
  await new Promise(resolve => setImmediate(() => setImmediate(resolve)));
  for (const end = performance.now() + 700; performance.now() < end; );
  assert.is((await counted).current, 1);
  assert.equal([windows.status.isConnected, windows.status.countedHere], [true, 0]);
});

test('requests beyond the bound of waiting ones count here at once', async () => {
  const windows = await open(redis.url, [], {});
  redis.hang();
  const counted = Array.from({ length: 5000 }, (_, i) => windows.incr(`ip:${i}`, MINUTE));
  const waits = (one: Count | Promise<Count>) => one instanceof Promise;
  assert.is(counted.filter(waits).length, 4096);
  assert.not(counted.slice(4096).some(waits));
  redis.goOn();
  await Promise.all(counted);
});

test('closed, it stops reconnecting and still counts', async () => {
  const said: string[] = [];
  const windows = await open(redis.url, said);
  const waiting = windows.incr('ip:a', MINUTE);
  windows.close();
  assert.is((await waiting).current, 1);
  assert.equal(await count(windows, 1), [2]);
  await untilConnections(0);
  await redis.kill();
  await redis.start();
  assert.equal(said, []);
});

test('closed while it reconnects, it logs nothing and stops', async () => {
  const said: string[] = [];
  const log = { info: (line: string) => said.push(line), warn: (line: string) => said.push(line) };
  for (const url of [redis.url, `redis://127.0.0.1:${await freePort()}`]) {
    const windows = new SharedWindows({ address: readStoreAddress(url), log, now: () => performance.now() });
    const looking = windows.open();
    windows.close();
    await looking;
    assert.equal([windows.status.isConnected, said], [false, []]);
  }
  await untilConnections(0);
});

/** Each connection of ours is gone a moment later. */
const cut = () => redis.ask('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');

test('reconnection to a missing store pauses ever longer up to a bound', async () => {
  let asked = 0;
  const port = await listen(
    createServer(socket => {
      asked++;
      socket.destroy();
    }),
  );
  await open(`redis://127.0.0.1:${port}`, [], { pauses: { first: 1, longest: 16, good: 10_000 } });
  // Without a bound the twentieth pause alone would take a quarter of an hour.
  await until(() => asked > 20, { seen: () => asked, boundMs: 20_000 });
});

test('after a good connection the next pause is short again', async () => {
  const windows = await open(redis.url, [], { pauses: { first: 2, longest: 600_000, good: -1 } });
  for (let time = 0; time < 14; time++) {
    const { since } = windows.status;
    await cut();
    await until(() => connected(windows) && windows.status.since > since, { boundMs: 10_000 });
    await new Promise(resolve => setTimeout(resolve, 2));
  }
  await untilConnections(1);
});

test('reconnection is slower after each short connection', async () => {
  const windows = await open(redis.url, [], { pauses: { first: 2, longest: 600_000, good: 600_000 } });
  // The pauses so far are 2 s together; the next one takes 2 s, those beyond it longer.
  for (let time = 0; time < 10; time++) {
    await until(() => connected(windows));
    const { status } = windows;
    await cut();
    // The first pauses are over before anybody looks.
    await until(() => windows.status !== status, { seen: () => windows.status });
  }
  await new Promise(resolve => setTimeout(resolve, 500));
  assert.ok(away(windows));
});

test('every connection that cannot count is closed', async () => {
  await redis.ask('ACL', 'SETUSER', 'poor', 'on', '>secret', '~*', '+get', '+client|setname');
  const pauses = { first: 1, longest: 1, good: 10_000 };
  const said: string[] = [];
  const windows = await open(redis.url.replace('//', '//poor:secret@'), said, { pauses });
  await new Promise(resolve => setTimeout(resolve, 100));
  windows.close();
  assert.match(windows.status.problem ?? '', /NOPERM/);
  await untilConnections(0);
});

test('reconnection keeps no process alive', async () => {
  const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length;
  const before = timers();
  const pauses = { first: 60_000, longest: 60_000, good: 10_000 };
  const windows = await open(`redis://127.0.0.1:${await freePort()}`, [], { pauses });
  assert.ok(away(windows));
  assert.is(timers(), before);
});

test('a name with several dead addresses has a reason', async () => {
  const { lookup } = dns;
  const port = await freePort();
  const addresses = ['127.0.0.1', '127.0.0.2'].map(address => ({ address, family: 4 }));
  const several = (_: string, __: unknown, done: (error: null, found: typeof addresses) => void) =>
    done(null, addresses);
  dns.lookup = several as unknown as typeof lookup;
  try {
    const windows = await open(`redis://several.example:${port}`);
    assert.match(windows.status.problem ?? '', /ECONNREFUSED/);
  } finally {
    dns.lookup = lookup;
  }
});

/** Each counts here from the start, says why once, and comes back where that is mended. */
const TROUBLES: [
  what: string,
  problem: RegExp,
  trouble: () => Promise<{ url: string; mend?: () => Promise<unknown> }>,
][] = [
  [
    'no server listens',
    /ECONNREFUSED/,
    async () => {
      const port = await freePort();
      return { url: `redis://127.0.0.1:${port}` };
    },
  ],
  [
    'no server listens at any address of a name',
    /ECONNREFUSED/,
    async () => ({ url: `redis://localhost:${await freePort()}` }),
  ],
  ['the host has no address', /ENOTFOUND|EAI_AGAIN/, async () => ({ url: 'redis://no-such-host.invalid' })],
  [
    'somebody listens who never says a word',
    /does not answer within/,
    async () => ({ url: `redis://127.0.0.1:${await listen(createServer())}` }),
  ],
  [
    'a password is asked for, which is not given',
    /NOAUTH/,
    async () => ({ url: (await withPassword()).replace(/:[^/]*@/, '') }),
  ],
  [
    'the password is wrong',
    /WRONGPASS/,
    async () => ({ url: (await withPassword()).replace(':secret@', ':hunter2@') }),
  ],
  [
    'its memory is full',
    /OOM/,
    async () => {
      await redis.ask('CONFIG', 'SET', 'maxmemory', '1');
      return { url: redis.url, mend: () => redis.ask('CONFIG', 'SET', 'maxmemory', '0') };
    },
  ],
  [
    'it is a replica, which takes no writes',
    /READONLY/,
    async () => {
      await redis.ask('REPLICAOF', '127.0.0.1', '1');
      await redis.ask('CONFIG', 'SET', 'replica-serve-stale-data', 'yes');
      return { url: redis.url, mend: () => redis.ask('REPLICAOF', 'NO', 'ONE') };
    },
  ],
  [
    'the user may not run scripts',
    /NOPERM/,
    async () => {
      await redis.ask('ACL', 'SETUSER', 'poor', 'on', '>secret', '~*', '+get');
      return {
        url: redis.url.replace('//', '//poor:secret@'),
        mend: () => redis.ask('ACL', 'SETUSER', 'poor', '+@all'),
      };
    },
  ],
  [
    'the user may not write such keys',
    /NOPERM|permission/i,
    async () => {
      await redis.ask('ACL', 'SETUSER', 'strange', 'on', '>secret', '~other:*', '+@all');
      return {
        url: redis.url.replace('//', '//strange:secret@'),
        mend: () => redis.ask('ACL', 'SETUSER', 'strange', '~pandect:limit:*'),
      };
    },
  ],
  ['there is no such database', /out of range/, async () => ({ url: `${redis.url}/99` })],
];

async function withPassword(): Promise<string> {
  const server = await startRedis({ password: 'secret' });
  opened.push({ close: () => server.stop() });
  return server.url;
}

/** @returns the port */
async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  endAfter(server).on('connection', socket => sockets.add(socket.on('error', () => {})));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  opened.push({
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return (server.address() as { port: number }).port;
}

for (const [what, problem, trouble] of TROUBLES) {
  test(`requests are counted here from the start: ${what}`, async () => {
    const { url, mend } = await trouble();
    const said: string[] = [];
    const windows = await open(url, said);
    assert.ok(away(windows));
    assert.equal(await count(windows, 2), [1, 2]);
    assert.match(windows.status.problem ?? '', problem);
    // More than one attempt.
    await new Promise(resolve => setTimeout(resolve, 400));
    assert.is(said.length, 1, said.join('\n'));
    assert.not.match(`${said}${JSON.stringify(windows.status)}`, /secret|hunter2/);
    if (!mend) return;
    await mend();
    await until(() => connected(windows));
    assert.is(said.length, 2);
    assert.equal(await count(windows, 1), [3]);
  });
}

testWhere(test, certificateHindrance(), 'TLS: a certificate of an unknown authority is refused', async () => {
  const server = await startRedis({ tls: certificate(), password: 'secret' });
  opened.push({ close: () => server.stop() });
  const said: string[] = [];
  const windows = await open(server.url, said);
  assert.match(said[0] ?? '', /away \(self-signed certificate\)/);
  assert.equal(await count(windows, 2), [1, 2]);
});

testWhere(test, certificateHindrance(), 'TLS: the server gets its host name (SNI)', async () => {
  const { key, cert } = certificate();
  const names: string[] = [];
  const server = createTlsServer({
    key: readFileSync(key),
    cert: readFileSync(cert),
    SNICallback: (name, done) => done(null, void names.push(name) as never),
  });
  const port = await listen(server);
  await open(`rediss://localhost:${port}`);
  assert.equal(names, ['localhost']);
});

test.run();
