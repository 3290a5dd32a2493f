import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { filesUnder } from '../../build/files/walk.ts';
import { apiAddress } from '../../build/sync/addresses.ts';
import { plainText } from '../../build/text/plain.ts';
import { type Shim, startShim } from '../helpers/shim.ts';
import { SAMPLE_CORPUS, sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { ADDED, builtWithVersions } from '../helpers/versions.ts';

/** build/contract/README.md, Versions: lists of versions, and the parameter `on`. */

let shim: Shim;
let dist = '';
let first = '';
test.before(async () => {
  const corpus = join(temporaryFolder(), 'corpus');
  cpSync(SAMPLE_CORPUS, corpus, { recursive: true });
  const section = join(corpus, 'usc/title-17/chapter-01/section-107.md');
  writeFileSync(
    section,
    readFileSync(section, 'utf8').replace(/^source: .*\n/m, '$&aliases:\n  - "/us/usc/t17/s1070"\n'),
  );
  first = readFileSync(join(corpus, 'usc/title-17/chapter-01/section-106.md'), 'utf8');
  ({ dist } = await builtWithVersions(corpus));
  shim = await startShim({ dist });
});
test.after(() => shim.close());

const SECTION = '/api/usc/documents/t17%2Fs106';
const REMOVED = '/api/usc/documents/t17%2Fs109';
const facts = (from: string, to: string | null, seen: string, certain: boolean) => ({
  ...{ from, to, edition: from, last_seen: seen, certain },
});
const [LAMP, GULL] = ADDED;

test('the list has all versions, newest first, with the addresses of their texts', async () => {
  const { json, status } = await shim.get(`${SECTION}/versions`);
  assert.is(status, 200);
  const listed = [
    // The new words stand behind the notes.
    [facts('2021-01-01', null, '2021-01-01', true), 'notes', ''],
    [facts('2021-01-01', '2021-01-01', '2021-01-01', true), 'notes', '2021-01-01~1'],
    [facts('2020-01-01', '2021-01-01', '2020-01-01', false), null, '2020-01-01'],
  ] as const;
  assert.equal(
    json.data,
    listed.map(([known, amended, name]) => ({
      ...known,
      amended,
      url: name === '' ? SECTION : `${SECTION}?on=${name}`,
    })),
  );
  assert.match(String((await shim.anonymous(`${SECTION}/versions`)).headers['cache-control']), /^public, /);
  for (const spelling of ['t17/s106', '%2Fus%2Fusc%2Ft17%2Fs106', '/us/usc/t17/s106'])
    assert.equal((await shim.get(`/api/usc/documents/${spelling}/versions`)).json, json);
});

test('every file of versions is the answer to its address in the API, byte for byte', async () => {
  const files = [...filesUnder(dist, 'api')].filter(file => /\/versions(\/|\.)/.test(file));
  assert.ok(files.some(file => file.endsWith('/versions/2021-01-01~1.md')));
  for (const file of files) {
    const { status, bytes } = await shim.get(apiAddress(file));
    assert.is(status, 200, file);
    assert.is(bytes.compare(readFileSync(join(dist, file))), 0, file);
  }
});

test('the text of a day', async () => {
  const on = async (day: string) => (await shim.get(`${SECTION}?on=${day}&format=markdown`)).text;
  assert.is(await on('2020-01-01'), first);
  assert.is(await on('2020-12-31'), first);
  assert.is(await on('2021-01-01~1'), `${first}\n${LAMP}\n`);
  const current = `${first}\n${LAMP}\n\n${GULL}\n`;
  assert.is(await on('2021-01-01'), current);
  assert.is(await on('2026-01-01'), current);
  assert.is((await shim.get(`${SECTION}?format=markdown`)).text, current);
});

test('meta tells what is known of the day', async () => {
  const version = async (day: string) => (await shim.get(`${SECTION}?on=${day}`)).json.meta.version;
  assert.equal(await version('2020-01-01'), facts('2020-01-01', '2021-01-01', '2020-01-01', true));
  assert.equal(await version('2020-01-02'), facts('2020-01-01', '2021-01-01', '2020-01-01', false));
  assert.equal(await version('2025-01-01'), facts('2021-01-01', null, '2021-01-01', true));
  assert.is((await shim.get(SECTION)).json.meta.version, undefined);
});

test('all representations, fields and paragraphs of a day', async () => {
  const former = `${SECTION}?on=2020-06-30`;
  const { json } = await shim.get(former);
  assert.ok(first.endsWith(json.data.body));
  assert.is((await shim.get(`${former}&format=text`)).text, plainText(json.data.body));
  assert.is((await shim.get(former, { accept: 'text/plain' })).text, plainText(json.data.body));
  assert.is((await shim.get(former, { accept: 'text/markdown' })).text, first);
  const fields = (await shim.get(`${former}&fields=display_title`)).json;
  assert.equal(Object.keys(fields.data.metadata), ['identifier', 'source', 'display_title']);
  assert.equal(fields.meta, json.meta);
  const paragraph = (await shim.get(`${former}&pinpoint=(2)`)).json;
  assert.match(paragraph.data.body, /make a new work out of it/);
  assert.not.match(paragraph.data.body, /make copies of the work/);
  assert.equal(paragraph.meta, { ...json.meta, pinpoint: ['2'] });
  const { text } = await shim.get(`${former}&pinpoint=(2)&format=markdown`);
  assert.ok(text.startsWith('---\n') && text.endsWith(paragraph.data.body));
});

test('days without the document are 404, and name the day that is known', async () => {
  const told = async (url: string) => {
    const { status, json } = await shim.get(url);
    assert.is(status, 404, url);
    assert.is(json.error.code, 'DOCUMENT_NOT_FOUND');
    return json.error.message;
  };
  assert.is(
    await told(`${SECTION}?on=2019-12-31`),
    'No text of /us/usc/t17/s106 is known for 2019-12-31. The first known version begins on 2020-01-01.',
  );
  assert.is(
    await told(`${REMOVED}?on=2021-01-01`),
    '/us/usc/t17/s109 was not in force on 2021-01-01. It was removed on 2021-01-01.',
  );
  assert.match(await told(REMOVED), /^No document was found/);
  assert.match(await told('/api/usc/documents/t17%2Fs999/versions'), /^No document was found/);
  assert.match(await told('/api/usc/documents/t17%2Fs999?on=2021-01-01'), /^No document was found/);
});

test('a name that no version has is 404, and tells nothing of the law of its day', async () => {
  for (const name of ['2021-01-01~2', '2020-01-01~1', '2026-01-01~3', '2019-01-01~1'])
    for (const url of [`${SECTION}?on=${name}`, `${SECTION}/diff?from=${name}`]) {
      const { status, json } = await shim.get(url);
      assert.is(status, 404, url);
      assert.equal(json.error.code, 'DOCUMENT_NOT_FOUND');
      const told = `/us/usc/t17/s106 has no version ${name}. Its versions are at ${SECTION}/versions.`;
      assert.is(json.error.message, told);
    }
});

test('a document that is gone keeps its list and its texts', async () => {
  const { json } = await shim.get(`${REMOVED}/versions`);
  const known = facts('2020-01-01', '2021-01-01', '2020-01-01', false);
  assert.equal(json.data, [{ ...known, amended: null, url: `${REMOVED}?on=2020-01-01` }]);
  const { data, meta } = (await shim.get(`${REMOVED}?on=2020-03-01`)).json;
  assert.is(data.identifier, '/us/usc/t17/s109');
  assert.is(json.meta.timestamp, meta.timestamp, 'the list is as new as its newest text');
});

test('what is no day, or in the future, is 400', async () => {
  for (const day of ['x', '2020', '2021-02-29', '2020-01-01~0', '2020-01-01~', '2999-01-01', '2020-1-1']) {
    const { status, json } = await shim.get(`${SECTION}?on=${day}`);
    assert.is(status, 400, day);
    assert.is(json.error.code, 'INVALID_PARAMETER');
  }
  assert.is((await shim.get(`${SECTION}?on=2020-01-01&on=2020-01-01`)).status, 400);
  assert.is((await shim.get(`${SECTION}?on=`)).json.meta.version, undefined);
  const tomorrow = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
  assert.match((await shim.get(`${SECTION}?on=${tomorrow}`)).json.error.message, /not in the future/);
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);
  assert.is((await shim.get(`${SECTION}?on=${yesterday}`)).status, 200);
});

