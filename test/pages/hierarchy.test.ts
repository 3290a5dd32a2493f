import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Metadata, sourceOf } from '../../build/contract/sources.ts';
import * as hierarchy from '../../build/pages/hierarchy.ts';
import { catalogOf, documentWith } from '../helpers/catalogs.ts';

const usc = sourceOf('usc');
const ecfr = sourceOf('ecfr');
const fr = sourceOf('fr');

const section = (shorthand: string, fields: Metadata = {}) =>
  documentWith(usc, `/us/usc/${shorthand}`, fields);
const detailsOf = (documents: readonly Metadata[]) => hierarchy.titleDetails(catalogOf(usc, documents));
const titleOf = (number: number, documents: readonly Metadata[]) => {
  const detail = detailsOf(documents)[number - 1];
  if (!detail) throw new Error(`no title ${number}`);
  return detail;
};

test('all 54 and all 50 titles, in order, counted 0 where there are no documents', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
  assert.equal(
    detailsOf([]).map(({ title_number }) => title_number),
    numbers(54),
  );
  const cfr = hierarchy.titleDetails(catalogOf(ecfr, []));
  assert.equal(
    cfr.map(({ title_number }) => title_number),
    numbers(50),
  );
  assert.equal(cfr[0], {
    title_number: 1,
    title_name: 'General Provisions',
    document_count: 0,
    positive_law: false,
    chapters: [],
  });
  assert.is(detailsOf([])[16]?.positive_law, true, 'title 17 is positive law');
  assert.is(detailsOf([])[41]?.positive_law, false, 'title 42 is not');
});

test('a title is named by most of its own documents, not by its appendix', () => {
  const appendix = ['s1', 's2', 's3'].map(name =>
    section(`t5a/${name}`, { title_number: 5, title_name: 'Wrong', positive_law: false }),
  );
  const own = [
    section('t5/s1', { title_name: 'Typo', positive_law: false }),
    section('t5/s2', { title_name: 'Right', positive_law: true }),
    section('t5/s3', { title_name: 'Right', positive_law: true }),
  ];
  const title = titleOf(5, [...appendix, ...own]);
  assert.equal([title.title_name, title.positive_law, title.document_count], ['Right', true, 6]);
});

test('a title of appendix documents alone has its official name', () => {
  const title = titleOf(18, [
    section('t18a/pl/96/456/s1', { title_number: 18, title_name: 'Misleading', positive_law: false }),
  ]);
  assert.equal(
    [title.title_name, title.positive_law, title.document_count],
    ['Crimes and Criminal Procedure', true, 1],
  );
});

test('title 1 does not take the documents of title 17', () => {
  const documents = [section('t17/s1', { title_name: 'Seventeen' }), section('t1/s1', { title_name: 'One' })];
  assert.equal([titleOf(1, documents).title_name, titleOf(1, documents).document_count], ['One', 1]);
  assert.is(titleOf(17, documents).title_name, 'Seventeen');
});

test('chapters stand in natural order, by number, with the name that most documents give', () => {
  const chapters = ['X', 'IX', '10', '2', 'IX', 'IX', null];
  const names = ['Ten', 'Nine', 'Chapter ten', null, 'Neuf', 'Nine', 'No chapter'];
  const documents = chapters.map((chapter_number, i) =>
    section(`t2/s${i}`, { chapter_number, chapter_name: names[i] ?? null }),
  );
  const title = titleOf(2, documents);
  assert.is(title.document_count, 7, 'a document without a chapter counts for the title');
  assert.equal(title.chapters, [
    { chapter_number: '2', chapter_name: null, document_count: 1 },
    { chapter_number: 'IX', chapter_name: 'Nine', document_count: 3 },
    { chapter_number: '10', chapter_name: 'Chapter ten', document_count: 1 },
    { chapter_number: 'X', chapter_name: 'Ten', document_count: 1 },
  ]);
});

test('a title summary counts documents and chapters and leads to the detail', () => {
  const documents = [section('t2/s1', { chapter_number: '1' }), section('t2/s2', { chapter_number: '2' })];
  const catalog = catalogOf(usc, documents);
  assert.equal(hierarchy.titleSummary(usc, hierarchy.titleDetail(catalog, 2)), {
    title_number: 2,
    title_name: 'The Congress',
    document_count: 2,
    chapter_count: 2,
    positive_law: false,
    url: '/api/usc/titles/2',
  });
});

test('years in reverse chronological order, months in calendar order', () => {
  const days = ['2018-12-01', '2018-02-03', '2004-07-23', '2018-02-28', '2018-10-10', '2024-01-01'];
  const catalog = catalogOf(
    fr,
    days.map((publication_date, i) => documentWith(fr, `/us/fr/${i}`, { publication_date })),
  );
  const details = hierarchy.yearDetails(catalog);
  assert.equal(hierarchy.yearSummaries(catalog, details), [
    { year: 2024, document_count: 1, url: '/api/fr/years/2024' },
    { year: 2018, document_count: 4, url: '/api/fr/years/2018' },
    { year: 2004, document_count: 1, url: '/api/fr/years/2004' },
  ]);
  assert.equal(details[1], {
    year: 2018,
    document_count: 4,
    months: [
      { month: 2, document_count: 2, url: '/api/fr/years/2018/02' },
      { month: 10, document_count: 1, url: '/api/fr/years/2018/10' },
      { month: 12, document_count: 1, url: '/api/fr/years/2018/12' },
    ],
  });
  assert.equal(hierarchy.yearDetails(catalogOf(fr, [])), []);
});

test.run();
