import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readStoreAddress } from '../../../../shim/limits/shared/store-address.ts';
import { SharedWindows } from '../../../../shim/limits/shared/windows.ts';

/** Stores that answer something else than a count: each process counts for itself then. */

const MINUTE = 60_000;
const opened: { close(): unknown }[] = [];
const sockets = new Set<Socket>();
test.after.each(() => {
  for (const socket of sockets) socket.destroy();
  for (const each of opened.splice(0)) each.close();
});

/** Speaks as much of the protocol as there is need of. @param answerOf gives what it says to each count, the first is a trial */
async function storeThat(answerOf: (count: number) => string): Promise<SharedWindows> {
  let counts = 0;
  const server: Server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', data => {
      for (const [, command = ''] of String(data).matchAll(/[*]\d+\r\n[$]\d+\r\n(\w+)\r\n/g))
        socket.write(/^EVAL/.test(command) ? answerOf(counts++) : '+OK\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(server);
  const windows = new SharedWindows({
    address: readStoreAddress(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`),
    log: { info() {}, warn() {} },
    now: () => performance.now(),
    answerMs: 20_000,
  });
  opened.push(windows);
  await windows.open();
  return windows;
}

const GOOD = '*2\r\n:1\r\n:900\r\n';

const IMPLAUSIBLE: Readonly<Record<string, string>> = {
  'a word': '+OK\r\n',
  'an empty list': '*0\r\n',
  'no list': '*-1\r\n',
  'one number': '*1\r\n:1\r\n',
  'three numbers': '*3\r\n:1\r\n:900\r\n:1\r\n',
  'numbers as texts': '*2\r\n$1\r\n1\r\n$3\r\n900\r\n',
  infinity: '*2\r\n$3\r\ninf\r\n:900\r\n',
  'a negative count': '*2\r\n:-5\r\n:900\r\n',
  'nothing counted': '*2\r\n:0\r\n:900\r\n',
  'a huge count': '*2\r\n:1000001\r\n:900\r\n',
  'a negative time': '*2\r\n:1\r\n:-1\r\n',
  'more time than a window has': '*2\r\n:1\r\n:60001\r\n',
};

for (const [name, reply] of Object.entries(IMPLAUSIBLE)) {
  test(`${name}: the store is away, and requests count here`, async () => {
    const windows = await storeThat(count => (count === 0 ? GOOD : reply));
    assert.ok(windows.status.isConnected, windows.status.problem ?? '');
    for (let current = 1; current <= 3; current++) {
      const told = await windows.incr('ip:a', MINUTE);
      assert.is(told.current, current);
      assert.ok(told.ttl > 0 && told.ttl <= MINUTE, `${told.ttl}`);
      assert.not(windows.status.isConnected);
    }
    assert.match(windows.status.problem ?? '', /something else than a count/);
  });
}

test('a store that answers implausibly from the beginning is away', async () => {
  const windows = await storeThat(() => '+OK\r\n');
  assert.not(windows.status.isConnected);
  assert.is((await windows.incr('ip:a', MINUTE)).current, 1);
});

test('the highest plausible count is accepted', async () => {
  const windows = await storeThat(count => (count === 0 ? GOOD : '*2\r\n:1000000\r\n:60000\r\n'));
  assert.is((await windows.incr('ip:a', MINUTE)).current, 1_000_000);
  assert.ok(windows.status.isConnected);
  const idle = await storeThat(count => (count === 0 ? GOOD : '*2\r\n:0\r\n:0\r\n'));
  assert.equal(await idle.read('ip:a', MINUTE), { current: 0, ttl: 0 });
  assert.ok(idle.status.isConnected);
});

test.run();
