import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SOURCES } from '../../build/contract/sources.ts';
import { documentText, ECFR_PATH, FR_PATH, readText, USC_PATH } from '../helpers/written-corpus.ts';

const read = (path: string, changes: Record<string, string | null> = {}) =>
  readText(path, documentText(path, changes));

test('a document has every field of its source in order, null or an empty list without a value', () => {
  for (const [i, path] of [USC_PATH, ECFR_PATH, FR_PATH].entries()) {
    const { metadata, problems } = read(path);
    assert.equal(problems, []);
    assert.equal(Object.keys(metadata), Object.keys(SOURCES[i]?.metadata ?? {}));
  }
  assert.equal(read(FR_PATH).metadata, {
    identifier: '/us/fr/2018-09910',
    source: 'fr',
    display_title: 'T',
    legal_status: null,
    status: 'in_force',
    last_updated: '2018-05-10',
    document_number: '2018-09910',
    document_type: 'rule',
    publication_date: '2018-05-10',
    agency: null,
    agencies: [],
    fr_citation: null,
    fr_volume: null,
    effective_date: null,
    comments_close_date: null,
    fr_action: null,
    docket_ids: [],
    cfr_references: [],
    rin: null,
    start_page: null,
    end_page: null,
    granularity: 'document',
  });
});

test('only documents in the folder for undated ones may lack a date', () => {
  const noDay = { publication_date: null };
  const undated = readText('fr/undated/2018-09910.md', documentText(FR_PATH, noDay));
  assert.equal([undated.problems, undated.metadata.publication_date], [[], null]);
  for (const path of [FR_PATH, 'fr/2018/undated/2018-09910.md', 'fr/undated.md'])
    assert.equal(
      readText(path, documentText(FR_PATH, noDay)).problems,
      ['publication_date: is missing'],
      path,
    );
  const dated = readText('fr/undated/2018-09910.md', documentText(FR_PATH));
  assert.is(dated.metadata.publication_date, '2018-05-10');
});

test('the granularity is that of the file, by default a section or a document', () => {
  assert.is(read(USC_PATH).metadata.granularity, 'section');
  assert.is(read(ECFR_PATH).metadata.granularity, 'section');
  assert.is(read(FR_PATH).metadata.granularity, 'document');
  assert.is(read(USC_PATH, { granularity: 'rule' }).metadata.granularity, 'rule');
  assert.match(
    read(USC_PATH, { granularity: 'poem' }).problems.join(),
    /granularity: must be section, appendix, rule/,
  );
});

test('levels and notes come from the file, and are null without a value', () => {
  const { metadata } = read(USC_PATH);
  assert.equal([metadata.hierarchy, metadata.notes, metadata.subtitle_number], [null, null, null]);
  const lists = {
    hierarchy:
      '\n  - level: "title"\n    number: "17"\n    identifier: "/us/usc/t17"\n  - level: "chapter"\n    name: "LAMPS"',
    notes: '\n  - topic: "amendments"\n    heading: "Amendments"\n  - topic: "codification"',
  };
  const full = read(USC_PATH, lists);
  assert.equal(full.problems, []);
  assert.equal(full.metadata.hierarchy, [
    { level: 'title', number: '17', name: null, identifier: '/us/usc/t17' },
    { level: 'chapter', number: null, name: 'LAMPS', identifier: null },
  ]);
  assert.equal(full.metadata.notes, [
    { topic: 'amendments', heading: 'Amendments' },
    { topic: 'codification', heading: null },
  ]);
  for (const wrong of ['[a]', 'a', '[{number: 1}]', '[{level: [a]}]', '[{level: a, name: {b: c}}]'])
    assert.match(
      read(USC_PATH, { hierarchy: wrong }).problems.join(),
      /^hierarchy: must be a list of at most 32 levels/,
      wrong,
    );
  for (const wrong of ['[a]', '[{heading: a}]', '[{topic: a, heading: [b]}]'])
    assert.match(read(USC_PATH, { notes: wrong }).problems.join(), /^notes: must be a list of notes/, wrong);
});

