import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  apiUrl,
  canonicalUrl,
  isStatic,
  setSite,
  webHref,
  webPathOfUrl,
  webUrl,
} from '../../../build/site/app/address.ts';
import { fileOf } from '../../../build/site/app/static-files.ts';

const AT_ROOT = { base: 'https://law.example.org/', fileOf: null, publicBase: null };
const BELOW = { base: 'https://host.example.org/sub/path/', fileOf, publicBase: null };

test('web paths become URLs below the base, and those URLs web paths', () => {
  const paths = [
    '/',
    '/usc/title-17',
    '/usc/title-30/section-28%E2%80%931',
    '/search?q=a%20b',
    '/docs#x',
    '//x',
    '/a:b',
  ];
  for (const [site, folder] of [
    [AT_ROOT, ''],
    [BELOW, '/sub/path'],
  ] as const) {
    setSite(site);
    for (const path of paths) {
      assert.is(webHref(path), folder + path);
      assert.is(webUrl(path), `${new URL(site.base).origin}${folder}${path}`);
      const back = webPathOfUrl(webUrl(path));
      assert.is(back && back.path + back.search + back.hash, path);
    }
  }
});

test('a URL outside the site has no web path', () => {
  setSite(BELOW);
  for (const url of [
    'https://other.example.org/sub/path/usc',
    'https://host.example.org/usc',
    'mailto:a@b',
  ]) {
    assert.is(webPathOfUrl(url), null, url);
  }
  assert.equal(webPathOfUrl('usc?x=1#y'), { path: '/usc', search: '?x=1', hash: '#y' });
});

test('with a server, targets are addresses of the API', () => {
  setSite(AT_ROOT);
  assert.not.ok(isStatic());
  assert.is(apiUrl('/api/usc/documents/t17%2Fs106'), 'https://law.example.org/api/usc/documents/t17%2Fs106');
  setSite({ ...BELOW, fileOf: null });
  assert.is(apiUrl('/api/search?q=a'), 'https://host.example.org/sub/path/api/search?q=a');
});

test('on a host of files, targets become names of files', () => {
  setSite(BELOW);
  assert.ok(isStatic());
  const at = 'https://host.example.org/sub/path';
  const files: Record<string, string | null> = {
    '/api/stats': `${at}/api/stats.json`,
    '/api/usc/documents/t17%2Fs106': `${at}/api/usc/documents/t17/s106.json`,
    '/api/usc/documents/t17%2Fs106?format=markdown': `${at}/api/usc/documents/t17/s106.md`,
    '/api/usc/documents/t30%2Fs28%E2%80%931': `${at}/api/usc/documents/t30/s28%E2%80%931.json`,
    '/api/usc/documents?title_number=17': `${at}/api/usc/documents/_q/title_number%3D17.json`,
    '/api/fr/documents?agency=A%20B': `${at}/api/fr/documents/_q/agency%3DA%2520B.json`,
    '/api/fr/years/2018/5': `${at}/api/fr/years/2018/05.json`,
    '/api/changes': `${at}/changes/index.json`,
    '/api/search?q=a': null,
    '/api/usc/documents?title_number=17&status=repealed': null,
    '/api/usc/documents?limit=5': null,
    '/api/usc/documents?limit=many': null,
  };
  for (const [target, url] of Object.entries(files)) assert.is(apiUrl(target), url, target);
});

test('the canonical URL has the public address, if there is one', () => {
  setSite(BELOW);
  assert.is(canonicalUrl('/usc/title-17'), 'https://host.example.org/sub/path/usc/title-17');
  setSite({ ...BELOW, publicBase: 'https://law.example.org/' });
  assert.is(canonicalUrl('/usc/title-17'), 'https://law.example.org/usc/title-17');
  assert.is(webUrl('/usc/title-17'), 'https://host.example.org/sub/path/usc/title-17');
});

test.run();
