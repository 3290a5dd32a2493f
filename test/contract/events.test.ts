import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { resourceBody } from '../../build/contract/envelope.ts';
import { eventsAnswer } from '../../build/contract/events.ts';
import type { Metadata } from '../../build/contract/sources.ts';
import { sourceOf } from '../../build/contract/sources.ts';

/** Events of a document, of the files of a tree. */

interface Event {
  date: string | null;
  kind: string;
  law: string | null;
  document: string | null;
  citation: string;
  identifier: string;
  in_archive: boolean;
}

const TIMESTAMP = '2024-01-01T00:00:00.000Z';
const file = (data: unknown): string => resourceBody(data, TIMESTAMP).json;

function document(source: 'usc' | 'ecfr' | 'fr', identifier: string, metadata: Metadata, body = ''): string {
  return file({
    identifier,
    source,
    metadata: { identifier, last_updated: '2024-01-01', ...metadata },
    body,
  });
}

const version = (from: string, to: string | null, seen: string, url = 'x') => ({
  ...{ from, to, edition: from, last_seen: seen, certain: true, amended: null, url },
});
const reference = (identifier: string, where: string) => ({
  ...{ identifier, url: 'x', display_title: 'x', where, count: 1, pinpoints: [] },
});

async function events(
  source: 'usc' | 'ecfr' | 'fr',
  identifier: string,
  files: Readonly<Record<string, string>>,
): Promise<{ events: Event[]; reads: string[] }> {
  const reads: string[] = [];
  const read = async (path: string) => {
    reads.push(path);
    return files[path] ?? null;
  };
  const text = await eventsAnswer(read, { resource: 'events', source: sourceOf(source), identifier });
  const { data, meta } = JSON.parse(text) as { data: Event[]; meta: { timestamp: string } };
  assert.is(meta.timestamp, TIMESTAMP);
  return { events: data, reads };
}

const shown = ({ date, kind, law, document: of, in_archive: held }: Event): string =>
  `${date} ${kind} ${law ?? of} ${held ? 'held' : '-'}`;

const CREDIT =
  '(Pub. L. 94–953, Nov. 4, 1975, 90 Stat. 9546; Pub. L. 101–949, Dec. 12, 1989, 104 Stat. 9128; Pub. L. 110–949; Pub. L. 112–949, July 4, 2012, 126 Stat. 9128.)';
const SECTION = '/us/usc/t17/s106';

test('the oldest is first; a law without a day stays behind the one before it; effects are in between', async () => {
  const body =
    '## Effective Date of 1989 Amendment\n\nAmendment by Pub. L. 101–949 effective Mar. 1, 1990.\n';
  const files = {
    'api/usc/documents/t17/s106.json': document('usc', SECTION, { source_credit: CREDIT }, body),
  };
  const { events: found } = await events('usc', SECTION, files);
  assert.equal(found.map(shown), [
    '1975-11-04 enacted /us/pl/94/953 -',
    '1989-12-12 amended /us/pl/101/949 -',
    'null amended /us/pl/110/949 -',
    '1990-03-01 effective /us/pl/101/949 -',
    '2012-07-04 amended /us/pl/112/949 -',
  ]);
  assert.ok(found.every(({ identifier }) => identifier === SECTION));
});

test('the archive has an event whose day lies between two of its editions, or is that of a version', async () => {
  const list = [
    version('2013-07-01', null, '2015-01-01'),
    version('1990-01-01', '2013-07-01', '2012-01-01'),
    version('1989-12-12', '1990-01-01', '1989-12-31'),
  ];
  const files = {
    'api/usc/documents/t17/s106.json': document('usc', SECTION, { source_credit: CREDIT }),
    'api/usc/documents/t17/s106/versions.json': file(list),
  };
  assert.equal((await events('usc', SECTION, files)).events.map(shown), [
    // The first version may have the text of any day before.
    '1975-11-04 enacted /us/pl/94/953 -',
    '1989-12-12 amended /us/pl/101/949 held',
    'null amended /us/pl/110/949 -',
    '2012-07-04 amended /us/pl/112/949 held',
  ]);
  // An edition after the law, or of its day, still has the former text.
  for (const seen of ['2012-12-31', '2012-07-04']) {
    const later = [list[0], version('1990-01-01', '2013-07-01', seen), list[2]];
    const none = { ...files, 'api/usc/documents/t17/s106/versions.json': file(later) };
    assert.is((await events('usc', SECTION, none)).events.at(-1)?.in_archive, false, seen);
  }
  const old = { ...files, 'api/usc/documents/t17/s106/versions.json': file([list[2]]) };
  assert.is((await events('usc', SECTION, old)).events.at(-1)?.in_archive, false);
});

