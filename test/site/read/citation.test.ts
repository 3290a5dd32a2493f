import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lawCitations } from '../../../build/search/query/query-citations.ts';
import {
  citationOf,
  citationQuery,
  copiedCitation,
  markdownCitation,
} from '../../../build/site/app/read/citation.ts';
import { crumbsOf } from '../../../build/site/app/read/crumbs.ts';
import { headingOf, type ReadDocument } from '../../../build/site/app/read/document.ts';

const document = (
  source: ReadDocument['source'],
  identifier: string,
  metadata: ReadDocument['metadata'],
): ReadDocument => ({ id: '', source, identifier, metadata, body: '' });

const SECTION = document('usc', '/us/usc/t17/s106', {
  section_number: '106',
  section_name: 'Exclusive rights',
  last_updated: '2022-01-05',
});
const REGULATION = document('ecfr', '/us/cfr/t44/s2.2', {
  section_number: '2.2',
  section_name: 'Delegations.',
  currency: '2025-04-02',
  last_updated: '2024-01-01',
});
const RULE = document('fr', '/us/fr/2018-09910', {
  display_title: 'Removal of Lamps',
  document_number: '2018-09910',
  fr_citation: '83 FR 21707',
  publication_date: '2018-05-10',
});

test('a page number may have a comma, and brackets do not end a link', () => {
  const comma = document('fr', '/us/fr/2018-09910', { ...RULE.metadata, fr_citation: '83 FR 21,707' });
  assert.is(citationOf(comma), '83 Fed. Reg. 21,707 (May 10, 2018)');
  const bracket = document('usc', '/us/usc/t17/s1', { section_number: '[1]', last_updated: '2022-01-05' });
  assert.is(markdownCitation(bracket, 'https://x/a(b)'), '[17 U.S.C. § \\[1\\] (2022)](https://x/a%28b%29)');
});

test('sections, regulations and documents are cited like the Bluebook', () => {
  assert.is(citationOf(SECTION), '17 U.S.C. § 106 (2022)');
  assert.is(citationOf(REGULATION), '44 C.F.R. § 2.2 (2025)');
  assert.is(citationOf(RULE), '83 Fed. Reg. 21707 (May 10, 2018)');
});

test('documents without a page, several sections and appendices have their forms', () => {
  const unpaged = document('fr', RULE.identifier, {
    ...RULE.metadata,
    fr_citation: null,
    publication_date: '2013-09-03',
  });
  assert.is(citationOf(unpaged), 'Fed. Reg. Doc. 2018-09910 (Sept. 3, 2013)');
  assert.is(
    citationOf(document('usc', '/us/usc/t45/s65, 66', { section_number: '65, 66' })),
    '45 U.S.C. §§ 65, 66',
  );
  assert.is(
    citationOf(
      document('usc', '/us/usc/t18a/pl/96/456/s1', { section_number: '1', last_updated: '2022-01-05' }),
    ),
    '18 U.S.C. app. § 1 (2022)',
  );
  assert.is(
    citationOf(document('ecfr', '/us/cfr/t44/s§ 16.104-16.109', { section_number: '§ 16.104-16.109' })),
    '44 C.F.R. §§ 16.104-16.109',
  );
});

const BANKRUPTCY = document('usc', '/us/usc/t11a/courtRules/Bankr/rule4006', {
  section_number: '4006',
  section_name: 'Notice of Lamps',
  currency: '2021-12-27',
});
const PLAN = document('usc', '/us/usc/t5a/reorgPlan/1949/8', {
  section_number: '8 of 1949',
  section_name: 'REORGANIZATION PLAN NO. 8 OF 1949',
  currency: '2021-12-27',
});
const APPENDIX = document('ecfr', '/us/cfr/t23/p230/spA/appA(1)', {
  section_number: 'Appendix A(1) to Subpart A of Part 230',
  section_name: 'Lamps of Contractors',
  currency: '2025-04-02',
});
const ONLY = document('ecfr', '/us/cfr/t2/p200/app', { section_number: 'Appendix to Part 200' });
const TABLE = document('ecfr', '/us/cfr/t23/p772/table1', {
  section_number: 'Table 1 to Part 772',
  section_name: 'Light',
});
const SPECIAL = document('ecfr', '/us/cfr/t14/special-rule-13', { section_number: 'Special Rule 13' });

