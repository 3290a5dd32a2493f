import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Document } from '../../../build/contract/envelope.ts';
import { toSearchDocument } from '../../../build/search/documents/search-document.ts';

const section: Document = {
  id: 'us-usc-t17-s106',
  identifier: '/us/usc/t17/s106',
  source: 'usc',
  metadata: {
    identifier: '/us/usc/t17/s106',
    source: 'usc',
    display_title: '17 USC § 106 -  Exclusive rights\nin copyrighted works',
    status: 'in_force',
    title_number: 17,
    title_name: 'COPYRIGHTS',
    section_number: '106',
    chapter_number: '1',
    chapter_name: 'SUBJECT MATTER',
    subchapter_number: null,
  },
  body: '# § 106.',
};

const notice: Document = {
  id: 'us-fr-2018-09910',
  identifier: '/us/fr/2018-09910',
  source: 'fr',
  metadata: {
    display_title: 'Lamps',
    status: 'in_force',
    document_number: '2018-09910',
    document_type: 'rule',
    publication_date: '2018-05-10',
    agency: 'Lamp Office',
    agencies: ['LAMP OFFICE', 'Oil  Board'],
    docket_ids: ['Docket No. LO-2018-0042', 'Notice 1'],
    rin: '1625-ZA11 and 1625–ZA12',
    fr_citation: '83 FR 21707',
  },
};

test('a section becomes a search document with all fields', () => {
  assert.equal(toSearchDocument(section, 'Text.\n'), {
    id: 'us-usc-t17-s106',
    source: 'usc',
    identifier: '/us/usc/t17/s106',
    heading: '17 USC § 106 - Exclusive rights in copyrighted works',
    title_number: 17,
    title_name: 'Copyrights',
    status: 'in_force',
    url: '/usc/title-17/chapter-1/section-106',
    document_type: null,
    publication_date: null,
    hierarchy: ['U.S. Code', 'Title 17 - Copyrights', 'Chapter 1 - SUBJECT MATTER'],
    cited_by_count: 0,
    filtered: { source: 'usc', title_number: 17, document_type: null, status: 'in_force' },
    agencies: [],
    granularity: 'section',
    levels: ['/us/usc/t17', '/us/usc/t17/ch1:12spkov'],
    citations: ['id:/us/usc/t17/s106', 'usc:17:106'],
    about: [],
    sortKeys: { identifier: '\u0001us\u0001usc\u0001t217\u0001s3106', document_number: null },
    body: 'Text.\n',
  });
});

test('a Federal Register document becomes a search document with its agencies and subjects', () => {
  const document = toSearchDocument(notice, '');
  assert.is(document.url, '/fr/2018-09910');
  assert.equal(document.hierarchy, ['Federal Register', '2018', 'May']);
  assert.equal(document.citations, [
    'id:/us/fr/2018-09910',
    'fr:2018-09910',
    'frp:83:21707',
    'docket:docket no. lo-2018-0042',
    'docket:lo-2018-0042',
    'docket:notice 1',
    'rin:1625-ZA11',
    'rin:1625-ZA12',
  ]);
  assert.is(document.granularity, 'document');
  const cfr_references = [
    { title: 40, parts: ['52', '81'] },
    { title: 2, parts: [] },
  ];
  const rule = { ...notice, metadata: { ...notice.metadata, cfr_references } };
  assert.equal(toSearchDocument(rule, '').about, ['part:40:52', 'part:40:81']);
  assert.equal(document.about, []);
  assert.is(document.title_number, null);
  assert.equal(document.agencies, ['Lamp Office', 'Oil Board']);
  assert.is(document.sortKeys.document_number, '42018-59910'.replace('59910', '49910'));
});

test('a document has the citation keys of each section it covers, and a regulation that of its part', () => {
  const several = { ...section, metadata: { ...section.metadata, section_number: '65, 66' } };
  assert.equal(toSearchDocument(several, '').citations.slice(1), ['usc:17:65', 'usc:17:66']);
  const regulation: Document = {
    ...section,
    identifier: '/us/cfr/t1/s1.1',
    source: 'ecfr',
    metadata: { ...section.metadata, title_number: 1, section_number: '1.1', part_number: '1' },
  };
  assert.equal(toSearchDocument(regulation, '').citations.slice(1), ['cfr:1:1.1', 'part:1:1']);
});