test('a document that is gone has the events of its last text; an unknown one is 404', async () => {
  const files = {
    'api/usc/documents/t17/s106/versions.json': file([
      version('2013-07-01', '2014-01-01', 'x', 'u?on=2013-07-01~1'),
      version('2010-07-01', '2013-07-01', 'x', 'u?on=2010-07-01'),
    ]),
    'api/usc/documents/t17/s106/versions/2010-07-01.json': document('usc', SECTION, {}),
    'api/usc/documents/t17/s106/versions/2013-07-01~1.json': document('usc', SECTION, {
      source_credit: CREDIT,
    }),
  };
  assert.is((await events('usc', SECTION, files)).events.length, 4);
  const error = await events('usc', SECTION, {}).then(
    () => null,
    (error: { code: string }) => error,
  );
  assert.is(error?.code, 'DOCUMENT_NOT_FOUND');
});

test('a repealed section has the laws that the note names, and the repeal', async () => {
  const metadata = {
    display_title: '17 USC § 601 - Repealed. Pub. L. 111–995, Dec. 9, 2010, 124 Stat. 9180]',
  };
  const body = '## Notes\n\nSection, Pub. L. 94–953, Oct. 19, 1976, 90 Stat. 9588, related to bells.\n';
  const files = { 'api/usc/documents/t17/s106.json': document('usc', SECTION, metadata, body) };
  assert.equal((await events('usc', SECTION, files)).events.map(shown), [
    '1976-10-19 enacted /us/pl/94/953 -',
    '2010-12-09 repealed /us/pl/111/995 -',
  ]);
});

const RULE = '/us/cfr/t33/s62.1';
const regulation = (metadata: Metadata) =>
  document('ecfr', RULE, {
    hierarchy: [
      { level: 'title', number: '33', name: 'x', identifier: '/us/cfr/t33' },
      { level: 'part', number: '62', name: 'x', identifier: '/us/cfr/t33/p62' },
    ],
    ...metadata,
  });
const issue = (number: string, page: string, metadata: Metadata) =>
  document('fr', `/us/fr/${number}`, { document_type: 'rule', fr_citation: page, ...metadata });

test('rules in the credit have their documents and effects, rules that name the part are events of the part', async () => {
  const files = {
    'api/ecfr/documents/t33/s62.1.json': regulation({
      source_credit: '[51 FR 9971, June 3, 1986, as amended at 83 FR 2170, May 10, 2018]',
    }),
    'api/ecfr/documents/t33/s62.1/references.json': file({
      cites: [reference('/us/fr/2018-1', 'credit'), reference('/us/fr/2018-2', 'text')],
      cited_by: [],
    }),
    'api/ecfr/structure/t33/p62/references.json': file({
      cites: [],
      cited_by: [
        reference('/us/fr/2019-1', 'amendment'),
        reference('/us/fr/2019-2', 'amendment'),
        reference('/us/fr/2019-3', 'text'),
        reference('/us/fr/2018-1', 'amendment'),
      ],
    }),
    'api/fr/documents/2018-1.json': issue('2018-1', '83 FR 2170', {
      ...{ publication_date: '2018-05-10', effective_date: '2018-06-11' },
    }),
    'api/fr/documents/2018-2.json': issue('2018-2', '83 FR 2', { effective_date: '2018-06-12' }),
    'api/fr/documents/2019-1.json': issue('2019-1', '84 FR 1', {
      ...{ publication_date: '2019-01-02', effective_date: '2019-02-03' },
    }),
    'api/fr/documents/2019-2.json': issue('2019-2', '84 FR 2', {
      ...{ publication_date: '2019-01-02', document_type: 'proposed_rule' },
    }),
    'api/fr/documents/2019-3.json': issue('2019-3', '84 FR 3', { publication_date: '2019-01-02' }),
  };
  const { events: found } = await events('ecfr', RULE, files);
  assert.equal(
    found.map(event => `${shown(event)} ${event.citation} ${event.identifier}`),
    [
      `1986-06-03 enacted null - 51 FR 9971, June 3, 1986 ${RULE}`,
      `2018-05-10 amended /us/fr/2018-1 - 83 FR 2170, May 10, 2018 ${RULE}`,
      `2018-06-11 effective /us/fr/2018-1 - 83 FR 2170 ${RULE}`,
      '2019-01-02 amended /us/fr/2019-1 - 84 FR 1 /us/cfr/t33/p62',
      '2019-02-03 effective /us/fr/2019-1 - 84 FR 1 /us/cfr/t33/p62',
    ],
  );
});

