import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { documentHead } from '../../../build/contract/document-head.ts';
import { idOf } from '../../../build/contract/identifier.ts';
import { readWebPath, webPathOf } from '../../../build/contract/web-path.ts';
import { citationOf } from '../../../build/site/app/read/citation.ts';
import { crumbsOf } from '../../../build/site/app/read/crumbs.ts';
import { headingOf } from '../../../build/site/app/read/document.ts';
import { documentsOf, SAMPLE_CORPUS } from '../../helpers/tree.ts';

/** The way to a document, and what its page says of itself. */

const read = async () =>
  (await documentsOf(SAMPLE_CORPUS)).map(document => ({ ...document, id: idOf(document.identifier) }));

const PART_971 = [
  ['eCFR', '/ecfr'],
  ['Title 33', '/ecfr/title-33'],
  ['Chapter IX', '/ecfr/title-33/chapter-IX'],
  ['Part 971', '/ecfr/title-33/chapter-IX/part-971'],
] as const;

const BESIDE_SECTIONS = {
  '/us/cfr/t33/p971/appA': {
    path: '/ecfr/title-33/chapter-IX/part-971/appendix-A',
    title: '33 CFR Part 971 Appendix A - Form of a Whistle Book',
    heading: 'Appendix A to Part 971—Form of a Whistle Book',
    citation: '33 C.F.R. pt. 971, app. A (2025)',
    crumbs: [...PART_971, ['Appendix A to Part 971', undefined]],
  },
  '/us/cfr/t33/p971/table1': {
    path: '/ecfr/title-33/chapter-IX/part-971/table-1',
    title: '33 CFR Part 971 Table 1 - Notes of Whistles',
    heading: 'Table 1 to Part 971—Notes of Whistles',
    citation: '33 C.F.R. pt. 971, table 1 (2025)',
    crumbs: [...PART_971, ['Table 1 to Part 971', undefined]],
  },
  '/us/usc/t28a/courtRules/Civ/rule901': {
    path: '/usc/title-28a/rules-Civ/rule-901',
    title: '28 USC App. Rule 901 - Dry Feet',
    heading: 'Rule 901. Dry Feet',
    citation: 'Fed. R. Civ. P. 901',
    crumbs: [
      ['U.S. Code', '/usc'],
      ['Title 28 Appendix', '/usc/title-28a'],
      ['Rules of Civil Procedure for the Tide Courts', '/usc/structure/t28a/courtRules/Civ'],
      ['Title I', '/usc/structure/t28a/courtRules/Civ/tI'],
      ['Rule 901', undefined],
    ],
  },
  '/us/usc/t50a/reorgPlan/1951/9': {
    path: '/usc/title-50a/plans-1951/plan-9',
    title: '50 USC App. - REORGANIZATION PLAN NO. 9 OF 1951',
    heading: 'REORGANIZATION PLAN NO. 9 OF 1951',
    citation: 'Reorganization Plan No. 9 of 1951, 50 U.S.C. app. (2021)',
    crumbs: [
      ['U.S. Code', '/usc'],
      ['Title 50 Appendix', '/usc/title-50a'],
      ['Reorganization Plans', '/usc/structure/t50a/reorgPlans'],
      ['Plan 9 of 1951', undefined],
    ],
  },
};

test('appendices, tables, rules and plans have their title, heading, citation, address and breadcrumbs', async () => {
  const documents = await read();
  for (const [identifier, expected] of Object.entries(BESIDE_SECTIONS)) {
    const document = documents.find(each => each.identifier === identifier);
    if (!document) throw new Error(`The sample has no ${identifier}`);
    assert.is(webPathOf(document), expected.path);
    const head = documentHead(document);
    assert.equal([head.title, head.canonical], [expected.title, expected.path]);
    assert.is(headingOf(document), expected.heading);
    assert.is(citationOf(document), expected.citation);
    assert.equal(
      crumbsOf(document).map(({ label, to }) => [label, to]),
      expected.crumbs,
    );
  }
});

test('every breadcrumb of the sample leads to a page of the site, and the last one is the document', async () => {
  for (const document of await read()) {
    const crumbs = crumbsOf(document);
    for (const { to } of crumbs) if (to !== undefined) assert.ok(readWebPath(to), to);
    assert.is(crumbs.at(-1)?.to, undefined, document.identifier);
    assert.ok(crumbs.length >= 3, document.identifier);
  }
});

test.run();
