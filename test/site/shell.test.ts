import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { escapeHtml, filledShell } from '../../build/contract/site-head.ts';
import { SOURCES } from '../../build/contract/sources.ts';

import { shellHtml } from '../../build/site/shell.ts';

const ENTRY = {
  script: 'site/assets/main-A.js',
  parts: { home: [], browse: [], search: [], read: ['site/assets/read-B.js'], files: [] },
  styles: ['site/assets/main-C.css'],
  schemeScript: 'site/assets/scheme-D.js',
  icon: 'site/assets/favicon-E.svg',
  licenses: 'site/assets/licenses-F.txt',
};

test('the page names its scripts and styles relative to its base', () => {
  const html = shellHtml(ENTRY);
  assert.match(html, '<base href="/">');
  assert.match(html, '<script type="module" src="site/assets/main-A.js"></script>');
  assert.match(html, '<!--part read site/assets/read-B.js-->');
  assert.match(html, '<link rel="stylesheet" href="site/assets/main-C.css">');
  assert.match(html, '<script src="site/assets/scheme-D.js"></script>');
  assert.match(html, '<link rel="icon" href="site/assets/favicon-E.svg" type="image/svg+xml">');
  const addresses = [...html.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, address]) => address ?? '');
  assert.equal(
    addresses.filter(address => /^(?:[a-z]+:|\/.)/.test(address)),
    [],
    'all are relative',
  );
  // The base is before every address, and the script of the scheme before the first paint.
  assert.ok(html.indexOf('<base') < html.search(/(?<!<base )(?:href|src)=/));
});

test('the page has no inline scripts or styles', () => {
  const html = shellHtml(ENTRY);
  assert.not.match(html, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=/);
});

test('the replaceable part of the head is between marks, once', () => {
  const parts = shellHtml(ENTRY).split(/<!--\/?head-->/);
  assert.is(parts.length, 3);
  assert.match(parts[1] ?? '', /^\n<title>[^<]+<\/title>\n<meta name="description" content="[^"]+">\n$/);
  assert.not.match((parts[0] ?? '') + (parts[2] ?? ''), /<title|name="description"|canonical/);
});

test('a head of another page fits between the marks', () => {
  const head = { title: 'A & B', description: null, canonical: '/usc/title-1', alternates: [] };
  const html = filledShell(shellHtml(ENTRY), head, null);
  assert.match(html, '<title>A &#38; B – Pandect</title>');
  assert.not.match(html, '<title>Pandect');
  assert.is(html.match(/<title>/g)?.length, 1);
});

test('a page for a host of files in a folder has that base and mode', () => {
  const html = shellHtml(ENTRY, { base: '/a&b/', mode: 'static', head: '<meta name="x" content="y">' });
  assert.match(html, `<base href="${escapeHtml('/a&b/')}">`);
  assert.match(html, '<meta name="pandect-mode" content="static">');
  assert.match(html, '<meta name="x" content="y">');
  assert.not.match(shellHtml(ENTRY), /pandect-mode/);
});

test('the header links to every source, and its search works without scripts', () => {
  const html = shellHtml(ENTRY);
  for (const { id } of SOURCES) assert.match(html, `<a href="${id}">`);
  assert.match(html, /<form[^>]*action="search"[^>]*>[\s\S]*name="q"/);
  assert.match(html, '<main id="main"');
  assert.match(html, '<a class="skip-link" href="#main">');
});

test.run();