test('an appendix is cited by its label and listed under the title’s official name', () => {
  const metadata = {
    ...section.metadata,
    title_number: 18,
    title_name: 'ANOTHER ACT',
    section_number: '6',
    chapter_number: null,
    chapter_name: 'CLASSIFIED LAMPS ACT',
  };
  const document = toSearchDocument({ ...section, identifier: '/us/usc/t18a/pl/96/456/s6', metadata }, '');
  assert.equal(document.citations.slice(1), ['usc:18a:6']);
  assert.equal([document.title_number, document.title_name], [18, 'Crimes and Criminal Procedure']);
  assert.equal(document.hierarchy, [
    'U.S. Code',
    'Title 18 Appendix - Crimes and Criminal Procedure',
    'CLASSIFIED LAMPS ACT',
  ]);
  assert.is(document.url, '/usc/title-18a/pl-96-456/section-6');
});

test('an appendix of a part, a rule and a plan have the URLs of their pages', () => {
  const urlOf = (source: Document['source'], identifier: string): string =>
    toSearchDocument({ ...section, source, identifier, metadata: {} }, '').url;
  assert.is(urlOf('ecfr', '/us/cfr/t2/p200/appI'), '/ecfr/title-2/part-200/appendix-I');
  assert.is(urlOf('usc', '/us/usc/t18a/courtRules/Crim/rule11'), '/usc/title-18a/rules-Crim/rule-11');
  assert.is(urlOf('usc', '/us/usc/t5a/reorgPlan/1949/8'), '/usc/title-5a/plans-1949/plan-8');
});

test('a law of an appendix, known by its display title alone, is not cited as a section of the title', () => {
  const metadata = { ...section.metadata, display_title: '18 USC App. § 7 - Lamps', section_number: '7' };
  const document = toSearchDocument({ ...section, identifier: '/us/usc/t18/s7', metadata }, '');
  assert.equal(document.citations, ['id:/us/usc/t18/s7', 'usc:18a:7']);
  assert.is(document.hierarchy[1], 'Title 18 Appendix - Crimes and Criminal Procedure');
});

test('a rule is a section, an appendix is not', () => {
  const of = (source: 'usc' | 'ecfr', identifier: string, metadata: Document['metadata']) =>
    toSearchDocument({ id: 'x', source, identifier, metadata }, '');
  const appendix = of('ecfr', '/us/cfr/t2/p7/appII', {
    granularity: 'appendix',
    section_number: 'Appendix II to Part 7',
    part_number: '7',
  });
  assert.is(appendix.granularity, 'appendix');
  assert.equal(appendix.citations, [
    'id:/us/cfr/t2/p7/appii',
    'part-appendix:/us/cfr/t2/p7/appii',
    'part:2:7',
  ]);
  const rule = of('usc', '/us/usc/t11a/courtRules/Bankr/rule9034', {
    granularity: 'rule',
    section_number: '9034',
  });
  assert.is(rule.granularity, 'rule');
  assert.ok(rule.citations.includes('usc:11a:9034'));
  const plan = of('usc', '/us/usc/t5a/reorgPlan/1947/3', {
    granularity: 'plan',
    section_number: '3 of 1947',
  });
  assert.equal([plan.granularity, plan.citations.length], ['plan', 1]);
});

test('a document without a date has no months in its hierarchy', () => {
  const undated = { ...notice, metadata: { ...notice.metadata, publication_date: null } };
  const { publication_date, hierarchy } = toSearchDocument(undated, '');
  assert.equal([publication_date, hierarchy], [null, ['Federal Register']]);
});

test('missing fields are null and left out of the web path', () => {
  const bare = { ...section, metadata: { display_title: null, section_number: '5 to 7, §8/9' } };
  const document = toSearchDocument(bare, '');
  assert.is(document.heading, '/us/usc/t17/s106');
  assert.is(document.status, 'in_force');
  assert.is(document.title_number, null);
  assert.equal(document.hierarchy, ['U.S. Code', 'Title 17 - Copyrights']);
  assert.is(document.url, '/usc/title-17/section-106');
});

test.run();
