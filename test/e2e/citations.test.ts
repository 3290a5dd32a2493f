import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { buildTree, SAMPLE_CORPUS, sampleTree, temporaryFolder } from '../helpers/tree.ts';

/** build/contract/README.md, Citations in a text: the endpoint on the sample corpus. */

let shim: Shim;
test.before(async () => {
  shim = await startShim(await sampleTree());
});
test.after(() => shim.close());

const url = (q: string): string => `/api/citations?q=${encodeURIComponent(q)}`;

async function cited(q: string): Promise<Json[]> {
  const { status, json, text } = await shim.get(url(q));
  assert.is(status, 200, text);
  return json.data;
}

/** What a citation means, without its place. */
async function only(q: string): Promise<Json> {
  const [first, ...others] = await cited(q);
  assert.equal(others, [], q);
  assert.ok(first, q);
  return first;
}

const identified = async (q: string) => {
  const { identifier, exists } = await only(q);
  return [identifier, exists];
};

test('a citation has its place, its document and its paragraph', async () => {
  assert.equal(await cited('🏛 see 17 U.S.C. § 106(1).'), [
    {
      text: '17 U.S.C. § 106(1)',
      start: 6,
      end: 24,
      kind: 'section',
      identifier: '/us/usc/t17/s106',
      identifier_end: null,
      pinpoint: ['1'],
      exists: true,
      url: '/api/usc/documents/t17%2Fs106',
      display_title: (await shim.get('/api/usc/documents/t17%2Fs106')).json.data.metadata.display_title,
      alternatives: [],
    },
  ]);
});

test('a text without citations has none, and one of spaces', async () => {
  for (const q of ['the keeper of the lamp', ' ', 'section 106']) assert.equal(await cited(q), []);
});

test('a well-formed citation of something missing has an identifier and no address', async () => {
  const { identifier, exists, url, display_title, alternatives } = await only('40 CFR 52.220(c)(1)');
  assert.equal(
    [identifier, exists, url, display_title, alternatives],
    ['/us/cfr/t40/s52.220', false, null, null, []],
  );
  for (const [q, missing] of [
    ['17 U.S.C. 99999', '/us/usc/t17/s99999'],
    ['2 CFR Part 200, Appendix II', '/us/cfr/t2/p200/appII'],
    ['40 CFR part 52', '/us/cfr/t40/p52'],
    ['44 CFR part 999', '/us/cfr/t44/p999'],
    ['44 CFR 999', '/us/cfr/t44/p999'],
    ['17 U.S.C. 9001-9003', '/us/usc/t17/s9001'],
    ['Pub. L. 94-553', '/us/pl/94/553'],
    ['90 Stat. 2541', '/us/stat/90/2541'],
    ['2018-99999', '/us/fr/2018-99999'],
    ['83 FR 99999', null],
    ['83 FR 1', null],
    ['/us/usc/t99', '/us/usc/t99'],
    ['/us/usc/t17/ch99', '/us/usc/t17/ch99'],
  ] as const)
    assert.equal(await identified(q), [missing, false], q);
});

test('documents are found in every spelling', async () => {
  for (const [q, identifier] of [
    ['17 usc 106a', '/us/usc/t17/s106a'],
    ['17 USC 106A', '/us/usc/t17/s106a'],
    ['30 U.S.C. 28-1', '/us/usc/t30/s28–1'],
    ['/us/usc/t30/s28-1', '/us/usc/t30/s28–1'],
    ['45 U.S.C. 65', '/us/usc/t45/s65, 66'],
    ['45 U.S.C. 66', '/us/usc/t45/s65, 66'],
    ['30 U.S.C. 1120', '/us/usc/t30/s1101...1164'],
    ['44 CFR 16.105', '/us/cfr/t44/s§ 16.104-16.109'],
    ['/us/usc/t45/s65, 66', '/us/usc/t45/s65, 66'],
    ['5 U.S.C. App. 1', '/us/usc/t5a/pl/92/463/s1'],
    ['section 1.1 of title 1', '/us/cfr/t1/s1.1'],
    ['t1/s1.1', '/us/cfr/t1/s1.1'],
    ['83 FR 21707', '/us/fr/2018-09910'],
    ['FR Doc. 2018-09910', '/us/fr/2018-09910'],
    ['e8-23190', '/us/fr/E8-23190'],
    ['04-16802', '/us/fr/04-16802'],
    ['appendix A to part 971 of title 33', '/us/cfr/t33/p971/appA'],
    ['33 CFR part 971, table 1', '/us/cfr/t33/p971/table1'],
  ] as const)
    assert.equal(await identified(q), [identifier, true], q);
});

