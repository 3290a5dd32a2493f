import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ChangedDocument, ChangesEntry } from '../../build/contract/changes.ts';
import { CACHE_CONTROL } from '../../build/contract/headers.ts';
import { CHANGES_INDEX, changesPath } from '../../build/contract/paths.ts';
import { buildHere, editable } from '../helpers/builds.ts';
import { indexIn, linesIn, listIn } from '../helpers/follower.ts';
import { buildOf, lineOf, listOf, treeWith } from '../helpers/history.ts';
import { type Answer, type Shim, startShim } from '../helpers/shim.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** build/contract/README.md, Changes: what the shim answers. */

const SECTIONS = 'usc/title-17/chapter-01';

let dist: string;
let shim: Shim;
/** 4: 106 comes again; 3: 106 has gone, 106z has changed; 2: 106z has come; 1 is the first. */
let entries: ChangesEntry[];

test.before(async () => {
  const made = editable();
  dist = made.dist;
  const file = (name: string) => path.join(made.corpus, SECTIONS, `section-${name}.md`);
  const text = fs.readFileSync(file('106'), 'utf8');
  await buildHere(made.corpus, dist);
  fs.writeFileSync(file('106z'), text.replaceAll('/s106', '/s106z'));
  await buildHere(made.corpus, dist);
  fs.appendFileSync(file('106z'), '\nOne more lighthouse.\n');
  fs.rmSync(file('106'));
  await buildHere(made.corpus, dist);
  fs.writeFileSync(file('106'), `${text}\nAnother one.\n`);
  await buildHere(made.corpus, dist);
  entries = indexIn(dist);
  shim = await startShim({ dist });
});
test.after(() => shim.close());

const told = ({ json }: Answer): Record<string, string> =>
  Object.fromEntries(
    json.data.map(({ identifier, change }: ChangedDocument) => [identifier.split('/').at(-1), change]),
  );

function assertError(answer: Answer, status: number, code: string, message: RegExp): void {
  assert.equal([answer.status, answer.json?.error?.code], [status, code], answer.text);
  assert.match(answer.json.error.message, message);
  assert.is(answer.headers['cache-control'], CACHE_CONTROL.none);
}

test('the index lists builds, newest first, and is cached for a short time', async () => {
  const { status, headers, json, bytes } = await shim.get('/api/changes');
  assert.is(status, 200);
  assert.ok(bytes.equals(fs.readFileSync(path.join(dist, CHANGES_INDEX))));
  assert.equal(json.data, entries);
  assert.is(headers['content-type'], 'application/json; charset=utf-8');
  assert.equal([headers['cache-tag'], headers['surrogate-key']], ['changes', 'changes']);
  const anonymous = await shim.anonymous('/api/changes');
  assert.is(anonymous.headers['cache-control'], CACHE_CONTROL.manifest);
  const again = await shim.get('/api/changes', { 'if-none-match': headers.etag ?? '' });
  assert.equal([again.status, again.text], [304, '']);
});

test("a build's list has a line for each document, and is compressed on request", async () => {
  for (const entry of entries) {
    const { status, headers, bytes, text } = await shim.anonymous(entry.url);
    assert.is(status, 200);
    assert.is(headers['content-type'], 'application/x-ndjson; charset=utf-8');
    assert.is(headers['cache-control'], CACHE_CONTROL.list);
    assert.equal(
      [bytes.length, createHash('sha256').update(bytes).digest('hex')],
      [entry.bytes, entry.sha256],
    );
    assert.equal(linesIn(text), listIn(dist, entry));
  }
  const plain = await shim.get('/api/changes/3');
  assert.ok(plain.bytes.length > 0);
  const { headers, text } = await shim.get('/api/changes/3', { 'accept-encoding': 'gzip, identity;q=0' });
  assert.equal([headers['content-encoding'], text], ['gzip', plain.text]);
});

test('since, as a number or a build, gives the last state of each document', async () => {
  for (const [i, expected] of [
    {},
    { s106: 'added' },
    { s106: 'changed', s106z: 'changed' },
    { s106: 'changed', s106z: 'added' },
  ].entries()) {
    const { number, build } = entries[i] as ChangesEntry;
    for (const since of [number, `0${number}`, build]) {
      const answer = await shim.get(`/api/changes?since=${since}`);
      assert.is(answer.status, 200, answer.text);
      assert.equal(told(answer), expected, String(since));
      const newest = entries[0] as ChangesEntry;
      assert.equal(answer.json.meta, {
        ...{ api_version: 'v1', timestamp: newest.published },
        ...{ since: number, number: 4, build: newest.build },
      });
    }
  }
});