test('fields of the importer are read', () => {
  const ecfr = read(ECFR_PATH, {
    subpart_number: 'B',
    subpart_name: 'Oil',
    subject_group: 'Wicks',
    subtitle_number: 'A',
    subtitle_name: 'Lamps',
    source_credit: '"[49 FR 1, Jan. 3, 1984]"',
    currency: '2025-04-02',
  });
  assert.equal(ecfr.problems, []);
  const { subpart_number, subpart_name, subject_group, subtitle_number, subtitle_name } = ecfr.metadata;
  assert.equal(
    [subpart_number, subpart_name, subject_group, subtitle_number, subtitle_name],
    ['B', 'Oil', 'Wicks', 'A', 'Lamps'],
  );
  assert.equal(
    [ecfr.metadata.source_credit, ecfr.metadata.currency],
    ['[49 FR 1, Jan. 3, 1984]', '2025-04-02'],
  );
  const usc = read(USC_PATH, { division_number: 'B', division_name: 'Wicks' }).metadata;
  assert.equal([usc.division_number, usc.division_name], ['B', 'Wicks']);
  const fr = read(FR_PATH, { start_page: '9757', end_page: '9764' }).metadata;
  assert.equal([fr.start_page, fr.end_page], [9757, 9764]);
});

test('file name and folders supply numbers that the frontmatter lacks', () => {
  const usc = read(USC_PATH).metadata;
  assert.equal([usc.title_number, usc.chapter_number, usc.section_number], [17, '1', '106']);
  const ecfr = read(ECFR_PATH).metadata;
  assert.equal(
    [ecfr.title_number, ecfr.chapter_number, ecfr.part_number, ecfr.section_number],
    [1, 'I', '1', '1.1'],
  );
  assert.is(read(FR_PATH).metadata.document_number, '2018-09910');
});

test('an appendix folder has the number of its title, and a folder of another name no chapter', () => {
  const path = 'usc/title-05-appendix/federal-advisory-committee-act/section-1.md';
  const text = documentText(USC_PATH, { identifier: '/us/usc/t5a/pl/92/463/s1' });
  const { metadata } = readText(path, text);
  assert.equal([metadata.title_number, metadata.chapter_number, metadata.section_number], [5, null, '1']);
});

test('a value of the frontmatter wins over the path', () => {
  const { metadata } = read(ECFR_PATH, {
    title_number: '2',
    chapter_number: '"II"',
    part_number: '3',
    section_number: '"010"',
  });
  assert.equal(
    [metadata.title_number, metadata.chapter_number, metadata.part_number, metadata.section_number],
    [2, 'II', '3', '010'],
  );
});

test('the default agency is the first of the agencies', () => {
  assert.is(read(FR_PATH, { agencies: '["", A, B]' }).metadata.agency, 'A');
  assert.is(read(FR_PATH, { agency: 'C', agencies: '[A, B]' }).metadata.agency, 'C');
  assert.equal(read(FR_PATH, { agencies: 'A' }).problems, ['agencies: must be a list of texts, but is "A"']);
  assert.is(read(ECFR_PATH, { agency: 'A' }).metadata.agency, 'A');
});

test('the default agency of a regulation is the name of its chapter', () => {
  const chapter = { chapter_name: '"POSTAL  SERVICE"' };
  assert.is(read(ECFR_PATH, chapter).metadata.agency, 'POSTAL  SERVICE');
  assert.is(read(ECFR_PATH, { ...chapter, agency: 'A' }).metadata.agency, 'A');
  assert.is(read(ECFR_PATH).metadata.agency, null);
  assert.equal(read(ECFR_PATH, { chapter_name: '[A]' }).problems, [
    'chapter_name: must be a text without control characters, but is a list',
  ]);
  assert.not('agency' in read(USC_PATH, chapter).metadata);
});

test('display titles of sections in an appendix name the appendix, by identifier or folder', () => {
  const titleOf = (path: string, identifier: string, title: string) => {
    const { metadata, problems } = read(path, {
      identifier,
      title,
      source: 'usc',
      last_updated: '2021-04-29',
    });
    assert.equal(problems, []);
    return metadata.display_title;
  };
  const [own, folder] = ['usc/title-18/section-6.md', 'usc/title-18-appendix/lamp-act/section-6.md'];
  const label = '/us/usc/t18a/pl/96/456/s6';
  assert.is(titleOf(own, '/us/usc/t18/s6', '18 USC § 6 - Oil'), '18 USC § 6 - Oil');
  assert.is(titleOf(own, label, '18 USC § 6 - Oil'), '18 USC App. § 6 - Oil');
  assert.is(titleOf(folder, '/us/usc/t18/s6', '18 USC § 6 - Oil'), '18 USC App. § 6 - Oil');
  assert.is(titleOf(folder, label, '18 USC App. § 6 - Oil'), '18 USC App. § 6 - Oil');
  assert.is(titleOf(folder, label, 'Oil, 18 USC § 6'), 'Oil, 18 USC § 6', 'only what it begins with');
});

