import fs from 'node:fs';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { CACHE_CONTROL, COMMON_HEADERS, KEYED_CACHE_CONTROL } from '../../../build/contract/headers.ts';
import { CHANGES_INDEX, changesPath } from '../../../build/contract/paths.ts';
import { freePort } from '../../helpers/edges/process.ts';
import { type RunningWorker, startWorker, upload, workerHindrance } from '../../helpers/edges/worker.ts';
import { buildOf, lineOf, listOf, treeWith } from '../../helpers/history.ts';
import { suiteWhere } from '../../helpers/needs.ts';
import { type Answer, exchange, type RequestHeaders, startShim } from '../../helpers/shim.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

/** The changes of several builds together: the Worker answers from the tree what the shim does. */

const test = suiteWhere('the Worker and the history', workerHindrance());

const ask = (port: number, since: string, headers: RequestHeaders = {}, method = 'GET') =>
  exchange({ host: '127.0.0.1', port, path: `/api/changes?since=${since}`, method, headers });

const COMPARED = [
  ...['etag', 'content-type', 'cache-control', 'cache-tag', 'surrogate-key', 'vary', 'retry-after'],
  ...Object.keys(COMMON_HEADERS),
];

function assertSame(answer: Answer, expected: Answer, label: string): void {
  assert.is(answer.status, expected.status, `${label}: ${answer.text.slice(0, 200)}`);
  assert.is(answer.text, expected.text, label);
  for (const name of COMPARED) assert.is(answer.headers[name], expected.headers[name], `${label}: ${name}`);
  assert.is(answer.headers['x-ratelimit-policy'], undefined, `${label}: it is the shim's own answer`);
}

async function withWorker(
  { tree, origin }: { tree: string; origin?: string },
  run: (worker: RunningWorker) => Promise<void>,
): Promise<void> {
  const worker = await startWorker(origin === undefined ? {} : { origin });
  try {
    await upload(worker, tree);
    await run(worker);
  } finally {
    await worker.close();
  }
}

/** What the shim alone says of a tree, by `since`. */
async function expectedOf(tree: string, wanted: readonly string[]): Promise<Map<string, Answer>> {
  const shim = await startShim({ dist: tree });
  try {
    const expected = new Map<string, Answer>();
    for (const since of wanted)
      expected.set(
        since,
        await exchange({ host: '127.0.0.1', port: shim.port, path: `/api/changes?since=${since}` }),
      );
    return expected;
  } finally {
    await shim.close();
  }
}

/** 100 is complete, 102 came and went in 103; 104 is longer than what a Worker holds of a file. */
const history = () =>
  treeWith(
    [
      '',
      listOf(3),
      lineOf('x', 'added'),
      `${lineOf('s1', 'removed')}${lineOf('x', 'removed')}`,
      listOf(9_000, 'z'),
    ],
    100,
    [100],
  );

const STATUS: Readonly<Record<string, number>> = {
  ...{ 104: 200, 103: 200, '0103': 200, 101: 200, 100: 200, [buildOf(101)]: 200, [buildOf(104)]: 200 },
  ...{ 105: 400, x: 400, '-1': 400, '999999999999999': 400, '1&since=1': 400 },
  ...{ 99: 410, 98: 410, 0: 410, [buildOf(99)]: 410, [buildOf(3)]: 410 },
};

for (const [where, originOf] of [
  ['without a shim', async () => undefined],
  ['with the shim away', async () => `http://127.0.0.1:${await freePort()}`],
] as const)
  test(`${where} every answer equals the shim's`, async () => {
    const tree = history();
    const expected = await expectedOf(tree, Object.keys(STATUS));
    const origin = await originOf();
    await withWorker({ tree, ...(origin !== undefined && { origin }) }, async ({ port }) => {
      for (const [since, status] of Object.entries(STATUS))
        for (let i = 0; i < 2; i++) {
          const answer = await ask(port, since);
          assert.is(answer.status, status, `${since}: ${answer.text.slice(0, 200)}`);
          assertSame(answer, expected.get(since) as Answer, `${since}, the ${i + 1}. time`);
        }
      const lost = await ask(port, '7');
      assert.is(lost.json.error.code, 'GONE');
      assert.match(lost.json.error.message, /since number 7 .* begin with number 100\./);
      assert.is(lost.headers['cache-control'], CACHE_CONTROL.none);
    });
  });

