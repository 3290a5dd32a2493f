import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changeLine } from '../../build/report/changes-file.ts';
import { pageUrls } from '../../build/report/page-urls.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** A tree with a site and one document. */
function treeWith(files: Readonly<Record<string, string>>): string {
  const tree = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(tree, name)), { recursive: true });
    fs.writeFileSync(path.join(tree, name), content);
  }
  return tree;
}

const DOCUMENT = 'api/usc/documents/t17/s106.json';
const tree = treeWith({
  'site/index.html': '<html>',
  [DOCUMENT]: `{"data":{"identifier":"/us/usc/t17/s106","metadata":{"chapter_number":"1"},"body":"${'x'.repeat(100_000)}"}}`,
});

test('a document has its page by metadata and by its short path', () => {
  const both = ['/usc/title-17/chapter-1/section-106', '/usc/title-17/section-106'];
  assert.equal(pageUrls(DOCUMENT, tree), both);
  const { urls } = JSON.parse(changeLine({ path: DOCUMENT, change: 'changed' }, tree));
  for (const url of [...both, '/api/usc/documents/t17%2Fs106']) assert.ok(urls.includes(url), url);
  assert.equal(pageUrls('api/usc/documents/t17/s106.md', tree), [], 'once for a document');
});

test('a removed document has its short page', () => {
  assert.equal(pageUrls('api/usc/documents/t17/s107.json', tree), ['/usc/title-17/section-107']);
});

test('levels, titles, years, months and files of the site', () => {
  assert.equal(pageUrls('api/usc/titles/17.json', tree), ['/usc/title-17']);
  assert.equal(pageUrls('api/fr/years/2018.json', tree), ['/fr/2018']);
  assert.equal(pageUrls('api/fr/years/2018/05.json', tree), ['/fr/2018/05']);
  assert.equal(pageUrls('api/usc/titles.json', tree), []);
  assert.equal(pageUrls('api/usc/structure/t17/ch1.json', tree), ['/usc/structure/t17/ch1']);
  assert.equal(pageUrls('api/usc/structure/t17/_q/depth=all.json', tree), []);
  assert.equal(pageUrls('api/usc/structure.json', tree), []);
  assert.equal(pageUrls('site/index.html', tree), ['/']);
  assert.equal(pageUrls('site/docs/index.html', tree), ['/docs', '/docs/']);
  assert.equal(pageUrls('site/feeds/fr.atom', tree), ['/feeds/fr.atom']);
  assert.equal(pageUrls('changes/feed.atom', tree), ['/feeds/changes.atom']);
  assert.equal(pageUrls('site/assets/main-AB.js', tree), [], 'its name is never another’s');
});

test('without a site there are no pages', () => {
  const bare = treeWith({ [DOCUMENT]: '{}' });
  for (const file of [DOCUMENT, 'api/usc/titles/17.json']) assert.equal(pageUrls(file, bare), []);
});

test.run();
