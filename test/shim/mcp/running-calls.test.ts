import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REFUSALS } from '../../../shim/mcp/refusals.ts';
import { Calls } from '../../../shim/mcp/running-calls.ts';
import { settledHeap } from '../../helpers/heap.ts';

/** Begins so many calls that end when they are told to. */
function begin(calls: Calls, client: string, count: number): { end: () => void; refused: () => number } {
  const ends: (() => void)[] = [];
  let refused = 0;
  for (let i = 0; i < count; i++)
    calls
      .run(client, () => new Promise<void>(resolve => ends.push(resolve)))
      .catch(error => {
        assert.is(error, REFUSALS.busy);
        refused++;
      });
  const end = () => {
    for (const end of ends) end();
  };
  return { end, refused: () => refused };
}

const turn = () => new Promise(setImmediate);

test('one client has at most its share, all together have all places, and places are freed', async () => {
  const calls = new Calls();
  const greedy = begin(calls, 'a', 205);
  const others = begin(calls, 'b', 60);
  await turn();
  assert.equal([greedy.refused(), others.refused()], [5, 4]);
  others.end();
  await turn();
  const again = begin(calls, 'c', 56);
  await turn();
  assert.is(again.refused(), 0);
  greedy.end();
  await turn();
  const greedyAgain = begin(calls, 'a', 200);
  await turn();
  assert.is(greedyAgain.refused(), 0);
});

test('a failed call frees its place', async () => {
  const calls = new Calls();
  for (let i = 0; i < 300; i++) await calls.run('a', () => Promise.reject(new Error('x'))).catch(() => {});
  assert.is(await calls.run('a', async () => 'answered'), 'answered');
});

test('a client without running calls is forgotten', async () => {
  const calls = new Calls();
  const before = await settledHeap();
  const [clients, bytes] = [1000, 20_000];
  for (let i = 0; i < clients; i++)
    await calls.run(Buffer.alloc(bytes, `${i} `).toString('latin1'), async () => {});
  assert.ok((await settledHeap()) - before < (clients * bytes) / 4, 'their names are held');
  assert.is(await calls.run('a', async () => 'answered'), 'answered');
});

test.run();