test('with the shim available the Worker still answers itself', async () => {
  const tree = history();
  const expected = await expectedOf(tree, ['103', '99']);
  const shim = await startShim({ dist: temporaryFolder(), trustProxy: '127.0.0.1' });
  try {
    await withWorker({ tree, origin: `http://127.0.0.1:${shim.port}` }, async ({ port }) => {
      for (const since of ['103', '99'])
        assertSame(await ask(port, since), expected.get(since) as Answer, since);
    });
  } finally {
    await shim.close();
  }
});

test('conditions, HEAD, other methods and a key are answered', () =>
  withWorker({ tree: history() }, async ({ port }) => {
    const whole = await ask(port, '101');
    const { etag = '' } = whole.headers;
    assert.match(etag, /^"[\w-]{27}"$/);
    assert.is.not((await ask(port, '103')).headers.etag, etag);
    for (let i = 0; i < 2; i++) {
      const unchanged = await ask(port, '101', { 'if-none-match': etag });
      assert.equal([unchanged.status, unchanged.text, unchanged.headers.etag], [304, '', etag]);
    }
    assert.is((await ask(port, '101', { 'if-none-match': '"other"' })).status, 200);
    const part = await ask(port, '101', { range: 'bytes=0-3' });
    assert.equal([part.status, part.text], [200, whole.text], 'there are no ranges of it');
    const head = await ask(port, '101', {}, 'HEAD');
    assert.equal(
      [head.status, head.text, head.headers.etag, head.headers['content-length']],
      [200, '', etag, String(whole.bytes.length)],
    );
    assert.is((await ask(port, '101', {}, 'POST')).status, 405);
    const keyed = await ask(port, '101', { 'x-api-key': 'a' });
    assert.equal(
      [keyed.status, keyed.headers['cache-control'], keyed.text],
      [200, KEYED_CACHE_CONTROL.manifest, whole.text],
    );
    assert.is((await ask(port, '101')).headers['cache-control'], CACHE_CONTROL.manifest);
  }));

test('an answer is cached for all spellings, without reading its lists again', () =>
  withWorker({ tree: history() }, async worker => {
    const first = await ask(worker.port, '103');
    assert.ok(first.bytes.length > 1024 * 1024, 'a large one, too');
    await worker.remove(changesPath(104));
    for (let i = 0; i < 3; i++)
      for (const since of ['103', '0103', buildOf(103)])
        assert.is((await ask(worker.port, since)).text, first.text, since);
    assert.is((await ask(worker.port, '102')).status, 410, 'another needs them');
  }));

for (const [what, damage, status, message] of [
  ['a missing list', (tree: string) => fs.rmSync(path.join(tree, changesPath(103))), 410, /not kept/],
  [
    'a list with other bytes',
    (tree: string) => fs.writeFileSync(path.join(tree, changesPath(103)), lineOf('other')),
    410,
    /not kept/,
  ],
  [
    'an invalid index',
    (tree: string) => fs.writeFileSync(path.join(tree, CHANGES_INDEX), '{"data":[]}'),
    410,
    /damaged/,
  ],
  [
    'no history',
    (tree: string) => fs.rmSync(path.join(tree, 'changes'), { recursive: true }),
    404,
    /no such/,
  ],
] as const)
  test(`a damaged history has the shim's answer: ${what}`, async () => {
    const tree = history();
    damage(tree);
    const expected = (await expectedOf(tree, ['101'])).get('101') as Answer;
    await withWorker({ tree }, async ({ port }) => {
      const answer = await ask(port, '101');
      assertSame(answer, expected, what);
      assert.is(answer.status, status);
      assert.match(answer.json.error.message, message);
    });
  });

test('10,000 changes are answered, and more are GONE', () =>
  withWorker({ tree: treeWith(['', listOf(1), listOf(10_000, 'y')], 1) }, async ({ port }) => {
    assert.is((await ask(port, '2')).json.data.length, 10_000);
    const { status, json } = await ask(port, '1');
    assert.is(status, 410);
    assert.match(json.error.message, /more than 10000 documents/);
  }));

test("a tree in assets has the shim's history, and without a shim none", async () => {
  const assets = temporaryFolder();
  fs.mkdirSync(path.join(assets, 'api'));
  const shim = await startShim({ dist: history(), trustProxy: '127.0.0.1' });
  const [asking, alone] = [
    await startWorker({ assets, origin: `http://127.0.0.1:${shim.port}` }),
    await startWorker({ assets }),
  ];
  try {
    const answer = await ask(asking.port, '103');
    assert.equal([answer.status, answer.json.meta.since], [200, 103]);
    const none = await ask(alone.port, '103');
    assert.equal([none.status, none.json.error.code], [404, 'NOT_FOUND']);
  } finally {
    await Promise.all([asking.close(), alone.close(), shim.close()]);
  }
});

test.run();
