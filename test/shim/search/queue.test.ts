import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../build/contract/errors.ts';
import { SearchQueue } from '../../../shim/search/queue.ts';

const LENGTH = 60;
const SHARE = 20;
const forever = new AbortController().signal;

/** A queue, and tasks that end when they are told to. */
function open(slots: number) {
  const queue = new SearchQueue(slots);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  /** A task of the client `a` is named `a1`, or the like. */
  const run = (name: string, signal: AbortSignal = forever): Promise<string> => {
    const answer = queue.run(name.replace(/\d+$/, ''), signal, () => {
      started.push(name);
      return new Promise<string>(resolve => ends.set(name, () => resolve(name)));
    });
    answer.catch(() => undefined);
    return answer;
  };
  /** Ends a task, and lets those start that waited for it. */
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { run, end, started };
}

const refusalOf = async (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => assert.unreachable(),
    error => error,
  );

test('one client leaves a slot to others if there are several', async () => {
  for (const [slots, own] of [
    [1, 1],
    [2, 1],
    [5, 4],
  ] as const) {
    const { run, end, started } = open(slots);
    for (let i = 1; i <= 9; i++) run(`a${i}`);
    await end('');
    assert.is(started.length, own);
    run('b1');
    await end('');
    assert.is(started.includes('b1'), slots > own);
  }
});

test('clients take turns, and each keeps its own order', async () => {
  const { run, end, started } = open(1);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) run(name);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) await end(name);
  assert.equal(started, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('a client that may not run leaves its turn to the next one', async () => {
  const { run, end, started } = open(2);
  for (const name of ['a1', 'b1', 'a2', 'c1']) run(name);
  await end('b1');
  assert.equal(started, ['a1', 'b1', 'c1'], 'a holds the one slot that it may have');
  await end('a1');
  assert.equal(started, ['a1', 'b1', 'c1', 'a2']);
});

test('a slot is kept until its task ends, even if its client has left', async () => {
  const { run, end, started } = open(1);
  const controller = new AbortController();
  const first = run('a1', controller.signal);
  run('b1');
  const reason = new Error('The time is over');
  controller.abort(reason);
  assert.is(await refusalOf(first), reason);
  assert.equal(started, ['a1']);
  await end('a1');
  assert.equal(started, ['a1', 'b1']);
});

test('a task that waited too long or whose client left never starts', async () => {
  const { run, end, started } = open(1);
  const controller = new AbortController();
  run('a1');
  const late = run('b1', controller.signal);
  const next = run('c1');
  const reason = new Error('The time is over');
  controller.abort(reason);
  assert.is(await refusalOf(late), reason);
  assert.is(await refusalOf(run('d1', AbortSignal.abort(reason))), reason);
  await end('a1');
  await end('c1');
  assert.is(await next, 'c1');
  assert.equal(started, ['a1', 'c1']);
});

test('searches beyond the bounds get 503 at once, those of one client first', async () => {
  const { run, end, started } = open(2);
  for (let i = 0; i < 1 + SHARE; i++) run(`a${i}`);
  const refused = (await refusalOf(run('a99'))) as ApiError;
  assert.instance(refused, ApiError);
  assert.equal(
    [refused.status, refused.message, refused.retryAfter],
    [503, 'Search service is temporarily unavailable', 5],
  );
  const others = Array.from({ length: 1 + LENGTH - SHARE }, (_, i) => `client${i}-`);
  for (const client of others) run(`${client}1`);
  assert.is(((await refusalOf(run('last1'))) as ApiError).status, 503);
  assert.equal(started, ['a0', 'client0-1']);
  // Room for one is room for one.
  await end('a0');
  run('last2');
  assert.is(((await refusalOf(run('last3'))) as ApiError).status, 503);
});

test('a failed task does not affect others', async () => {
  const queue = new SearchQueue(1);
  const failure = new Error('bad');
  assert.is(await refusalOf(queue.run('a', forever, () => Promise.reject(failure))), failure);
  assert.is(await queue.run('a', forever, async () => 'good'), 'good');
});

test.run();
