import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fileAt } from '../../../build/contract/routing/match.ts';
import { sourceOf } from '../../../build/contract/sources.ts';
import { identifierOfWebPath } from '../../../build/contract/web-path.ts';
import { columnFields } from '../../../build/formats/catalog.ts';
import { groupPath, groupSitemaps, isOfGroup } from '../../../build/site/sitemap/groups.ts';
import { MOST_ADDRESSES, sitemapIndexXml } from '../../../build/site/sitemap/xml.ts';

const usc = sourceOf('usc');
const URL = 'https://law.example.org/';

const document = (identifier: string, date: string, chapter: string | null = null) => ({
  identifier,
  date,
  values: columnFields(usc).map(field => (field === 'chapter_number' ? chapter : null)),
});

const addressesOf = (xml: string): string[] =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, text]) => text ?? '');

test('a title has one sitemap with its pages and their days, in natural order', () => {
  const files = [
    ...groupSitemaps(
      'usc/t17',
      [
        document('/us/usc/t17/s107', '2018-01-01', '1'),
        document('/us/usc/t17/s9', '2020-02-02'),
        document('/us/usc/t17/s32 /us/usc/t17/s33', '2019-01-01', '1'),
      ],
      URL,
    ),
  ];
  assert.is(files.length, 1);
  assert.equal([files[0]?.path, files[0]?.date], ['site/sitemaps/usc-t17.xml', '2020-02-02']);
  const xml = String(files[0]?.content);
  assert.equal(addressesOf(xml), [
    `${URL}usc/title-17/section-9`,
    `${URL}usc/title-17/chapter-1/section-32%20%2Fus%2Fusc%2Ft17%2Fs33`,
    `${URL}usc/title-17/chapter-1/section-107`,
  ]);
  assert.match(xml, '<lastmod>2018-01-01</lastmod>');
  assert.match(
    xml,
    /^<\?xml version="1\.0" encoding="utf-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">/,
  );
});

test('an appendix has the path of its chapter and part', () => {
  const ecfr = sourceOf('ecfr');
  const numbers: Readonly<Record<string, string>> = { chapter_number: 'IX', part_number: '971' };
  const appendix = {
    identifier: '/us/cfr/t33/p971/appA',
    date: '2018-01-01',
    values: columnFields(ecfr).map(field => numbers[field] ?? null),
  };
  const [file] = groupSitemaps('ecfr/t33', [appendix], URL);
  assert.equal(addressesOf(String(file?.content)), [`${URL}ecfr/title-33/chapter-IX/part-971/appendix-A`]);
});

test('a sitemap has the day of its newest page', () => {
  for (const days of [
    ['2018-01-01', '2020-02-02', '2019-01-01'],
    ['2018-01-01', '2019-01-01', '2020-02-02'],
    ['2020-02-02', '2018-01-01', '2019-01-01'],
  ]) {
    const pages = days.map((day, i) => document(`/us/usc/t17/s${i + 1}`, day));
    assert.is([...groupSitemaps('usc/t17', pages, URL)][0]?.date, '2020-02-02');
  }
});

test('more addresses than fit are split over several sitemaps with their own names', () => {
  assert.is(MOST_ADDRESSES, 50_000);
  const documents = Array.from({ length: 7 }, (_, i) => document(`/us/usc/t17/s${i}`, '2018-01-01'));
  const files = [...groupSitemaps('usc/t17', documents, URL, 3)];
  assert.equal(
    files.map(({ content }) => addressesOf(String(content)).length),
    [3, 3, 1],
  );
  assert.equal(
    files.map(({ path }) => path),
    [0, 1, 2].map(number => groupPath('usc/t17', number)),
  );
  for (const { path } of files) {
    assert.is(fileAt(path.slice('site'.length))?.path, path);
    assert.is(isOfGroup(path, 'usc/t17'), true);
  }
  assert.equal([...groupSitemaps('usc/t17', [], URL)], []);
  const all = files.flatMap(({ content }) => addressesOf(String(content)));
  assert.equal(
    all.map(url => identifierOfWebPath(url.slice(URL.length - 1))),
    documents.map(({ identifier }) => identifier),
  );
});

test('a sitemap belongs to one group only', () => {
  for (const [path, part] of [
    [groupPath('usc/t1', 0), 'usc/t17'],
    [groupPath('usc/t17', 0), 'usc/t1'],
    [groupPath('usc/t17', 1), 'usc/t1'],
    [groupPath('fr/2018-05', 0), 'fr/2018-0'],
    ['site/sitemaps/places.xml', 'usc/t17'],
  ] as const)
    assert.is(isOfGroup(path, part), false, `${path} ${part}`);
});

test('an index of sitemaps is escaped', () => {
  assert.match(
    sitemapIndexXml([{ url: 'https://x/a?b&c', date: null }]),
    '<sitemap><loc>https://x/a?b&#38;c</loc></sitemap>',
  );
});

test.run();