/** A section in subpart B of part 62, with rules that amend it or name its part. @param rules their bodies, by their numbers */
async function eventsOfRules(
  rules: Readonly<Record<string, string>>,
  amending: readonly string[] = [],
  metadata: Metadata = {},
  others: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const levels = ['', '/p62', '/p62/spB'].map((rest, i) => ({
    ...{ level: ['title', 'part', 'subpart'][i]!, number: ['33', '62', 'B'][i]!, name: 'x' },
    identifier: `/us/cfr/t33${rest}`,
  }));
  const cited = (numbers: readonly string[]) =>
    file({ cites: [], cited_by: numbers.map(number => reference(`/us/fr/${number}`, 'amendment')) });
  const files: Record<string, string> = {
    ...others,
    'api/ecfr/documents/t33/s62.1.json': regulation({ hierarchy: levels, ...metadata }),
    'api/ecfr/documents/t33/s62.1/references.json': cited(amending),
    'api/ecfr/structure/t33/p62/references.json': cited(Object.keys(rules)),
  };
  for (const [number, body] of Object.entries(rules))
    files[`api/fr/documents/${number}.json`] = document(
      'fr',
      `/us/fr/${number}`,
      {
        ...{ document_type: 'rule', fr_citation: number, cfr_references: [{ title: 33, parts: ['62'] }] },
        ...{ publication_date: '2019-01-02', effective_date: '2019-02-03' },
      },
      body,
    );
  const { events: found } = await events('ecfr', RULE, files);
  return found.map(({ date, kind, document: of, identifier }) =>
    [date, kind, of?.replace('/us/fr/', ''), identifier.replace('/us/cfr/t33/', '')].join(' '),
  );
}

test('a rule that amends a section is an event of the section; one that amends others of its part is none', async () => {
  for (const [body, whose] of [
    ['**2. Revise § 62.1**:', 's62.1'],
    ['**2. Revise §§ 62.0 through 62.4**:', 's62.1'],
    ['**2. Add subpart B**:', 'p62/spB'],
    ['**2. Add subpart B and § 62.1**:', 's62.1'],
    ['**2. Add part 62**:', 'p62'],
    ['**2. Add subpart B**:\n\n**3. Remove “x” in part 62**:', 'p62/spB'],
    ['**2. Revise § 62.10**:', null],
    ['**2. Add subpart C**:', null],
    ['**2. Amend appendix A to part 62**:', null],
    // Others are amended, and something that nobody can tell.
    ['**2. Revise § 62.10**:\n\n**3. Revise the definition of “Gull”**:', 'p62'],
    ['**2. Revise § 63.10**:', 'p62'],
    ['Rules for gulls.', 'p62'],
    ['**1. The authority citation for part 62 is revised**:', 'p62'],
  ] as const)
    assert.equal(
      await eventsOfRules({ '2019-1': body }),
      whose === null ? [] : [`2019-01-02 amended 2019-1 ${whose}`, `2019-02-03 effective 2019-1 ${whose}`],
      body,
    );
});

test('without levels of the corpus nobody knows the subpart of a section', async () => {
  const metadata = { hierarchy: null, title_number: 33, part_number: '62' };
  assert.is((await eventsOfRules({ '2019-1': '**2. Add subpart C**:' }, [], metadata)).length, 2);
  assert.is((await eventsOfRules({ '2019-1': '**2. Revise § 62.10**:' }, [], metadata)).length, 0);
});