test('rules, plans, appendices and tables are cited and headed as such, never as sections', () => {
  const units = [BANKRUPTCY, PLAN, APPENDIX, ONLY, TABLE, SPECIAL];
  assert.equal(units.map(citationOf), [
    'Fed. R. Bankr. P. 4006',
    'Reorganization Plan No. 8 of 1949, 5 U.S.C. app. (2021)',
    '23 C.F.R. pt. 230, subpt. A, app. A(1) (2025)',
    '2 C.F.R. pt. 200, app.',
    '23 C.F.R. pt. 772, table 1',
    '14 C.F.R. Special Rule 13',
  ]);
  assert.equal(units.map(headingOf), [
    'Rule 4006. Notice of Lamps',
    'REORGANIZATION PLAN NO. 8 OF 1949',
    'Appendix A(1) to Subpart A of Part 230—Lamps of Contractors',
    'Appendix to Part 200',
    'Table 1 to Part 772—Light',
    'Special Rule 13',
  ]);
  assert.equal(
    units.map(unit => crumbsOf(unit).at(-1)?.label),
    [
      'Rule 4006',
      'Plan 8 of 1949',
      'Appendix A(1) to Subpart A of Part 230',
      'Appendix to Part 200',
      'Table 1 to Part 772',
      'Special Rule 13',
    ],
  );
});

test('the search query for a missing rule, plan or appendix is a citation of it', () => {
  for (const [unit, query] of [
    [BANKRUPTCY, 'Fed. R. Bankr. P. 4006'],
    [PLAN, 'Reorganization Plan No. 8 of 1949'],
    [APPENDIX, '23 CFR pt. 230, subpt. A, app. A(1)'],
    [ONLY, '2 CFR pt. 200, app.'],
    [TABLE, '23 CFR pt. 772, table 1'],
  ] as const) {
    assert.is(citationQuery(unit), query);
    const [cited] = lawCitations(query);
    const identifiers = cited?.readings.flatMap(reading => reading.identifiers);
    assert.ok(identifiers?.includes(unit.identifier), query);
  }
});

test('a citation in Markdown escapes its address', () => {
  assert.is(
    markdownCitation(SECTION, 'https://law.example/usc/s(1)'),
    '[17 U.S.C. § 106 (2022)](https://law.example/usc/s%281%29)',
  );
});

test('a copied citation says how current the text is, if that is known', () => {
  const of = (metadata: ReadDocument['metadata']) =>
    document('usc', '/us/usc/t17/s106', { ...SECTION.metadata, ...metadata });
  const both = of({ release_point: '119-36', currency: '2025-09-05' });
  assert.is(copiedCitation(both), '17 U.S.C. § 106 (2025), current through Pub. L. 119-36 (2025-09-05)');
  assert.match(copiedCitation(of({ release_point: '117-80' })), /, current through Pub\. L\. 117-80$/);
  assert.is(copiedCitation(REGULATION), '44 C.F.R. § 2.2 (2025), as of 2025-04-02');
  assert.is(
    markdownCitation(REGULATION, 'https://x/a'),
    '[44 C.F.R. § 2.2 (2025)](https://x/a), as of 2025-04-02',
  );
  assert.is(copiedCitation(RULE), citationOf(RULE));
  assert.is(copiedCitation(SECTION), citationOf(SECTION));
});

test('a missing document has a search query', () => {
  assert.is(citationQuery(SECTION), '17 USC 106');
  assert.is(citationQuery(REGULATION), '44 CFR 2.2');
  assert.is(citationQuery(RULE), '2018-09910');
});

test('headings are those of the documents', () => {
  assert.is(headingOf(SECTION), '§ 106. Exclusive rights');
  assert.is(headingOf(REGULATION), '§ 2.2 Delegations.');
  assert.is(headingOf(RULE), 'Removal of Lamps');
});

test.run();