test('an answer has a validator of its own, and is cached and purged as the document', async () => {
  const current = await shim.get(SECTION);
  const tags = [];
  const seen = new Set([current.headers.etag]);
  for (const query of [
    'on=2020-01-01',
    'on=2020-01-02',
    'on=2021-01-01',
    'on=2020-01-01&format=markdown',
    'on=2020-01-01&format=text',
    'on=2020-01-01&fields=body',
    'on=2020-01-01&pinpoint=(1)',
  ]) {
    const { headers } = await shim.get(`${SECTION}?${query}`);
    assert.not(seen.has(headers.etag), query);
    seen.add(headers.etag);
    tags.push(headers['cache-tag']);
    assert.is(headers['cache-control'], current.headers['cache-control'], query);
    assert.is(headers.vary, current.headers.vary);
    const again = await shim.get(`${SECTION}?${query}`, { 'if-none-match': String(headers.etag) });
    assert.is(again.status, 304, query);
    const head = await shim.request('HEAD', `${SECTION}?${query}`);
    assert.equal([head.status, head.headers.etag, head.text], [200, headers.etag, '']);
  }
  assert.equal(new Set(tags), new Set([current.headers['cache-tag']]));
});

test('an alias has the versions of its document', async () => {
  const own = '/api/usc/documents/t17%2Fs107';
  const { json } = await shim.get('/api/usc/documents/t17%2Fs1070/versions');
  assert.equal(json, (await shim.get(`${own}/versions`)).json);
  assert.is(json.data[0].url, own);
  assert.is(
    (await shim.get('/api/usc/documents/t17%2Fs1070?on=2021-06-30')).json.data.identifier,
    '/us/usc/t17/s107',
  );
});

