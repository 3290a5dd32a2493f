import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { policyOfFile } from '../../build/contract/headers.ts';
import { namesHtml, SITE_ADDRESSES, siteFileOf } from '../../build/contract/site-paths.ts';

const FILES = {
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

test('every file of the site by its address', () => {
  for (const [path, file] of Object.entries(FILES)) assert.is(siteFileOf(path), file, path);
});

test('nothing else is a file of the site', () => {
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
    assert.is(siteFileOf(path), null, JSON.stringify(path));
});

test('the table says of each address what the file itself says of how long it is kept', () => {
  for (const [path, file] of Object.entries(FILES)) {
    const address = SITE_ADDRESSES.find(({ pattern }) => new RegExp(`^${pattern}$`).test(path));
    assert.is(address?.policy, policyOfFile(file), path);
  }
  assert.equal(
    ['site/assets/main-A1B2.js', 'site/docs/index.html', 'site/feeds/fr.atom', 'changes/feed.atom'].map(
      policyOfFile,
    ),
    ['asset', 'page', 'list', 'manifest'],
  );
});

test('patterns hold nothing that a configuration would have to escape', () => {
  for (const { pattern } of SITE_ADDRESSES) assert.not.match(pattern, /["'\\`]/);
});

test('who asks for HTML names it', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  for (const accept of [browser, 'TEXT/html', 'a/b, text/html;q=0.1', 'a/b,text/html , c/d'])
    assert.is(namesHtml(accept), true, accept);
  for (const accept of [
    undefined,
    '',
    '*/*',
    'text/*',
    'application/json',
    'text/htmlx',
    'xtext/html',
    'a/b;c=text/html',
  ])
    assert.is(namesHtml(accept), false, accept);
});

test.run();
