import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { configureEngine } from '../../shim/search/configure.ts';
import { answered, call, connected, httpTransport, refused } from '../helpers/mcp.ts';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { SAMPLE_CORPUS, temporaryFolder } from '../helpers/tree.ts';
import { ADDED, builtWithVersions } from '../helpers/versions.ts';

/** The tools of MCP for versions (shim/README.md, MCP). */

let shim: Shim;
let client: Client;
test.before(async () => {
  const corpus = join(temporaryFolder(), 'corpus');
  cpSync(SAMPLE_CORPUS, corpus, { recursive: true });
  const { dist } = await builtWithVersions(corpus);
  shim = await startShim({ dist, engine: configureEngine(dist, null) });
  client = await connected(httpTransport(shim.port, shim.key));
});
test.after(async () => {
  await client.close();
  await shim.close();
});

const SECTION = '17 U.S.C. 106';
const [LAMP, GULL] = ADDED;

test('versions lists those of a document, also of one that is gone', async () => {
  const list = await answered(client, 'versions', { document: SECTION });
  assert.is(list.identifier, 't17/s106');
  const day = (from: string, to: string | null, amended: string | null, certain = false) => ({
    ...{ from, to, edition: from, last_seen: from, certain, amended },
  });
  assert.equal(list.versions, [
    day('2021-01-01', null, 'notes', true),
    day('2021-01-01', '2021-01-01', 'notes', true),
    day('2020-01-01', '2021-01-01', null),
  ]);
  const gone = await answered(client, 'versions', { document: 't17/s109' });
  assert.equal(gone.versions, [day('2020-01-01', '2021-01-01', null)]);
});

test('versions compares two days', async () => {
  const answer = { document: SECTION, from: '2020-06-30', to: '2021-06-30' };
  const { changes, from, to, moved, metadata } = await answered(client, 'versions', answer);
  assert.ok(changes.includes(LAMP) && changes.includes(GULL));
  assert.match(changes, /\{\+\+[^{]*One more lamp\./);
  assert.ok(changes.length < 600, 'unchanged text is left out');
  assert.equal([from.from, to.from, moved, metadata], ['2020-01-01', '2021-01-01', [], []]);
  const { text } = await call(client, 'versions', { ...answer, max_characters: 20 });
  assert.match(text, /^\/us\/usc\/t17\/s106, 2020-01-01 to 2021-01-01\n\n.{0,20}…$/s);
  await refused(
    client,
    'versions',
    { document: SECTION, from: '2019-01-01' },
    /first known version begins on 2020-01-01/,
  );
  await refused(client, 'versions', { document: SECTION, from: 'x' }, /from/);
  await refused(client, 'versions', { document: SECTION, from: '2022-01-01' }, /the same text on both days/);
  await refused(client, 'versions', { document: '17 U.S.C. 99999' }, /No document was found/);
});

test('read_document reads the text of a day', async () => {
  const on = async (day: string) =>
    (await answered(client, 'read_document', { document: SECTION, on: day })).text;
  assert.not((await on('2020-06-30')).includes(LAMP));
  assert.ok((await on('2021-06-30')).includes(GULL));
  const read = (day: string, part = 'text') =>
    call(client, 'read_document', { document: SECTION, on: day, part });
  assert.match(
    (await read('2020-06-30')).text,
    /Nobody knows .+ on 2020-06-30: it was last seen on 2020-01-01, and no more on 2021-01-01\.\]$/,
  );
  assert.not.match((await read('2020-01-01')).text, /Nobody knows/);
  const { version } = await answered(client, 'read_document', {
    document: SECTION,
    on: '2020-06-30',
    part: 'outline',
  });
  assert.equal(version, {
    from: '2020-01-01',
    to: '2021-01-01',
    edition: '2020-01-01',
    last_seen: '2020-01-01',
    certain: false,
  });
  assert.is((await answered(client, 'read_document', { document: SECTION })).version, undefined);
  const gone = await answered(client, 'read_document', { document: 't17/s109', on: '2020-06-30' });
  assert.is(gone.identifier, '/us/usc/t17/s109');
  await refused(client, 'read_document', { document: SECTION, on: '2019-06-30' }, /first known version/);
  await refused(client, 'read_document', { document: 't17/s109' }, /No document was found/);
});

test('history tells the events of a document', async () => {
  const { identifier, events, total } = await answered(client, 'history', { document: SECTION });
  assert.equal([identifier, total], ['t17/s106', 2]);
  assert.equal(
    events.map(({ date, kind, law }: Json) => [date, kind, law]),
    [
      ['1975-11-04', 'enacted', '/us/pl/94/953'],
      ['1989-12-12', 'amended', '/us/pl/101/949'],
    ],
  );
  const page = await answered(client, 'history', { document: SECTION, limit: 1 });
  assert.equal([page.events.length, page.next_offset], [1, 1]);
  assert.is((await answered(client, 'history', { document: 't17/s109' })).identifier, 't17/s109');
});

test('history tells what changed in a level', async () => {
  const answer = { level: '/us/usc/t17/ch1', from: '2020-06-30' };
  const { changes, counts, total, next_offset: next } = await answered(client, 'history', answer);
  assert.equal(
    changes.map(({ change, identifier, was }: Json) => [change, identifier, was]),
    [
      ['amended', '/us/usc/t17/s106', null],
      ['removed', '/us/usc/t17/s109', null],
      ['renumbered', '/us/usc/t17/s113', '/us/usc/t17/s112'],
    ],
  );
  assert.equal([counts.removed, total, next], [1, 3, null]);
  const page = await answered(client, 'history', {
    level: 't17/ch1',
    source: 'usc',
    from: '2020-06-30',
    limit: 2,
  });
  assert.is(page.next_offset, 2);
  await refused(client, 'history', { level: '/us/usc/t17/ch1' }, /parameter from/);
  await refused(client, 'history', { level: 't17/ch1', from: '2020-06-30' }, /Say which source/);
  await refused(client, 'history', {}, /either a document.*or a level/);
  await refused(client, 'history', { ...answer, document: SECTION }, /either a document/);
  await refused(client, 'history', { document: '17 U.S.C. 99999' }, /No document was found/);
});

test.run();
