import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RequestedDiff } from '../../../build/contract/diff-request.ts';
import { resourceBody } from '../../../build/contract/envelope.ts';
import type { ApiError } from '../../../build/contract/errors.ts';
import { sourceOf } from '../../../build/contract/sources.ts';
import type { ContentStore } from '../../../shim/content/catalog-store.ts';
import { DiffThread, LARGE } from '../../../shim/routes/diff-thread.ts';
import { Diffs } from '../../../shim/routes/diffs.ts';

/** Floods of differences. */

const REQUESTED: RequestedDiff = {
  ...{ resource: 'diff', source: sourceOf('usc'), identifier: '/us/usc/t17/s106' },
  ...{ from: '2020-01-01', to: '2020-01-02', format: 'json' },
};
const store = { requireContent() {} } as ContentStore;

test('one difference is made at a time, 20 wait, and others are refused at once', async () => {
  let [running, most] = [0, 0];
  let goOn: () => void = () => {};
  const gate = new Promise<void>(resolve => {
    goOn = resolve;
  });
  const diffs = new Diffs(store, async () => {
    most = Math.max(most, ++running);
    await gate;
    running -= 1;
    return null;
  });
  const outcomes = Array.from({ length: 30 }, () =>
    diffs.answer(REQUESTED).then(
      () => 200,
      (error: ApiError) => error.status,
    ),
  );
  const refused = await Promise.all(outcomes.slice(21));
  assert.equal([...new Set(refused)], [503]);
  goOn();
  // The files are not there.
  assert.equal([...new Set(await Promise.all(outcomes.slice(0, 21)))], [404]);
  assert.is(most, 1);
});

/** @param bodies of the version of 2020-01-01 and of the next day's */
function diffsOf(bodies: readonly [old: string, next: string], timeLimit?: number): Diffs {
  const url = 'api/usc/documents/t17/s106';
  const version = { edition: '2020-01-01', last_seen: '2020-01-02', certain: true, amended: null };
  const versions = [
    { ...version, from: '2020-01-02', to: null, url },
    { ...version, from: '2020-01-01', to: '2020-01-02', url: `${url}?on=2020-01-01` },
  ];
  const document = (body: string): string => resourceBody({ metadata: {}, body }, '').json;
  const files: Record<string, string> = {
    [`${url}/versions.json`]: resourceBody(versions, '').json,
    [`${url}/versions/2020-01-01.json`]: document(bodies[0]),
    [`${url}.json`]: document(bodies[1]),
  };
  const wholes = async (path: string) => (files[path] ? Buffer.from(files[path]) : null);
  const diffs = new Diffs(store, wholes, new DiffThread(timeLimit));
  opened.push(diffs);
  return diffs;
}

const opened: Diffs[] = [];
test.after(async () => {
  await Promise.all(opened.map(diffs => diffs.close()));
});

/** One paragraph of words that differ in every other place, which takes long. */
const words = (length: number, other: string): string =>
  Array.from({ length: length / 4 }, (_, i) =>
    i % 2 === 0 ? 'one ' : `${(i * 7919) % 97}${other} `.slice(-4),
  )
    .join('')
    .padEnd(length, 'z');

const outcome = (diffs: Diffs): Promise<string> =>
  diffs.answer(REQUESTED).then(
    ({ text }) => JSON.stringify(JSON.parse(text).data.body.slice(0, 2)),
    ({ status, message }: ApiError) => `${status} ${message}`,
  );

test('other requests are answered while a difference is made', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns++;
  }, 1);
  await outcome(diffsOf([words(60_000, 'ab'), words(60_000, 'cd')]));
  clearInterval(timer);
  assert.ok(turns > 10, `${turns} turns`);
});

test('large versions that take too long are refused, smaller ones are not', async () => {
  const [old, next] = [words(LARGE / 2, 'ab'), words(LARGE / 2, 'cd')];
  assert.match(await outcome(diffsOf([old, next], 1)), /^\[\["/);
  assert.is(await outcome(diffsOf([old, `${next}z`], 1)), '503 These versions could not be compared in time');
});

test('a thread that was ended makes the next difference', async () => {
  const thread = new DiffThread(1);
  const version = (body: string) => {
    const facts = { from: '2020-01-01', to: null, edition: '2020-01-01', last_seen: null, certain: true };
    return { facts: facts as never, metadata: {}, body, timestamp: '' };
  };
  const run = (old: string, next: string) =>
    thread.run({ identifier: 'x', format: 'markdown', old: version(old), next: version(next) });
  const refused = await run(words(LARGE, 'ab'), words(LARGE, 'cd')).catch(({ status }: ApiError) => status);
  assert.is(refused, 503);
  assert.is((await run('One bell.', 'Two bells.')).contentType, 'text/markdown; charset=utf-8');
  await thread.close();
});

test.run();
