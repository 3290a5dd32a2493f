import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { until, within } from './until.ts';

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => assert.unreachable() as never,
    (error: Error) => error.message,
  );

test('a wait goes on until its condition holds, also after errors', async () => {
  let looked = 0;
  await until(async () => {
    looked++;
    if (looked < 3) throw new Error('not yet');
    return looked === 4;
  });
  assert.is(looked, 4);
});

test('a wait times out, and its error has the last state', async () => {
  let seen = 0;
  const told = { seen: () => ({ seen: ++seen }), boundMs: 50 };
  assert.is(
    await messageOf(until(() => false, told)),
    'It did not come to be within 0.05 s. Seen last: {"seen":1}',
  );
  const failing = () => Promise.reject(new Error('no server'));
  assert.match(
    await messageOf(until(failing, { ...told, seen: () => 'a log' })),
    /It fails: no server Seen last: a log/,
  );
});

test('a promise is awaited for a bounded time', async () => {
  assert.is(await within(Promise.resolve(7)), 7);
  assert.is(await messageOf(within(Promise.reject(new Error('it failed')))), 'it failed');
  const never = within(new Promise(() => {}), { seen: () => `${'x'.repeat(9000)}end`, boundMs: 50 });
  const message = await messageOf(never);
  assert.match(message, /^It did not come within 0.05 s. Seen last: x+end$/);
  assert.ok(message.length < 5000);
});

test.run();
