import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sitePages } from '../../../build/edge/static/pages.ts';
import { staticHost } from '../../../build/edge/static/static.ts';
import { buildHere } from '../../helpers/builds.ts';
import { SAMPLE_CORPUS, temporaryFolder } from '../../helpers/tree.ts';

test('pages beside the tree name its base and contain their policy', async () => {
  const dist = path.join(temporaryFolder(), 'dist');
  await buildHere(SAMPLE_CORPUS, dist, { site: { url: null, version: '1' } });
  fs.mkdirSync(path.join(dist, 'site/docs/reference'), { recursive: true });
  fs.writeFileSync(
    path.join(dist, 'site/docs/reference/index.html'),
    '<head><base href="/"></head><a href="api/stats"><a href="api/fr/documents">',
  );
  const files = sitePages(dist, '/sub/$&/');
  const text = (name: string) => String(files[name]);
  for (const name of ['index.html', '404.html', 'docs/reference/index.html']) {
    assert.match(text(name), '<base href="/sub/$&/">');
    assert.match(text(name), '<meta name="pandect-mode" content="static">');
    assert.match(
      text(name),
      `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'self';`,
    );
    assert.not.match(text(name), /frame-ancestors|unsafe|href="\/"/);
  }
  assert.match(
    text('docs/reference/index.html'),
    '<a href="api/stats.json"><a href="api/fr/documents.json">',
  );
  assert.match(text('index.html'), /modulepreload" href="site\/assets\/home-view-/);
  assert.not.match(text('404.html'), /modulepreload" href="site\/assets\/home-view-/, 'it is no home page');
  for (const name of ['index.html', '404.html'])
    assert.match(text(name), /modulepreload" href="site\/assets\/static-files-/);
  const [script = ''] = /site\/assets\/[^"]+\.js/.exec(text('index.html')) ?? [];
  assert.ok(fs.existsSync(path.join(dist, script)), 'assets are those of the tree');
  assert.is(text('feeds/fr.atom'), fs.readFileSync(path.join(dist, 'site/feeds/fr.atom'), 'utf8'));
  assert.ok('feeds/changes.atom' in files);
  assert.not.ok('robots.txt' in files, 'nobody asks for it in a folder');
  assert.ok('robots.txt' in sitePages(dist, '/'));
});

test('names with a leading underscore are served, and a missing page is 404', async () => {
  const files = await staticHost.files({
    dist: temporaryFolder(),
    listen: { host: '127.0.0.1', port: 1 },
    origin: null,
  });
  assert.is(files['.nojekyll'], '');
  assert.is(JSON.parse(String(files['404.json'])).error.code, 'NOT_FOUND');
});

test('a tree without a site has no pages beside it', () => {
  assert.equal(sitePages(temporaryFolder(), '/'), {});
});

test.run();
