import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FILES } from '../../../build/contract/file-addresses.ts';
import { policyOfFile } from '../../../build/contract/headers.ts';
import { fileAt, rowOfFile } from '../../../build/contract/routing/match.ts';

const SITE_FILES = {
  '/robots.txt': 'site/robots.txt',
  '/sitemap.xml': 'site/sitemap.xml',
  '/sitemaps/usc-t17.xml': 'site/sitemaps/usc-t17.xml',
  '/sitemaps/fr-2018-05.2.xml': 'site/sitemaps/fr-2018-05.2.xml',
  '/feeds/fr.atom': 'site/feeds/fr.atom',
  '/feeds/changes.atom': 'changes/feed.atom',
  '/docs': 'site/docs/index.html',
  '/docs/': 'site/docs/index.html',
  '/docs/reference': 'site/docs/reference/index.html',
  '/docs/reference/': 'site/docs/reference/index.html',
  '/docs/reference/library-1.2.js': 'site/docs/reference/library-1.2.js',
  '/docs/index.html': 'site/docs/index.html',
  '/site/index.html': 'site/index.html',
  '/site/plots/titles.svg': 'site/plots/titles.svg',
  '/site/assets/main-A1B2.js': 'site/assets/main-A1B2.js',
} as const;

test('the address of each file of the site gives the file', () => {
  for (const [path, file] of Object.entries(SITE_FILES)) assert.is(fileAt(path)?.path, file, path);
});

test('other addresses are no files of the site', () => {
  for (const path of [
    '/',
    '',
    '/robots.txt/',
    '/xrobots.txt',
    '/robotsxtxt',
    '/feeds',
    '/feeds/x/y.atom',
    '/feeds/fr.xml',
    '/docsx',
    '/docs//',
    '/docs/..',
    '/docs/../x.js',
    '/docs/.x/y',
    '/site',
    '/site/',
    '/site/.htaccess',
    '/site/assets',
    '/site/assets/',
    '/site/a b.js',
    '/site/../build.json',
    '/site/x\n.js',
    '/robots.txt\n',
  ])
    assert.is(fileAt(path), null, JSON.stringify(path));
});

test('an address and its file have the same cache policy and the same tags', () => {
  for (const [path, file] of Object.entries(SITE_FILES)) {
    assert.is(fileAt(path)?.policy, policyOfFile(file), path);
    assert.is(fileAt(path)?.tags, rowOfFile(file).tags, path);
  }
  assert.equal(
    ['site/assets/main-A1B2.js', 'site/docs/index.html', 'site/feeds/fr.atom', 'changes/feed.atom'].map(
      policyOfFile,
    ),
    ['asset', 'page', 'list', 'manifest'],
  );
});

test('patterns need no escapes in configurations', () => {
  for (const { pattern } of FILES) assert.not.match(pattern, /["'\\`]/);
});

test('an address in two rows gives the same file', () => {
  for (const [path, file] of Object.entries(SITE_FILES)) {
    const rows = FILES.filter(({ pattern }) => new RegExp(`^${pattern}$`).test(path));
    const first = rows[0];
    assert.ok(first, path);
    if (first.isRefined) assert.ok(rows.length > 1, path);
    for (const row of first.isRefined ? rows : [first]) {
      const to = row.file ?? path.slice(1);
      assert.is(path.replace(new RegExp(`^${row.pattern}$`), to), file, path);
    }
  }
});

test.run();