test('signs of several sections have no blanks between them', () => {
  const { metadata } = read('ecfr/title-44/chapter-I/part-16/section-16.1.md', {
    identifier: '/us/cfr/t44/s§ 16.1-16.3',
    source: 'ecfr',
    last_updated: '2025-04-02',
    title: '44 CFR § § 16.1-16.3 - §§ 16.1-16.3   [Reserved]',
    section_number: '§ 16.1-16.3',
    subchapter_number: 'A',
    subchapter_name: 'GENERAL',
  });
  assert.is(metadata.display_title, '44 CFR §§ 16.1-16.3 - §§ 16.1-16.3   [Reserved]');
  assert.equal([metadata.subchapter_number, metadata.subchapter_name], ['A', 'GENERAL']);
});

test('the part of a section of statutes comes from its frontmatter, or is null', () => {
  const { metadata } = read(USC_PATH, { part_number: 'B', part_name: 'Lamps' });
  assert.equal([metadata.part_number, metadata.part_name], ['B', 'Lamps']);
  const { part_number, part_name } = read(USC_PATH).metadata;
  assert.equal([part_number, part_name], [null, null]);
});

test('a missing, null or blank list is empty', () => {
  for (const value of [null, '', '[]', '[""]', 'null']) {
    const { metadata, problems } = read(FR_PATH, {
      agencies: value,
      docket_ids: value,
      cfr_references: value,
    });
    assert.equal(problems, []);
    assert.equal([metadata.agencies, metadata.docket_ids, metadata.cfr_references], [[], [], []], `${value}`);
  }
});

test('the RIN stays as written, and is also found among the CFR references', () => {
  const rinOf = (changes: Record<string, string>) => read(FR_PATH, changes).metadata.rin;
  assert.is(rinOf({ rin: '"1018-AU24 and  1018-AV04"' }), '1018-AU24 and  1018-AV04');
  const { metadata } = read(FR_PATH, { cfr_references: '[50 CFR Part 622, RIN 0648–XF326]' });
  assert.equal([metadata.rin, metadata.cfr_references], ['0648–XF326', [{ title: 50, parts: ['622'] }]]);
  assert.is(
    rinOf({ cfr_references: '[RIN 0648–XF326, "RINs 2060-AU24, 2060-AT16"]' }),
    '0648–XF326, 2060-AU24, 2060-AT16',
  );
  assert.is(rinOf({ cfr_references: '[RIN 0648–XF326]', rin: '0648-XG23' }), '0648-XG23');
  assert.is(rinOf({ cfr_references: '[50 CFR Part 622]' }), null);
});

test('a heading in brackets does not change the status', () => {
  const reserved = { section_name: '"[Reserved]"', title: '"1 CFR § 1.1 - [Reserved]"' };
  assert.is(read(ECFR_PATH, reserved).metadata.status, 'in_force');
  assert.is(read(ECFR_PATH, { ...reserved, status: 'reserved' }).metadata.status, 'reserved');
});

test('the default status is in_force, also for notices and proposed rules', () => {
  for (const document_type of ['notice', 'proposed_rule'])
    assert.is(read(FR_PATH, { document_type }).metadata.status, 'in_force');
  assert.is(read(USC_PATH, { status: '""' }).metadata.status, 'in_force');
  assert.is(read(USC_PATH, { status: 'repealed' }).metadata.status, 'repealed');
});

