import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { crumbsOf } from '../../../build/site/app/read/crumbs.ts';
import type { ReadDocument } from '../../../build/site/app/read/document.ts';
import { factsOf } from '../../../build/site/app/read/facts.ts';
import { statusNoticeOf } from '../../../build/site/app/read/status-notice.ts';

const SECTION: ReadDocument = {
  id: '',
  source: 'ecfr',
  identifier: '/us/cfr/t44/s2.2',
  metadata: {
    title_number: 44,
    title_name: 'Emergency Management',
    section_number: '2.2',
    section_name: 'Lamps.',
    chapter_number: 'I',
    chapter_name: 'LANTERN AGENCY',
    part_number: '2',
    part_name: 'OIL',
    agency: 'LANTERN AGENCY',
    authority: '6 U.S.C. 101.',
    status: 'in_force',
    currency: '2025-04-02',
  },
  body: '',
};

const RULE: ReadDocument = {
  id: '',
  source: 'fr',
  identifier: '/us/fr/2018-09910',
  metadata: {
    display_title: 'Removal of Lamps',
    document_number: '2018-09910',
    document_type: 'proposed_rule',
    publication_date: '2018-05-10',
    agency: 'Lantern Agency',
    agencies: ['Lantern Agency', 'Oil Board'],
    docket_ids: ['LA-2018-1'],
    rin: '0960-AI16',
    cfr_references: [
      { title: 20, parts: ['404', '405'] },
      { title: 47, parts: [] },
    ],
    status: 'in_force',
  },
  body: '',
};

/** `Term: text→to` */
const lines = (document: ReadDocument, hasSearch = true): string[] =>
  factsOf(document, hasSearch).map(
    ({ term, values }) => `${term}: ${values.map(({ text, to }) => text + (to ? `→${to}` : '')).join(', ')}`,
  );

test('a section has linked facts of its title, chapter and part', () => {
  assert.equal(lines(SECTION), [
    'Title: 44. Emergency Management and Assistance→/ecfr/title-44',
    'Chapter: I. LANTERN AGENCY→/ecfr/title-44/chapter-I',
    'Part: 2. OIL→/ecfr/title-44/chapter-I/part-2',
    'Authority: 6 U.S.C. 101.',
    'Status: In force',
    'Current as of: April 2, 2025',
  ]);
});

test('a document of the Federal Register has facts of type, agencies, date, docket and code', () => {
  assert.equal(lines(RULE), [
    'Type: Proposed rule',
    'Agencies: Lantern Agency, Oil Board',
    'Published: May 10, 2018',
    'Document number: 2018-09910',
    'Docket: LA-2018-1→/search?q=LA-2018-1',
    'RIN: 0960-AI16→/search?q=0960-AI16',
    'Code: 20 CFR part 404→/search?q=20%20CFR%20part%20404, 20 CFR part 405→/search?q=20%20CFR%20part%20405, 47 CFR→/search?q=47%20CFR',
    'Status: In force',
  ]);
  assert.ok(lines(RULE, false).includes('Docket: LA-2018-1'), 'where nothing can be searched');
});

test('facts that the text has are left out', () => {
  const credited: ReadDocument = {
    ...SECTION,
    source: 'usc',
    identifier: '/us/usc/t17/s1',
    metadata: { source_credit: '(Pub. L. 1)' },
  };
  assert.ok(lines(credited).includes('Source credit: (Pub. L. 1)'));
  assert.not(
    lines({ ...credited, body: '**Source Credit**: (Pub. L. 1)' }).some(line => line.startsWith('Source')),
  );
});

test('breadcrumbs lead from the source to the document', () => {
  const way = (document: ReadDocument) => crumbsOf(document).map(({ label, to }) => `${label}→${to ?? ''}`);
  assert.equal(way(SECTION), [
    'eCFR→/ecfr',
    'Title 44→/ecfr/title-44',
    'Chapter I→/ecfr/title-44/chapter-I',
    'Part 2→/ecfr/title-44/chapter-I/part-2',
    '§ 2.2→',
  ]);
  const metadata = { title_number: 17, chapter_number: '1', part_number: 'A', section_number: '106' };
  assert.equal(
    way({ ...SECTION, source: 'usc', identifier: '/us/usc/t17/s106', metadata }).slice(2),
    ['Chapter 1→/usc/title-17/chapter-1', 'Part A→/usc/structure/t17/ch1/pA', '§ 106→'],
    'a part of a code without lists by part has the page of a level',
  );
  assert.equal(way(RULE), ['Federal Register→/fr', '2018→/fr/2018', 'May→/fr/2018/05', '2018-09910→']);
});

test('a document that is not in force has a notice', () => {
  const standing = (metadata: ReadDocument['metadata']) =>
    statusNoticeOf({ ...SECTION, metadata })?.label ?? null;
  assert.is(standing({ status: 'in_force' }), null);
  assert.is(standing({}), null);
  for (const status of ['repealed', 'omitted', 'transferred', 'renumbered']) {
    assert.is(standing({ status })?.toLowerCase(), status);
  }
  assert.is(standing({ status: 'in_force', section_name: '[Reserved]' }), 'Reserved');
  assert.is(standing({ status: 'held_over' }), 'Held over', 'a status that nobody has foreseen');
});

test.run();