test('of two parts with one number a section has the events of rules that name it, and its own part as their subject', async () => {
  const metadata = { hierarchy: null, title_number: 33, part_number: '62', part_name: 'Terns' };
  const part = (identifier: string, name: string, sections: readonly string[]) =>
    file({
      ...{ identifier, level: 'part', number: '62', name, children: [] },
      path: [{ identifier: '/us/cfr/t33' }],
      documents: sections.map(identifier => ({ identifier })),
    });
  const child = (identifier: string, name: string) => ({ identifier, level: 'part', number: '62', name });
  const levels = {
    'api/ecfr/structure/t33.json': file({
      ...{ identifier: '/us/cfr/t33', path: [], documents: [] },
      children: [child('/us/cfr/t33/p62', 'Gulls'), child('/us/cfr/t33/p62~2', 'Terns')],
    }),
    'api/ecfr/structure/t33/p62.json': part('/us/cfr/t33/p62', 'Gulls', []),
    'api/ecfr/structure/t33/p62~2.json': part('/us/cfr/t33/p62~2', 'Terns', [RULE]),
  };
  for (const body of ['**2. Remove “x” in part 62**:', 'Rules for terns.'])
    assert.equal(
      await eventsOfRules({ '2019-1': body }, [], metadata, levels),
      ['2019-01-02 amended 2019-1 p62~2', '2019-02-03 effective 2019-1 p62~2'],
      body,
    );
  assert.equal(await eventsOfRules({ '2019-1': '**2. Revise § 62.10**:' }, [], metadata, levels), []);
});

test('rules that cite a section as amended are read first, and are its events by any name', async () => {
  const numbers = Array.from({ length: 30 }, (_, i) => `2020-${i + 1}`);
  const rules = Object.fromEntries(numbers.map(number => [number, '**2. Revise § 62.10**:']));
  assert.equal(await eventsOfRules({ ...rules, '2019-1': '**2. Revise § 62.1**:' }), []);
  assert.equal(await eventsOfRules({ ...rules, '2019-1': '**2. Revise § 62.10**:' }, ['2019-1']), [
    '2019-01-02 amended 2019-1 s62.1',
    '2019-02-03 effective 2019-1 s62.1',
  ]);
});

test('an instruction that tells when it takes effect has that day, and none while it is delayed', async () => {
  for (const [instructions, ...days] of [
    ['**2. Effective May 6, 2020, revise § 62.1**:', '2020-05-06'],
    ['**2. Revise § 62.1**:\n\n**3. Effective May 6, 2020, revise § 62.1**:', '2019-02-03', '2020-05-06'],
    ['**2. Revise § 62.1**:\n\n**3. Amend § 62.1**:', '2019-02-03'],
    [
      '**2. Amend § 62.1**:\n\n**a. Remove “x”**;\n\n**b. Add paragraph (b), effective May 6, 2020**.',
      '2019-02-03',
      '2020-05-06',
    ],
    ['**2. Delayed indefinitely, revise § 62.1**:'],
    ['**2. Effective May 6, 2020, revise § 62.10**:\n\n**3. Revise § 62.1**:', '2019-02-03'],
  ] as const)
    assert.equal(
      await eventsOfRules({ '2019-1': instructions }),
      ['2019-01-02 amended 2019-1 s62.1', ...days.map(day => `${day} effective 2019-1 s62.1`)],
      instructions,
    );
});

/** Holds events against the newest twenty rules. @param numbers of the rules, the newest last */
async function assertNewest(
  numbers: readonly string[],
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const { events: found, reads } = await events('ecfr', RULE, files);
  assert.equal(
    found.map(({ document: of }) => of),
    numbers
      .slice(-20)
      .reverse()
      .map(number => `/us/fr/${number}`),
  );
  // A Worker may make fifty requests.
  assert.ok(reads.length <= 30, `${reads.length}`);
}

