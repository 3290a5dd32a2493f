import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readAhead } from '../../build/common/read-ahead.ts';

/** Reads the items from 1 on, the later ones faster, and fails at one of them. */
function reading(count: number, { failing = 0 } = {}) {
  const begun: number[] = [];
  const read = async (item: number): Promise<string> => {
    begun.push(item);
    await sleep(20 - 4 * item);
    if (item === failing) throw new Error(`Item ${item} fails.`);
    return `read ${item}`;
  };
  return { begun, all: readAhead([1, 2, 3, 4, 5], count, read) };
}

test('items keep their order, and so many are begun before they are wanted', async () => {
  for (const count of [0, 1, 3, 9]) {
    const { begun, all } = reading(count);
    for (let item = 1; item <= 5; item++) {
      assert.is((await all.next()).value, `read ${item}`);
      assert.is(begun.length, Math.min(5, item + count), `item ${item}, ${count} ahead`);
    }
    assert.ok((await all.next()).done);
  }
});

test('a failure is thrown behind the items before it, and nobody hears of one that is not wanted', async () => {
  const { all } = reading(3, { failing: 3 });
  assert.is((await all.next()).value, 'read 1');
  assert.is((await all.next()).value, 'read 2');
  assert.is(await all.next().catch((error: Error) => error.message), 'Item 3 fails.');
  const { begun, all: left } = reading(3, { failing: 2 });
  for await (const _ of left) break;
  assert.is(begun.length, 4);
  // An unhandled rejection would end the process.
  await sleep(20);
});

test.run();