test('without content nobody knows what a day had', async () => {
  const empty = await startShim({ dist: join(temporaryFolder(), 'nothing') });
  try {
    for (const url of [`${SECTION}?on=2021-01-01`, `${SECTION}/versions`, `${SECTION}/diff?from=2021-01-01`])
      assert.is((await empty.get(url)).status, 503, url);
  } finally {
    await empty.close();
  }
});

test('without an archive a document has one version, from the day of its own edition', async () => {
  const plain = await startShim(await sampleTree());
  try {
    const only = async (url: string) => {
      const { json } = await plain.get(`${url}/versions`);
      assert.is(json.data.length, 1);
      assert.is(json.data[0].url, url);
      return json.data[0];
    };
    const notice = await only('/api/fr/documents/2018-09910');
    assert.equal([notice.from, notice.to, notice.edition], ['2018-05-10', null, '2018-05-10']);
    const rule = await only('/api/ecfr/documents/t1%2Fs1.1');
    assert.is(rule.from, (await plain.get('/api/ecfr/documents/t1%2Fs1.1')).json.data.metadata.currency);
    const undated = await only(SECTION);
    assert.is(undated.from, (await plain.get(SECTION)).json.data.metadata.last_updated);
    assert.is((await plain.get('/api/fr/documents/2018-09910?on=2018-05-09')).status, 404);
    assert.is((await plain.get('/api/fr/documents/2018-09910?on=2018-05-10')).status, 200);
  } finally {
    await plain.close();
  }
});

test('the differences of two days, as JSON, Markdown and a page', async () => {
  const url = `${SECTION}/diff?from=2020-06-30`;
  const { json, headers } = await shim.get(`${url}&to=2021-06-30`);
  const { identifier, from, to, body, moved, metadata } = json.data;
  assert.is(identifier, '/us/usc/t17/s106');
  assert.equal(from, facts('2020-01-01', '2021-01-01', '2020-01-01', false));
  assert.equal(to, facts('2021-01-01', null, '2021-01-01', true));
  const bodyOn = async (day: string) => (await shim.get(`${SECTION}?on=${day}`)).json.data.body;
  const joined = (not: string) =>
    body.flatMap(([op, text]: [string, string]) => (op === not ? [] : text)).join('');
  assert.is(joined('+'), await bodyOn('2020-06-30'));
  assert.is(joined('-'), await bodyOn('2021-06-30'));
  assert.equal(
    body
      .filter(([op, text]: [string, string]) => op !== '=' && text.trim() !== '')
      .map(([op, text]: [string, string]) => [op, text.trim()]),
    [['+', `${LAMP}\n\n${GULL}`]],
  );
  assert.equal([moved, metadata], [[], []]);
  assert.equal((await shim.get(url)).json.data, json.data);
  const again = await shim.get(`${url}&to=2021-06-30`, { 'if-none-match': String(headers.etag) });
  assert.is(again.status, 304);
  assert.is(headers['cache-tag'], (await shim.get(SECTION)).headers['cache-tag']);
  const markdown = await shim.get(`${SECTION}/diff?from=2020-01-01&to=2021-01-01~1&format=markdown`);
  assert.match(String(markdown.headers['content-type']), /^text\/markdown/);
  assert.ok(markdown.text.includes(`{++${LAMP}++}`));
  const page = await shim.get(`${url}&format=html`);
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'/);
  assert.ok(page.text.includes(LAMP) && page.text.includes('<ins>'));
});

test('differences of days that are unknown', async () => {
  for (const [query, status, told] of [
    ['', 400, /parameter from/],
    ['?from=x', 400, /parameter from/],
    ['?from=2020-01-01&to=2999-01-01', 400, /parameter to.*not in the future/],
    ['?from=2020-01-01&format=text', 400, /parameter format/],
    ['?from=2019-01-01', 404, /first known version/],
  ] as const) {
    const { status: got, json } = await shim.get(`${SECTION}/diff${query}`);
    assert.is(got, status, query);
    assert.match(json.error.message, told);
  }
  assert.match(
    (await shim.get(`${REMOVED}/diff?from=2020-01-01`)).json.error.message,
    /was removed on 2021-01-01/,
  );
  assert.is((await shim.get('/api/usc/documents/t17%2Fs999/diff?from=2020-01-01')).status, 404);
});

test.run();