test('a release point gives no currency date and no problem, and has its own field', () => {
  for (const point of ['117-80', '"113-31"', '119-73not60', '113-296u1']) {
    const { metadata, problems } = read(USC_PATH, { currency: point });
    const expected = [null, point.replaceAll('"', ''), []];
    assert.equal([metadata.currency, metadata.release_point, problems], expected, point);
  }
  const { metadata } = read(USC_PATH, { currency: '2021-04-29' });
  assert.equal([metadata.currency, metadata.release_point], ['2021-04-29', null]);
  const fields = Object.keys(metadata);
  assert.is(fields.indexOf('release_point'), fields.indexOf('currency') + 1);
  for (const text of ['2021-04', '2021', 'soon', '2021-02-30']) {
    assert.equal(read(USC_PATH, { currency: text }).problems, [
      `currency: must be a date of the form YYYY-MM-DD, but is "${text}"`,
    ]);
  }
});

test('a missing required field is a problem', () => {
  for (const key of ['identifier', 'source', 'title', 'last_updated']) {
    for (const value of [null, '', '""', '[]']) {
      assert.equal(read(USC_PATH, { [key]: value }).problems, [`${key}: is missing`]);
    }
  }
  assert.equal(readText('usc/x.md', documentText(USC_PATH)).problems, [
    'title_number: is missing',
    'section_number: is missing',
  ]);
});

test('a publication date is never invented from the folder', () => {
  assert.equal(read(FR_PATH, { publication_date: null }).problems, ['publication_date: is missing']);
});

test('a document reports all its problems, each once', () => {
  const { problems } = read(FR_PATH, {
    identifier: null,
    title: '[a]',
    last_updated: 'soon',
    document_type: 'letter',
    publication_date: null,
    fr_volume: 'x',
  });
  assert.equal(problems, [
    'identifier: is missing',
    'title: must be a text without control characters, but is a list',
    'last_updated: must be a date of the form YYYY-MM-DD, but is "soon"',
    'document_type: must be rule, proposed_rule, notice, presidential_document, but is "letter"',
    'publication_date: is missing',
    'fr_volume: must be an integer of at most nine digits, but is "x"',
  ]);
});

test('a source other than that of the folder is a problem', () => {
  assert.equal(read(USC_PATH, { source: 'ecfr' }).problems, [
    'source: must be usc, as its folder says, but is "ecfr"',
  ]);
});

test('a title other than the official ones is a problem', () => {
  assert.is(read(USC_PATH, { title_number: '54' }).metadata.title_number, 54);
  assert.is(read(ECFR_PATH, { title_number: '50' }).metadata.title_number, 50);
  for (const number of ['0', '55', '999']) {
    assert.equal(read(USC_PATH, { title_number: number }).problems, [
      `title_number: must be an official title, 1 to 54, but is ${number}`,
    ]);
  }
  assert.equal(read(ECFR_PATH, { title_number: '51' }).problems, [
    'title_number: must be an official title, 1 to 50, but is 51',
  ]);
});

test('an identifier that cannot be published is a problem', () => {
  const cases = [
    ['/us/cfr/t1/s1', 'does not start with /us/usc/'],
    ['/us/usc/../s1', 'has the segment ..'],
    ['/us/usc/t1//s1', 'has an empty segment'],
    ['"/us/usc/t1/s1\\n"', null],
    ['"/us/usc/t1/s\\n1"', 'contains a control character or a lone surrogate'],
    ['"/us/usc/t1/s\\0"', 'contains a control character or a lone surrogate'],
    ['"/us/usc/t1/s\\ud800"', 'contains a control character or a lone surrogate'],
    [`/us/usc/t1/s${'1'.repeat(300)}`, 'has a segment of over 250 bytes'],
    ['[a]', 'must be a text, but is a list'],
  ] as const;
  for (const [identifier, reason] of cases) {
    const { problems } = read(USC_PATH, { identifier });
    assert.equal(problems, reason === null ? [] : [`identifier: ${reason}`], identifier);
  }
});

test('endless lists made of aliases are refused without reading them', () => {
  assert.equal(read(FR_PATH, { title: '&t {a: *t}', agencies: '&a [*a]' }).problems, [
    'title: must be a text without control characters, but is a mapping',
    'agencies: must be a list of texts, but is a list',
  ]);
});

test('keys of Object.prototype are no values', () => {
  const text = documentText(FR_PATH).replace('---\n', '---\n__proto__: {agency: A}\nconstructor: x\n');
  const { metadata, problems } = readText(FR_PATH, text);
  assert.equal([metadata.agency, problems], [null, []]);
});

test.run();
