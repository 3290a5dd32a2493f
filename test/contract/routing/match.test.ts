import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FILES } from '../../../build/contract/file-addresses.ts';
import { policyOfFile } from '../../../build/contract/headers.ts';
import { fileAt, matcher, rowOfFile } from '../../../build/contract/routing/match.ts';
import { SOURCES } from '../../../build/contract/sources.ts';

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

test('files of references have the policy and tags of the hierarchy, and an identifier without their words', () => {
  const page = '_q/list=cites&limit=100&offset=100';
  for (const [file, identifier, query] of [
    ['api/usc/documents/t17/s106/references.json', 't17/s106', undefined],
    ['api/fr/documents/2018-09910/references.json', '2018-09910', undefined],
    ['api/ecfr/structure/t33/references.json', 't33', undefined],
    ['api/ecfr/structure/t33/p971/spA/references.json', 't33/p971/spA', undefined],
    [
      `api/usc/documents/t17/s106/references/${page}.json`,
      't17/s106',
      'list=cites&limit=100&offset=100.json',
    ],
    [
      `api/fr/documents/2018-09910/references/${page}.json`,
      '2018-09910',
      'list=cites&limit=100&offset=100.json',
    ],
    [`api/usc/structure/t17/ch1/references/${page}.json`, 't17/ch1', 'list=cites&limit=100&offset=100.json'],
  ] as const) {
    const row = rowOfFile(file);
    assert.equal([row.policy, row.tags], ['hierarchy', 'hierarchy'], file);
    assert.equal([row.words.identifier, row.words.query], [identifier, query], file);
  }
  for (const file of ['api/usc/documents/t17/s106.json', 'api/usc/documents/t17/references2.json'])
    assert.is(rowOfFile(file).tags, 'document', file);
});

const match = matcher(SOURCES);

/** The resource at an address, its identifier, and the query in the name of its file. */
function matchedAt(path: string): unknown[] | null {
  const found = match(path.split('/'));
  return found && 'words' in found ? [found.resource, found.words.identifier, found.query] : null;
}

test('words behind an identifier end it, whatever its slashes are', () => {
  for (const [path, ...expected] of [
    ['/api/usc/documents/t17%2Fs106/references', 'references', 't17/s106', null],
    ['/api/usc/documents/t17/s106/references', 'references', 't17/s106', null],
    ['/api/usc/documents//us/usc/t17/s106/references', 'references', '/us/usc/t17/s106', null],
    ['/api/usc/documents/t17/s106/referen%63es', 'references', 't17/s106', null],
    ['/api/usc/documents/t17%2Fs106%2Freferences', 'document', 't17/s106/references', null],
    ['/api/usc/documents/references', 'document', 'references', null],
    ['/api/usc/documents/references/references', 'references', 'references', null],
    ['/api/usc/documents/t17/s106/references/', 'document', 't17/s106/references/', null],
    ['/api/usc/documents/t17/s106/references/x', 'document', 't17/s106/references/x', null],
    ['/api/usc/documents/t17/references/_q/list=cites.json', 'references', 't17', 'list=cites'],
    ['/api/usc/documents/t17/s106/references/_q/list=cites.json', 'references', 't17/s106', 'list=cites'],
    ['/api/usc/documents/t17.json/s106/references/_q/x', 'document', 't17.json/s106/references/_q/x', null],
    ['/api/ecfr/structure/t33/p971/references', 'levelreferences', 't33/p971', null],
    ['/api/ecfr/structure/t33/p971/references/_q/x.json', 'levelreferences', 't33/p971', 'x'],
    ['/api/ecfr/structure/references', 'level', 'references', null],
    ['/api/fr/documents/2018-09910/references', 'references', '2018-09910', null],
  ] as const)
    assert.equal(matchedAt(path), expected, path);
  assert.is(matchedAt('/api/fr/structure/2018/references'), null);
});

test.run();