test('ETags of changed documents are those of the API', async () => {
  const { json } = await shim.get('/api/changes?since=1');
  assert.equal(
    json.data.map((item: ChangedDocument) => item.path),
    json.data.map((item: ChangedDocument) => item.path).sort(),
  );
  for (const { url, etag, path: file } of json.data as ChangedDocument[])
    for (const [format, value] of Object.entries(etag ?? {})) {
      const answer = await shim.get(`${url}?format=${format}`);
      assert.equal([answer.status, answer.headers.etag], [200, value], `${url} ${format}`);
      if (format === 'json') assert.ok(answer.bytes.equals(fs.readFileSync(path.join(dist, file))));
    }
});

test('an answer to since has its own ETag, a tag and a short cache time', async () => {
  const first = await shim.anonymous('/api/changes?since=2');
  const { etag = '' } = first.headers;
  assert.match(etag, /^"[\w-]{27}"$/);
  assert.is(first.headers['cache-control'], CACHE_CONTROL.manifest);
  assert.is(first.headers['cache-tag'], 'changes');
  assert.is((await shim.anonymous('/api/changes?since=2', { 'if-none-match': etag })).status, 304);
  assert.is.not((await shim.anonymous('/api/changes?since=3')).headers.etag, etag);
  const head = await shim.request('HEAD', '/api/changes?since=2');
  assert.equal([head.status, head.headers.etag, head.text], [200, etag, '']);
});

test('OPTIONS is answered, other methods are 405', async () => {
  for (const url of ['/api/changes', '/api/changes?since=1', '/api/changes/1', '/api/changes/99']) {
    assert.is((await shim.request('OPTIONS', url)).status, 204, url);
    assert.is((await shim.request('POST', url)).status, 405, url);
  }
});

test('unknown changes are 404, and an invalid since is 400', async () => {
  for (const url of ['/api/changes/5', '/api/changes/x', '/api/changes/0', '/api/changes/01'])
    assertError(await shim.get(url), 404, 'NOT_FOUND', /no such changes/);
  assertError(await shim.get('/api/changes?since=5'), 400, 'INVALID_PARAMETER', /"5".*must be 4/);
  for (const since of ['x', '-1', '1&since=1'])
    assertError(await shim.get(`/api/changes?since=${since}`), 400, 'INVALID_PARAMETER', /since/);
});

test('an empty since counts as missing', async () => {
  const [empty, plain] = await Promise.all([shim.get('/api/changes?since='), shim.get('/api/changes')]);
  assert.equal([empty.status, empty.text], [200, plain.text]);
});

test('a since before a complete build, or of an unknown build, is GONE', async () => {
  assertError(await shim.get('/api/changes?since=0'), 410, 'GONE', /number 1 made everything anew.*take all/);
  const unknown = '0'.repeat(64);
  assertError(await shim.get(`/api/changes?since=${unknown}`), 410, 'GONE', /Nothing is known of this build/);
});

async function withShimOf(tree: string, run: (shim: Shim) => Promise<void>): Promise<void> {
  const other = await startShim({ dist: tree });
  try {
    await run(other);
  } finally {
    await other.close();
  }
}

test('a since before the kept builds is GONE, the one just before them is answered', () =>
  withShimOf(treeWith([listOf(1), listOf(2)], 7), async other => {
    for (const since of ['5', '1', buildOf(5)])
      assertError(await other.get(`/api/changes?since=${since}`), 410, 'GONE', /take all/);
    assertError(
      await other.get('/api/changes?since=5'),
      410,
      'GONE',
      /since number 5 are not all kept.* begin with number 7\./,
    );
    for (const since of ['6', buildOf(6)]) {
      const { status, json } = await other.get(`/api/changes?since=${since}`);
      assert.equal([status, json.meta?.since, json.data?.length], [200, 6, 2]);
    }
    assertError(await other.get('/api/changes/6'), 404, 'NOT_FOUND', /dropped/);
  }));

