import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Turns } from '../../../shim/content/turns.ts';

/** Asks for so many turns at once. @returns those that went on, as they went on */
function asked(turns: Turns, count: number, from = 0): number[] {
  const gone: number[] = [];
  for (let i = from; i < from + count; i++) turns.next().then(() => gone.push(i));
  return gone;
}

test('a turn continues its number of tasks in order, and later turns the others', async () => {
  const gone = asked(new Turns(2), 5);
  await Promise.resolve();
  assert.equal(gone, [0, 1]);
  for (const expected of [
    [0, 1, 2, 3],
    [0, 1, 2, 3, 4],
  ]) {
    await nextTurn();
    assert.equal(gone, expected);
  }
});

test('a task that arrives while others wait is behind them', async () => {
  const turns = new Turns(2);
  const first = asked(turns, 4);
  await nextTurn();
  assert.equal(first, [0, 1, 2, 3]);
  const late = asked(turns, 2, 4);
  await Promise.resolve();
  assert.equal(late, [], 'this turn is used up');
  await nextTurn();
  assert.equal(late, [4, 5]);
});

test('an unused turn gives the next one no more', async () => {
  const turns = new Turns(2);
  asked(turns, 2);
  for (let i = 0; i < 5; i++) await nextTurn();
  const gone = asked(turns, 3);
  await Promise.resolve();
  assert.equal(gone, [0, 1]);
  await nextTurn();
  assert.equal(gone, [0, 1, 2]);
});

test.run();
