import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LevelChange } from '../../build/contract/level-changes.ts';
import { readHistory } from '../../build/contract/title-history.ts';
import { apiAddress } from '../../build/sync/addresses.ts';
import { validator } from '../helpers/openapi.ts';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { SAMPLE_CORPUS, sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { builtWithVersions } from '../helpers/versions.ts';

/** build/contract/README.md, Changes of a level. */

let shim: Shim;
let dist = '';
const assertValid = validator();
test.before(async () => {
  const corpus = join(temporaryFolder(), 'corpus');
  cpSync(SAMPLE_CORPUS, corpus, { recursive: true });
  ({ dist } = await builtWithVersions(corpus));
  shim = await startShim({ dist });
});
test.after(() => shim.close());

const TITLE = '/api/usc/structure/t17';
const CHAPTER = '/api/usc/structure/t17%2Fch1';

async function changesIn(level: string, query: string): Promise<Json> {
  const url = `${level}/changes?${query}`;
  const { status, json, headers } = await shim.get(url);
  assert.is(status, 200, url);
  assertValid(url, status, String(headers['content-type']), json);
  return json;
}

const shown = ({ change, identifier, was, from_version: from, to_version: to }: LevelChange): string =>
  `${change} ${identifier.slice('/us/usc/'.length)} ${was?.slice('/us/usc/'.length) ?? ''} ${from} ${to}`;

const ALL = [
  'amended t17/s106  2020-01-01 2021-01-01',
  'removed t17/s109  2020-01-01 null',
  'renumbered t17/s113 t17/s112 2020-01-01 2021-01-01',
];

test('all changes of a title and of a level in it, in the order of the law', async () => {
  for (const level of [TITLE, CHAPTER, '/api/usc/structure/%2Fus%2Fusc%2Ft17%2Fch1', `${TITLE}/ch1`]) {
    const { data, meta, pagination } = await changesIn(level, 'from=2020-01-01&to=2021-01-01');
    assert.equal(data.changes.map(shown), ALL, level);
    assert.equal(data.counts, { added: 0, amended: 1, renumbered: 1, removed: 1 });
    assert.equal(data.known, { from: '2020-01-01', to: '2021-01-01' });
    assert.equal(
      [data.from, data.to, meta.timestamp.slice(0, 10)],
      ['2020-01-01', '2021-01-01', '2021-01-01'],
    );
    assert.equal(pagination, { total: 3, limit: 20, offset: 0, has_more: false, next: null });
  }
});

test('a change has the day, the title, and the address of the differences where there are two texts', async () => {
  const { data } = await changesIn(CHAPTER, 'from=2020-06-30');
  const [amended, removed, renumbered] = data.changes;
  assert.is(amended.date, '2021-01-01');
  // The new words stand behind the notes.
  assert.equal([amended.amended, removed.amended, renumbered.amended], ['notes', null, null]);
  assert.match(amended.display_title, /^17 USC § 106 - /);
  assert.is(amended.diff_url, '/api/usc/documents/t17%2Fs106/diff?from=2020-01-01&to=2021-01-01');
  const { json } = await shim.get(amended.diff_url);
  assert.equal([json.data.from.from, json.data.to.from], ['2020-01-01', '2021-01-01']);
  assert.match(removed.display_title, /^17 USC/);
  assert.equal([removed.diff_url, renumbered.diff_url], [null, null]);
});

test('the first day is not in the answer, the last one is', async () => {
  for (const [query, count] of [
    ['from=2020-12-31&to=2021-01-01', 3],
    ['from=2021-01-01&to=2021-12-31', 0],
    ['from=2020-01-01&to=2020-12-31', 0],
    ['from=2019-01-01&to=2019-01-01', 0],
    ['from=2019-01-01', 3],
  ] as const)
    assert.is((await changesIn(TITLE, query)).pagination.total, count, query);
});

test('other levels, and levels of other titles, have none', async () => {
  for (const level of ['/api/usc/structure/t14', '/api/ecfr/structure/t33%2Fp971']) {
    const { data } = await changesIn(level, 'from=2019-01-01');
    assert.equal(data.changes, []);
    assert.is(data.known.from, '2020-01-01');
  }
});

test('pages', async () => {
  const first = await changesIn(CHAPTER, 'from=2020-01-01&to=2022-01-01&limit=2');
  assert.equal(first.data.changes.map(shown), ALL.slice(0, 2));
  assert.is(first.data.counts.renumbered, 1, 'counts are of all pages');
  assert.is(first.pagination.next, `${CHAPTER}/changes?from=2020-01-01&to=2022-01-01&limit=2&offset=2`);
  const whole = await changesIn(CHAPTER, 'from=2020-01-01&to=2022-01-01&limit=3');
  assert.equal([whole.pagination.has_more, whole.pagination.next], [false, null]);
  const { json } = await shim.get(first.pagination.next);
  assert.equal(json.data.changes.map(shown), ALL.slice(2));
  assert.equal(json.pagination, { total: 3, limit: 2, offset: 2, has_more: false, next: null });
});

test('wrong days are 400, unknown levels 404', async () => {
  for (const [query, told] of [
    ['', /parameter from.*date/],
    ['from=x', /parameter from/],
    ['from=2021-01-01~1', /parameter from/],
    ['from=2999-01-01', /from.*not in the future/],
    ['from=2020-01-01&to=2999-01-01', /to.*not in the future/],
    ['from=2021-01-01&to=2020-01-01', /to.*not before 2021-01-01/],
    ['from=2020-01-01&limit=101', /limit/],
    ['from=2020-01-01&offset=-1', /offset/],
  ] as const) {
    const { status, json } = await shim.get(`${TITLE}/changes?${query}`);
    assert.is(status, 400, query);
    assert.match(json.error.message, told);
  }
  for (const level of ['t17%2Fch99', 't99', 't17%2Fs106', 'x']) {
    const { status, json } = await shim.get(`/api/usc/structure/${level}/changes?from=2020-01-01`);
    assert.equal([status, json.error.code], [404, 'NOT_FOUND'], level);
  }
  assert.is((await shim.get('/api/fr/structure/2018/changes?from=2020-01-01')).status, 404);
});

test('the file of a title has every document that ever was in it', async () => {
  const file = 'api/usc/structure/t17/versions.json';
  const text = readFileSync(join(dist, file), 'utf8');
  const { status, bytes, headers } = await shim.get(apiAddress(file));
  assert.equal([status, bytes.toString()], [200, text]);
  assertValid(`${TITLE}/versions`, status, String(headers['content-type']), text);
  const { documents } = readHistory(text, true);
  const names = documents.map(({ identifier }) => identifier.slice('/us/usc/t17/'.length));
  assert.equal(
    names.filter(name => /^s1\d\d(?!\d)/.test(name)),
    ['s101', 's106', 's106a', 's107', 's108', 's109', 's112', 's113'],
  );
  const changed = readHistory(text, false).documents.map(({ identifier }) => identifier.slice(-4));
  assert.equal(changed, ['s106', 's109', 's112', 's113']);
  const [section] = documents.filter(({ identifier }) => identifier.endsWith('/s106'));
  assert.equal(
    section?.runs.map(({ from, text: held }) => [from, held?.status, held?.levels]),
    ['2020-01-01', '2021-01-01'].map(day => [day, 'in_force', ['/us/usc/t17', '/us/usc/t17/ch1']]),
  );
  for (const level of ['t17%2Fch1', 't99'])
    assert.is((await shim.get(`/api/usc/structure/${level}/versions`)).status, 404);
});

test('without an archive nothing is known, and without content nobody knows', async () => {
  const plain = await startShim(await sampleTree());
  const empty = await startShim({ dist: join(temporaryFolder(), 'nothing') });
  try {
    const { json } = await plain.get(`${CHAPTER}/changes?from=2020-01-01`);
    assert.equal(json.data.known, { from: null, to: null });
    assert.equal(json.data.changes, []);
    assert.is((await plain.get('/api/usc/structure/t17%2Fch99/changes?from=2020-01-01')).status, 404);
    assert.is((await plain.get(`${TITLE}/versions`)).status, 404);
    assert.is((await empty.get(`${TITLE}/changes?from=2020-01-01`)).status, 503);
  } finally {
    await Promise.all([plain.close(), empty.close()]);
  }
});

test.run();
