import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readWebPath } from '../../../build/contract/web-path.ts';
import { hasLevels, levelSitemaps } from '../../../build/site/sitemap/levels.ts';

const URL = 'https://law.example.org/';

const ENTRIES = [
  { path: 'api/ecfr/structure/t2.json', date: '2020-02-02' },
  { path: 'api/ecfr/structure/t2/_q/depth=all.json', date: '2021-01-01' },
  { path: 'api/ecfr/structure/t2/p200.json', date: '2018-01-01' },
  { path: 'api/ecfr/structure/t2/p200/sg-who asks.json', date: '2019-01-01' },
];

const pathsOf = (xml: unknown): string[] =>
  [...String(xml).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, text = '']) => text.slice(URL.length - 1));

test('the levels of a title have one sitemap, with the days of their files, and none of outlines', () => {
  const [file, ...others] = levelSitemaps('ecfr/structure/t2', ENTRIES, URL);
  assert.is(others.length, 0);
  assert.equal([file?.path, file?.date], ['site/sitemaps/ecfr-structure-t2.xml', '2020-02-02']);
  assert.equal(pathsOf(file?.content), [
    '/ecfr/structure/t2',
    '/ecfr/structure/t2/p200',
    '/ecfr/structure/t2/p200/sg-who%20asks',
  ]);
  assert.match(String(file?.content), '/p200</loc><lastmod>2018-01-01</lastmod>');
  assert.equal(
    pathsOf(file?.content).map(path => readWebPath(path)?.level),
    ['/us/cfr/t2', '/us/cfr/t2/p200', '/us/cfr/t2/p200/sg-who asks'],
  );
});

test('levels beyond the bound of a file are in further files', () => {
  const files = [...levelSitemaps('ecfr/structure/t2', ENTRIES, URL, 2)];
  assert.equal(
    files.map(({ path, date, content }) => [path, date, pathsOf(content).length]),
    [
      ['site/sitemaps/ecfr-structure-t2.xml', '2020-02-02', 2],
      ['site/sitemaps/ecfr-structure-t2.2.xml', '2019-01-01', 1],
    ],
  );
});

test('parts of the manifest with levels of a title are told from all others', () => {
  const parts = [
    'usc/structure/t17',
    'ecfr/structure/other',
    'usc/structure/all',
    'usc/t17',
    'usc/pages/t17',
    'pages',
  ];
  assert.equal(parts.filter(hasLevels), ['usc/structure/t17', 'ecfr/structure/other']);
});

test.run();
