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
const detailsIn = (catalog: ReturnType<typeof catalogOf>) =>
  hierarchy.outerNumbers(catalog).map(number => hierarchy.outerDetail(catalog, number));
const detailsOf = (documents: readonly Metadata[]) => detailsIn(catalogOf(usc, documents));
const titleOf = (number: number, documents: readonly Metadata[]) => {
  const detail = detailsOf(documents)[number - 1];
  if (!detail) throw new Error(`no title ${number}`);
  return detail;
};

test('all 54 or 50 titles are listed in order, with 0 for those without documents', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
  assert.equal(
    detailsOf([]).map(({ number }) => number),
    numbers(54),
  );
  const cfr = detailsIn(catalogOf(ecfr, []));
  assert.equal(
    cfr.map(({ number }) => number),
    numbers(50),
  );
  assert.equal(hierarchy.outerData(ecfr, cfr[0] as hierarchy.OuterDetail), {
    title_number: 1,
    title_name: 'General Provisions',
    document_count: 0,
    positive_law: false,
    chapters: [],
  });
  assert.is(detailsOf([])[16]?.isPositiveLaw, true, 'title 17 is positive law');
  assert.is(detailsOf([])[41]?.isPositiveLaw, false, 'title 42 is not');
});

test('a title has its official name and standing, regardless of its documents', () => {
  const say = { title_name: 'Another act', positive_law: false };
  const title = titleOf(5, [
    section('t5/s1', say),
    section('t5/s2', say),
    section('t5a/pl/92/463/s1', { title_number: 5, ...say }),
  ]);
  assert.equal(
    [title.name, title.isPositiveLaw, title.count],
    ['Government Organization and Employees', true, 3],
  );
  const sixth = titleOf(6, [section('t6/s1', { title_name: 'Another act', positive_law: true })]);
  assert.equal([sixth.name, sixth.isPositiveLaw], ['Domestic Security', false]);
});

test('documents of title 17 do not count in title 1', () => {
  const documents = [section('t17/s1'), section('t1/s1'), section('t1/s2')];
  assert.equal(
    [1, 17].map(number => titleOf(number, documents).count),
    [2, 1],
  );
});

const chaptersOf = (chapters: readonly (readonly [number: string | null, name: string | null])[]) =>
  titleOf(
    2,
    chapters.map(([chapter_number, chapter_name], i) =>
      section(`t2/s${i}`, { chapter_number, chapter_name }),
    ),
  ).inner.map(({ number, name, count }) => [number, name, count]);

test('chapters are in natural order, and a document without one is in none', () => {
  const chapters = chaptersOf([
    ['X', 'Ten'],
    ['IX', 'Nine'],
    ['10', 'Chapter ten'],
    ['2', null],
    ['IX', 'Nine'],
    [null, 'An act of the appendix'],
    [null, null],
  ]);
  assert.equal(chapters, [
    ['2', null, 1],
    ['IX', 'Nine', 2],
    ['10', 'Chapter ten', 1],
    ['X', 'Ten', 1],
  ]);
});

test('chapters with one number and different names are separate, in the order of their sections', () => {
  const chapters = chaptersOf([
    ['3', 'Wicks'],
    ['3', 'WICKS'],
    ['3', 'Wicks'],
    ['3', 'Lamps'],
    ['2', 'Oil'],
    ['3', 'Wicks'],
  ]);
  assert.equal(chapters, [
    ['2', 'Oil', 1],
    ['3', 'Wicks', 4],
    ['3', 'Lamps', 1],
  ]);
});

test('a document without a chapter name belongs to the only chapter with its number, else to one without a name', () => {
  assert.equal(
    chaptersOf([
      ['3', null],
      ['3', 'Wicks'],
      ['4', 'Oil'],
      ['4', null],
      ['4', 'Fat'],
      ['5', null],
    ]),
    [
      ['3', 'Wicks', 2],
      ['4', 'Oil', 1],
      ['4', 'Fat', 1],
      ['4', null, 1],
      ['5', null, 1],
    ],
  );
});

test('a title summary counts documents and chapters and leads to the detail', () => {
  const documents = [section('t2/s1', { chapter_number: '1' }), section('t2/s2', { chapter_number: '2' })];
  const catalog = catalogOf(usc, documents);
  assert.equal(hierarchy.outerSummary(usc, hierarchy.outerDetail(catalog, 2)), {
    title_number: 2,
    title_name: 'The Congress',
    document_count: 2,
    chapter_count: 2,
    positive_law: false,
    url: '/api/usc/titles/2',
  });
});

test('years are in reverse chronological order, months in calendar order', () => {
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