test('the newest rules that amend a section are on the last pages of what cites it, also where the last is full', async () => {
  for (const [total, amends] of [
    [220, /\d$/],
    [300, /0$/],
  ] as const) {
    const numbers = Array.from({ length: total }, (_, i) => `2019-${i + 1}`);
    const cited = (of: readonly string[]) =>
      of.map(number => reference(`/us/fr/${number}`, amends.test(number) ? 'amendment' : 'text'));
    const files: Record<string, string> = {
      'api/ecfr/documents/t33/s62.1.json': regulation({}),
      'api/ecfr/documents/t33/s62.1/references.json': file({
        ...{ cites: [], cited_by: cited(numbers.slice(0, 100)), counts: { cited_by: { fr: total } } },
      }),
    };
    for (const offset of [100, 200])
      files[`api/ecfr/documents/t33/s62.1/references/_q/list=cited_by&limit=100&offset=${offset}.json`] =
        file(cited(numbers.slice(offset, offset + 100)));
    for (const number of numbers)
      files[`api/fr/documents/${number}.json`] = issue(number, 'x', { publication_date: '2019-01-02' });
    await assertNewest(
      numbers.filter(number => amends.test(number)),
      files,
    );
  }
});

test('a section without a credit has that of its part', async () => {
  const files = {
    'api/ecfr/documents/t33/s62.1.json': regulation({
      regulatory_source: '51 FR 9971, June 3, 1986, unless otherwise noted.',
    }),
  };
  assert.equal((await events('ecfr', RULE, files)).events.map(shown), ['1986-06-03 enacted null -']);
});

test('of many rules the newest are read, and few', async () => {
  const numbers = Array.from({ length: 100 }, (_, i) => `2019-${i + 1}`);
  const files: Record<string, string> = {
    'api/ecfr/documents/t33/s62.1.json': regulation({}),
    'api/ecfr/structure/t33/p62/references.json': file({
      cites: [],
      cited_by: numbers.map(number => reference(`/us/fr/${number}`, 'amendment')),
      counts: { cited_by: { fr: numbers.length } },
    }),
  };
  for (const number of numbers)
    files[`api/fr/documents/${number}.json`] = issue(number, 'x', { publication_date: '2019-01-02' });
  await assertNewest(numbers, files);
});

test('the newest rules have years in their numbers, and are on the last pages of what cites the part', async () => {
  const old = Array.from({ length: 100 }, (_, i) => `E9-${31000 + i}`);
  const later = Array.from({ length: 100 }, (_, i) => `2012-${i + 1}`);
  const newest = Array.from({ length: 20 }, (_, i) => `2024-${i + 1}`);
  const cited = (numbers: readonly string[]) =>
    numbers.map(number => reference(`/us/fr/${number}`, 'amendment'));
  const counts = { cited_by: { usc: 0, fr: 320 } };
  const files: Record<string, string> = {
    'api/ecfr/documents/t33/s62.1.json': regulation({}),
    'api/ecfr/structure/t33/p62/references.json': file({ cites: [], cited_by: cited(old), counts }),
    'api/ecfr/structure/t33/p62/references/_q/list=cited_by&limit=100&offset=200.json': file(cited(later)),
    'api/ecfr/structure/t33/p62/references/_q/list=cited_by&limit=100&offset=300.json': file(cited(newest)),
  };
  for (const number of [...old, ...later, ...newest])
    files[`api/fr/documents/${number}.json`] = issue(number, 'x', { publication_date: '2019-01-02' });
  const { events: found } = await events('ecfr', RULE, files);
  assert.equal(
    found.map(({ document: of }) => of),
    newest.reverse().map(number => `/us/fr/${number}`),
  );
});

test('a document of the Federal Register takes effect', async () => {
  const files = {
    'api/fr/documents/2018-1.json': issue('2018-1', '83 FR 2170', { effective_date: '2018-06-11' }),
    'api/fr/documents/2018-2.json': issue('2018-2', '83 FR 2171', {}),
  };
  const { events: found } = await events('fr', '/us/fr/2018-1', files);
  assert.equal(found.map(shown), ['2018-06-11 effective /us/fr/2018-1 -']);
  assert.equal((await events('fr', '/us/fr/2018-2', files)).events, []);
});

test.run();
