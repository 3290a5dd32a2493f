import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Count, type Counter, storeOver, Windows } from '../../../shim/limits/windows.ts';

const MINUTE = 60_000;

test('a window begins with the first request and ends after its length', () => {
  let now = 1000;
  const windows = new Windows(() => now);
  assert.equal(windows.read('a', MINUTE), { current: 0, ttl: 0 });
  assert.equal(windows.incr('a', MINUTE), { current: 1, ttl: MINUTE });
  now += 25_000;
  assert.equal(windows.incr('a', MINUTE), { current: 2, ttl: 35_000 });
  assert.equal(windows.read('a', MINUTE), { current: 2, ttl: 35_000 });
  now += 34_999;
  assert.equal(windows.read('a', MINUTE), { current: 2, ttl: 1 });
  now += 1;
  assert.equal(windows.read('a', MINUTE), { current: 0, ttl: 0 });
  assert.equal(windows.incr('a', MINUTE), { current: 1, ttl: MINUTE });
});

test('an adopted window ends when the other counter said, measured from the question', () => {
  let now = 10_000;
  const windows = new Windows(() => now);
  now += 40;
  assert.ok(windows.adopt('a', MINUTE, { current: 5, ttl: 30_000 }, 10_000));
  assert.equal(windows.read('a', MINUTE), { current: 5, ttl: 29_960 });
  assert.not(windows.adopt('a', MINUTE, { current: 5, ttl: MINUTE }, now), 'as much is known here');
  assert.equal(windows.read('a', MINUTE), { current: 5, ttl: 29_960 });
  assert.ok(windows.adopt('a', MINUTE, { current: 6, ttl: 20_000 }, now));
  assert.equal(windows.read('a', MINUTE), { current: 6, ttl: 20_000 });
});

test('reading a client without a window removes no other client', () => {
  const windows = new Windows(() => 0, 2);
  windows.incr('a', MINUTE);
  windows.incr('b', MINUTE);
  for (const client of ['c', 'd', 'e']) assert.ok(windows.adopt(client, MINUTE, { current: 0, ttl: 0 }, 0));
  assert.equal(
    ['a', 'b'].map(client => windows.read(client, MINUTE).current),
    [1, 1],
  );
});

/** @returns what the limiter is told */
const told = (counter: Counter, ask: 'incr' | 'read'): Promise<unknown> =>
  new Promise(resolve => {
    const store = new (storeOver(counter))({} as never) as unknown as Counting;
    const callback = (error: Error | null, count?: Count) => resolve(error ?? count);
    if (ask === 'incr') store.incr('a', callback, 2000, 7);
    else store.read('a', callback, 2000);
  });

interface Counting {
  incr(client: string, callback: unknown, length: number, max: number): void;
  read(client: string, callback: unknown, length: number): void;
}

test('the limiter gets counts and failures, at once or later', async () => {
  const asked: unknown[] = [];
  const counter = (answer: () => Count | Promise<Count>): Counter => ({
    incr(...all) {
      asked.push(['incr', ...all]);
      return answer();
    },
    read(...all) {
      asked.push(['read', ...all]);
      return answer();
    },
  });
  const count = { current: 3, ttl: 4 };
  for (const ask of ['incr', 'read'] as const) {
    assert.equal(
      await told(
        counter(() => count),
        ask,
      ),
      count,
    );
    assert.equal(
      await told(
        counter(async () => count),
        ask,
      ),
      count,
    );
    const failing = await told(
      counter(() => Promise.reject(new Error('gone'))),
      ask,
    );
    assert.instance(failing, Error);
  }
  assert.equal(asked.slice(0, 1), [['incr', 'a', 2000, 7]]);
  assert.equal(asked.slice(3, 4), [['read', 'a', 2000]]);
});

test.run();