test('a number that may be something else counts where its document exists', async () => {
  assert.equal(
    (await cited('between 04-16802 and 04-16899')).map(({ text }) => text),
    ['04-16802'],
  );
});

test('a list has an item for each number, a range is one', async () => {
  const items = await cited('17 U.S.C. 106–107, 109 and 17 U.S.C. 106 through 99999');
  assert.equal(
    items.map(({ text, start, end, identifier, identifier_end, exists }) => [
      ...[text, start, end, identifier, identifier_end, exists],
    ]),
    [
      ['17 U.S.C. 106–107', 0, 17, '/us/usc/t17/s106', '/us/usc/t17/s107', true],
      ['109', 19, 22, '/us/usc/t17/s109', null, false],
      ['17 U.S.C. 106 through 99999', 27, 54, '/us/usc/t17/s106', '/us/usc/t17/s99999', true],
    ],
  );
  assert.is((await only('17 USC 106 through 106A')).identifier_end, '/us/usc/t17/s106a', 'as its document');
  assert.equal(
    (await cited('1 CFR parts 1 and 18')).map(({ identifier, exists }) => [identifier, exists]),
    [
      ['/us/cfr/t1/p1', true],
      ['/us/cfr/t1/p18', true],
    ],
  );
});

test('a part or title exists where a document lies in it, and has no address', async () => {
  for (const [q, identifier] of [
    ['44 CFR part 206', '/us/cfr/t44/p206'],
    ['44 CFR 206', '/us/cfr/t44/p206'],
    ['/us/usc/t17', '/us/usc/t17'],
    ['/us/usc/t17/ch1', '/us/usc/t17/ch1'],
  ] as const) {
    const { kind, exists, url, display_title, ...rest } = await only(q);
    assert.equal([kind, exists, url, display_title], ['part', true, null, null], q);
    assert.is(rest.identifier, identifier);
  }
});

test('alternatives are the other documents that a citation may mean', async () => {
  const { identifier, alternatives } = await only('section 1 of title 1');
  assert.is(identifier, '/us/usc/t1/s1');
  assert.equal(alternatives, []);
  const several = await only('28a rule 901');
  assert.is(several.exists, true);
});

/** Two documents that begin on page 83 FR 30001, one that begins on the next, and a section that names an act. */
async function withEditedCorpus(run: (edited: Shim) => Promise<void>): Promise<void> {
  const corpus = join(temporaryFolder(), 'corpus');
  cpSync(SAMPLE_CORPUS, corpus, { recursive: true });
  appendFileSync(
    join(corpus, 'usc/title-17/chapter-01/section-101.md'),
    '\nThis title may be cited as the “Keepers’ Works Act of 1976”.\n',
  );
  for (const [number, page, last] of [
    ['2018-09910', 30001, 30004],
    ['2018-09912', 30001, 30001],
  ] as const) {
    const file = join(corpus, `fr/2018/05/${number}.md`);
    const paged = `fr_citation: "83 FR ${page}"\nend_page: ${last}`;
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^fr_citation: .*$/m, paged));
  }
  const order = join(corpus, 'fr/2022/03/2022-95203.md');
  writeFileSync(order, readFileSync(order, 'utf8').replace('Proclamation 99010', 'Executive Order 99010'));
  const { dist } = await buildTree(corpus);
  const edited = await startShim({ dist });
  try {
    await run(edited);
  } finally {
    await edited.close();
  }
}

test('an act is known by the name that its section gives; the first document on a page is cited, the others are alternatives', () =>
  withEditedCorpus(async edited => {
    const { data } = (await edited.get(url('Under the Keepers’ Works Act, or the Lamp Act, no Act'))).json;
    const [{ text, start, end, kind, identifier, exists }, ...others] = data;
    assert.equal(
      [text, start, end, kind, identifier, exists, others],
      ['Keepers’ Works Act', 10, 28, 'act', '/us/usc/t17/s101', true, []],
    );
    const [other] = (await edited.get(url("old Keepers' Works Act of 1976"))).json.data;
    assert.equal([other.text, other.start], ["Keepers' Works Act of 1976", 4]);
    assert.equal((await edited.get(url('Keepers’ Works Act of 1977'))).json.data, []);
    const shown = async (number: string) => {
      const { json } = await edited.get(`/api/fr/documents/${number}`);
      const { display_title } = json.data.metadata;
      return { identifier: `/us/fr/${number}`, url: `/api/fr/documents/${number}`, display_title };
    };
    const page = async (q: string) => {
      const [found, ...more] = (await edited.get(url(q))).json.data;
      assert.equal(more, []);
      const { identifier, url: address, display_title, alternatives } = found;
      assert.equal([found.kind, found.exists], ['page', true]);
      return [{ identifier, url: address, display_title }, ...alternatives];
    };
    // The shorter one comes first.
    assert.equal(await page('83 FR 30001'), [await shown('2018-09912'), await shown('2018-09910')]);
    assert.equal(await page('83 Fed. Reg. 30,002'), [await shown('2018-09910')]);
  }));

