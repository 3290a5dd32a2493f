import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cacheTagHeaders, cacheTags, tagsToPurge } from '../../build/contract/cache-tags.ts';
import { isDated } from '../../build/contract/levels.ts';
import { documentPath, documentsUrl, pathOf, queryPath } from '../../build/contract/paths.ts';
import { SOURCES, sourceOf } from '../../build/contract/sources.ts';

const usc = sourceOf('usc');

test('a document has the tag of its source and its own, in every representation', () => {
  for (const representation of ['json', 'markdown', 'text'] as const) {
    const path = documentPath(usc, '/us/usc/t17/s106', representation);
    assert.equal(cacheTags(path), ['usc', 'usc/t17/s106'], path);
  }
  assert.equal(cacheTags('api/usc/documents/t17/s106.md.json'), ['usc', 'usc/t17/s106.md']);
});

test('lists, hierarchy, overview and search have one tag each beside their source', () => {
  for (const source of SOURCES) {
    const list = ['limit=5', 'cursor=', 'agency=a%2Fb'].map(query => queryPath(documentsUrl(source), query)!);
    for (const path of [pathOf(documentsUrl(source)), ...list])
      assert.equal(cacheTags(path), [source.id, `${source.id}-lists`], path);
    const hierarchy = isDated(source)
      ? ['years', 'years/2018', 'years/2018/05', 'years/2018/05/_q/limit=1']
      : ['titles', 'titles/17'];
    for (const path of hierarchy)
      assert.equal(cacheTags(`api/${source.id}/${path}.json`), [source.id, `${source.id}-hierarchy`], path);
  }
  for (const path of ['api/sources.json', 'api/stats.json', 'api/openapi.json'])
    assert.equal(cacheTags(path), ['overview']);
  assert.equal(cacheTags('api/search'), ['search']);
  for (const path of ['changes/index.json', 'changes/12.ndjson']) assert.equal(cacheTags(path), ['changes']);
});

test('each dump has its own tag, and other files for mirrors share one', () => {
  assert.equal(cacheTags('bulk/usc/t17.jsonl.gz'), ['bulk', 'bulk/usc/t17']);
  assert.equal(tagsToPurge('bulk/fr/2018-05.jsonl.gz'), ['bulk/fr/2018-05']);
  for (const path of ['manifest.json', 'manifest.json.minisig', 'manifest/usc/t17.ndjson', 'bulk/index.json'])
    assert.equal(cacheTags(path), ['manifest'], path);
});

test('the shell and its scripts share one tag, and files that change every night have another', () => {
  for (const path of ['site/index.html', 'site/assets/main-A1B2.js'])
    assert.equal(cacheTags(path), ['site'], path);
  for (const path of ['site/docs/index.html', 'site/plots/titles.svg', 'site/feeds/fr.atom'])
    assert.equal(cacheTags(path), ['site-files'], path);
  assert.equal(cacheTags('changes/feed.atom'), ['changes']);
});

test('any identifier gives a tag of ASCII without spaces and commas', () => {
  const odd = `t17/s106, § 2–3 "x" (a)'s *!`;
  const [, tag = ''] = cacheTags(`api/ecfr/documents/${odd}.json`);
  assert.is(decodeURIComponent(tag), `ecfr/${odd}`);
  assert.match(tag, /^[\w.~%/-]+$/);
  const long = cacheTags(`api/ecfr/documents/${'§'.repeat(300)}.json`);
  assert.is(long[1]?.length, 128, 'as much as all CDNs take');
});

test('tags are separated by commas for Cloudflare, by spaces for Fastly', () => {
  assert.equal(cacheTagHeaders('api/usc/documents/t17/s106.json'), {
    'cache-tag': 'usc,usc/t17/s106',
    'surrogate-key': 'usc usc/t17/s106',
  });
});

test('a changed document drops its pages, lists and searches, but no whole source', () => {
  assert.equal(tagsToPurge('api/usc/documents/t17/s106.txt'), ['usc/t17/s106', 'usc-lists', 'search']);
  assert.equal(tagsToPurge('api/usc/documents/_q/cursor=.json'), ['usc-lists']);
  assert.equal(tagsToPurge('api/fr/years/2018/05.json'), ['fr-hierarchy']);
  assert.equal(tagsToPurge('api/stats.json'), ['overview']);
  assert.equal(tagsToPurge('changes/index.json'), ['changes']);
});

test('lists of versions drop what documents and lists had on a day', () => {
  assert.equal(tagsToPurge('api/usc/documents/t17/s106/versions.json'), [
    'usc-hierarchy',
    'usc/t17/s106',
    'usc-lists',
  ]);
  assert.equal(tagsToPurge('api/usc/structure/t17/versions.json'), ['usc-hierarchy', 'usc-lists']);
  assert.equal(tagsToPurge('api/usc/structure/t17/ch1.json'), ['usc-hierarchy']);
  assert.equal(tagsToPurge('api/usc/documents/t17/s106/references.json'), ['usc-hierarchy']);
});

test('every answer of a changed file has a purged tag', () => {
  for (const path of [
    'api/usc/documents/t1/s1.md',
    'api/fr/documents.json',
    'api/ecfr/titles/1.json',
    'api/sources.json',
  ])
    assert.ok(
      cacheTags(path).some(tag => tagsToPurge(path).includes(tag)),
      path,
    );
});

test.run();