test('a number of a lost history is GONE, and the message names the first number of the new one', () =>
  withShimOf(treeWith(['', listOf(1), listOf(2)], 29_700_000, [29_700_000]), async other => {
    for (const since of [1, 17, 29_699_998])
      assertError(
        await other.get(`/api/changes?since=${since}`),
        410,
        'GONE',
        new RegExp(`since number ${since} are not all kept.* begin with number 29700000\\..*take all`),
      );
    assertError(await other.get('/api/changes?since=29699999'), 410, 'GONE', /29700000 made everything anew/);
    assert.is((await other.get('/api/changes?since=29700000')).json.data.length, 2);
  }));

test('an added and removed document counts as removed, an added and changed one as added, a removed and added one as changed', () => {
  const lists = [
    ['a added', 'b added', 'c removed', 'd changed'],
    ['a removed', 'b changed', 'c added', 'd removed'],
  ].map(lines => lines.map(line => lineOf(...(line.split(' ') as [string, string]))).join(''));
  return withShimOf(treeWith(['', ...lists], 1), async other => {
    const { json } = await other.get('/api/changes?since=1');
    assert.equal(
      json.data.map(({ identifier, change, etag }: ChangedDocument) => [
        identifier.at(-1),
        change,
        etag === null,
      ]),
      [
        ...[
          ['a', 'removed', true],
          ['b', 'added', false],
          ['c', 'changed', false],
        ],
        ['d', 'removed', true],
      ],
    );
  });
});

test('10,000 changes are answered, and more are GONE', () =>
  withShimOf(treeWith([listOf(1, 'z'), listOf(1), listOf(9_999, 'x')], 1), async other => {
    const { status, json } = await other.get('/api/changes?since=1');
    assert.equal([status, json.data.length], [200, 10_000]);
    assertError(await other.get('/api/changes?since=0'), 410, 'GONE', /more than 10000 documents/);
  }));

test('repeated and simultaneous requests have equal answers', () =>
  withShimOf(treeWith([listOf(3), listOf(3), listOf(400, 'x')], 1), async other => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => other.get('/api/changes?since=1')));
    for (const { status, text } of answers) assert.equal([status, text], [200, answers[0]?.text]);
    assert.is((await other.get('/api/changes?since=1')).text, answers[0]?.text);
  }));

for (const [what, damage, since, message] of [
  ['a missing list', (tree: string) => fs.rmSync(path.join(tree, changesPath(2))), 1, /not kept/],
  [
    'a list with other bytes',
    (tree: string) => fs.writeFileSync(path.join(tree, changesPath(2)), lineOf('other')),
    1,
    /not kept/,
  ],
  [
    'an invalid index',
    (tree: string) => fs.writeFileSync(path.join(tree, CHANGES_INDEX), '{"data":[]}'),
    3,
    /damaged/,
  ],
] as const)
  test(`a damaged history is GONE: ${what}`, () => {
    const tree = treeWith([listOf(1), listOf(2), listOf(3)], 1);
    damage(tree);
    return withShimOf(tree, async other => {
      assertError(await other.get(`/api/changes?since=${since}`), 410, 'GONE', message);
      if (since === 1) assert.is((await other.get('/api/changes?since=2')).status, 200);
    });
  });

test('a tree without a history has no changes', async () => {
  const bare = temporaryFolder();
  await withShimOf(bare, async other => {
    for (const url of ['/api/changes', '/api/changes/1', '/api/changes?since=1'])
      assertError(await other.get(url), 404, 'NOT_FOUND', /no such changes/);
  });
});

test('a new build is in the answers within seconds', async () => {
  const made = editable();
  await buildHere(made.corpus, made.dist);
  await withShimOf(made.dist, async other => {
    assert.equal((await other.get('/api/changes?since=1')).json.data, []);
    fs.appendFileSync(path.join(made.corpus, SECTIONS, 'section-106.md'), '\nOne more lighthouse.\n');
    await buildHere(made.corpus, made.dist);
    let answer = await other.get('/api/changes?since=1');
    for (let i = 0; i < 400 && answer.json.meta.number === 1; i++) {
      await new Promise(resolve => setTimeout(resolve, 50));
      answer = await other.get('/api/changes?since=1');
    }
    assert.equal([answer.json.meta.number, told(answer)], [2, { s106: 'changed' }]);
  });
});

test.run();
