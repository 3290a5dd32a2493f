/** A view of each kind, on the sample corpus. */
export const VIEWS: Readonly<Record<string, string>> = {
  home: '/',
  titles: '/usc',
  title: '/usc/title-17',
  chapter: '/usc/title-17/chapter-1',
  part: '/ecfr/title-1/chapter-I/part-1',
  structure: '/usc/structure/t17',
  level: '/ecfr/structure/t1/p1',
  changes: '/ecfr/structure/t1/p1?view=changes',
  years: '/fr',
  year: '/fr/2018',
  month: '/fr/2018/05',
  list: '/fr?view=documents&document_type=notice',
  section: '/usc/title-17/chapter-1/section-106',
  notice: '/fr/2018-09910',
  day: '/usc/title-17/chapter-1/section-106?on=2019-05-01',
  redline: '/usc/title-17/chapter-1/section-106?from=2015-01-01&to=2021-12-27',
  search: '/search?q=lighthouse%20records',
  guide: '/docs',
  reference: '/docs/reference',
};

/**
 * Views that are the same on every corpus, and large. `site/docs/browser.test.ts` holds them against the rules of accessibility, in light, and in dark
 * on a phone.
 */
export const HANDBOOK: readonly string[] = ['guide', 'reference'];

/** Views of trees with an archive. */
export const ARCHIVED: readonly string[] = ['day', 'redline', 'changes'];

/** Views whose pictures are kept. */
export const PICTURED = [
  'home',
  'title',
  'year',
  'section',
  'notice',
  'day',
  'redline',
  'changes',
  'search',
  'guide',
  'reference',
];