test('forms of lawyers are found in the corpus', async () => {
  for (const [q, identifier, pinpoint, exists] of [
    ['17 U.S.C. ch. 1', '/us/usc/t17/ch1', [], true],
    ['chapter 99 of title 17', '/us/usc/t17/ch99', [], false],
    ['33 C.F.R. subpt. A of pt. 971', '/us/cfr/t33/p971/spA', [], true],
    ['33 CFR part 971, subpart Z', '/us/cfr/t33/p971/spZ', [], false],
    ['17&nbsp;U.S.C. &sect; 106(1)', '/us/usc/t17/s106', ['1'], true],
    ['I.R.C. § 501(c)(3)', '/us/usc/t26/s501', ['c', '3'], false],
    ['Treas. Reg. § 1.501(c)(3)-1', '/us/cfr/t26/s1.501(c)(3)-1', [], false],
    ['section 6(a) of Exec. Order No. 12,866', '/us/eo/12866', ['6', 'a'], false],
  ] as const) {
    const found = await only(q);
    assert.equal([found.identifier, found.pinpoint, found.exists], [identifier, pinpoint, exists], q);
    assert.is(found.url === null, !exists || found.kind === 'part', q);
  }
  const items = await cited('17 U.S.C. §§ 106(1), (3)-(5), 107');
  assert.equal(
    items.map(({ text, start, end, identifier, identifier_end, pinpoint }) => [
      ...[text, start, end, identifier, identifier_end, pinpoint],
    ]),
    [
      ['17 U.S.C. §§ 106(1)', 0, 19, '/us/usc/t17/s106', null, ['1']],
      ['(3)-(5)', 21, 28, '/us/usc/t17/s106', null, ['3']],
      ['107', 30, 33, '/us/usc/t17/s107', null, []],
    ],
  );
});

test('an executive order is the document of the Federal Register that holds it', () =>
  withEditedCorpus(async edited => {
    const [order, ...others] = (await edited.get(url('Exec. Order No. 99,010 § 2(b)'))).json.data;
    assert.equal(others, []);
    assert.equal(
      [order.kind, order.identifier, order.pinpoint, order.exists, order.url],
      ['order', '/us/fr/2022-95203', ['2', 'b'], true, '/api/fr/documents/2022-95203'],
    );
    assert.is((await edited.get(url('E.O. 99011'))).json.data[0].exists, false);
  }));

test('400 without a text, with an empty one, a repeated one, or more than 500 characters', async () => {
  for (const query of [
    '',
    '?q=',
    '?q',
    '?q=x&q=y',
    `?q=${'x'.repeat(501)}`,
    '?q=%ff',
    '?q=x&api_key=a&api_key=b',
  ]) {
    const { status, json, headers } = await shim.get(`/api/citations${query}`);
    assert.equal([status, json.error.code], [400, 'INVALID_PARAMETER'], query);
    assert.is(headers.etag, undefined);
  }
  assert.is((await shim.get(url('🏛'.repeat(500)))).status, 200);
  assert.is((await shim.get(url('🏛'.repeat(501)))).status, 400);
});

test('the answer is kept as lists are, has an ETag, and is of the content’s day', async () => {
  const answer = await shim.anonymous(url('17 USC 106'));
  assert.is(
    answer.headers['cache-control'],
    (await shim.anonymous('/api/usc/documents')).headers['cache-control'],
  );
  assert.is(answer.headers['cache-tag'], 'search');
  assert.is(answer.headers['x-ratelimit-policy'], 'anonymous');
  assert.is(answer.json.meta.timestamp, (await shim.get('/api/stats')).json.meta.timestamp);
  const etag = String(answer.headers.etag);
  const same = await shim.get(url('17 USC 106'), { 'if-none-match': etag });
  assert.equal([same.status, same.text, same.headers.etag], [304, '', etag]);
  const head = await shim.request('HEAD', url('17 USC 106'));
  assert.equal([head.status, head.text, head.headers.etag], [200, '', etag]);
  assert.is((await shim.request('POST', url('17 USC 106'))).status, 405);
});

test('of a flood at once a part is refused with 503, and the next one is answered', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => shim.get(url(`17 USC ${i}`))));
  const statuses = answers.map(({ status }) => status);
  assert.ok(statuses.includes(200));
  for (const { status, json } of answers) {
    if (status !== 200) assert.equal([status, json.error.code], [503, 'REQUEST_ERROR']);
  }
  assert.is((await shim.get(url('17 USC 106'))).status, 200);
});

test.run();
