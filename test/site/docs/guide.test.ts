import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SOURCES } from '../../../build/contract/sources.ts';
import { TIER_LIMITS } from '../../../build/contract/tiers.ts';
import { sitePages } from '../../../build/edge/static/pages.ts';
import { openapi } from '../../../build/pages/openapi.ts';
import { bundleSite, type Entry } from '../../../build/site/bundle.ts';
import { readChapters } from '../../../build/site/docs/chapters.ts';
import { docsFiles } from '../../../build/site/docs/docs-files.ts';
import { LANGUAGES } from '../../../build/site/docs/languages.ts';
import { plots } from '../../../build/site/plots/plots.ts';
import type { SiteFile } from '../../../build/site/site-file.ts';
import { type Shim, startShim } from '../../helpers/shim.ts';
import { buildTree, catalogsOf, SAMPLE_CORPUS, SITE, type Tree } from '../../helpers/tree.ts';

/** The guide's page in the tree. */

let tree: Tree;
let shim: Shim;
let entry: Entry;
let pictures: SiteFile[];
let files: SiteFile[];
let html: string;
test.before(async () => {
  tree = await buildTree(SAMPLE_CORPUS, undefined, SITE);
  shim = await startShim(tree);
  entry = (await bundleSite()).entry;
  pictures = plots(await catalogsOf(tree));
  files = await docsFiles(entry, null);
  html = pageOf(files, 'site/docs/index.html');
});
test.after(() => shim.close());

function pageOf(from: readonly SiteFile[], path: string): string {
  const file = from.find(file => file.path === path);
  assert.ok(file, path);
  return String(file.content);
}

const matchesOf = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, first = '']) => first);
const decoded = (text: string): string => text.replaceAll('&#x26;', '&').replaceAll('&amp;', '&');

test('every chapter has a heading with an id and an entry in the contents', () => {
  const ids = matchesOf(html, /<h2 id="([^"]+)"/g);
  assert.is(ids.length, readChapters().length - 1, 'all but the introduction');
  assert.is(new Set(ids).size, ids.length);
  const [contents = ''] = matchesOf(html, /<nav class="contents"[^>]*>([\s\S]*?)<\/nav>/g);
  assert.equal(matchesOf(contents, /href="docs#([^"]+)"/g), ids);
});

for (const place of ['docs', 'docs/reference']) {
  test(`every link of /${place} has a target`, async () => {
    const page = pageOf(files, `site/${place}/index.html`);
    const ids = new Set(matchesOf(page, / id="([^"]+)"/g));
    const asked = new Set<string>();
    for (const href of matchesOf(page, /(?:href|src)="([^"]+)"/g).map(decoded)) {
      if (href.startsWith(`${place}#`))
        assert.ok(ids.has(decodeURIComponent(href.split('#')[1] ?? '')), href);
      else if (!href.startsWith('https://')) asked.add(href.split('#')[0] ?? '');
    }
    for (const href of asked) {
      const answer = await fetch(new URL(href, `http://127.0.0.1:${shim.port}/`), {
        headers: { 'x-api-key': shim.key },
      });
      await answer.body?.cancel();
      assert.is(answer.status, 200, href);
    }
  });
}

test('the pages keep to the policy: no inline styles, scripts or handlers', () => {
  const pages = files.filter(({ path }) => path.endsWith('.html')).map(({ content }) => String(content));
  assert.is(pages.length, 2);
  for (const html of pages)
    assert.not.match(html, /<style|<script(?! src="site\/assets\/)|\sstyle=|\son\w+=|javascript:/i);
});

test('the language of examples can be chosen without scripts', () => {
  for (const language of Object.keys(LANGUAGES))
    assert.match(html, `<input type="radio" name="language" id="language-${language}" value="${language}"`);
  const style = String(files.find(({ path }) => path.endsWith('.css'))?.content);
  for (const language of Object.keys(LANGUAGES)) assert.match(style, `#language-${language}:checked`);
});

test('every picture is shown with an alternative text', () => {
  for (const { path } of pictures)
    assert.match(html, new RegExp(`<img src="${path}" alt="[^"]+" loading="lazy">`));
});

test('a known server address is in the examples, and an unknown one is filled in by a script', async () => {
  // Without scripts the page names an address to replace, never one of this machine.
  assert.match(html, '<span class="origin">https://law.example.org</span>');
  assert.match(
    html,
    '<p class="origin-note">In the examples <code>https://law.example.org</code> stands for',
  );
  assert.not.match(html, '127.0.0.1');
  const known = pageOf(await docsFiles(entry, 'https://law.example.org/'), 'site/docs/index.html');
  assert.not.match(known, /127\.0\.0\.1|origin-note/);
  assert.match(known, 'https://law.example.org/api/usc/documents/t17%2Fs106');
  assert.match(known, '<link rel="canonical" href="https://law.example.org/docs">');
});

test('on a host of files the pages have addresses of folders', () => {
  const pages = sitePages(tree.dist, '/sub/path/');
  const page = String(pages['docs/index.html']);
  assert.match(page, '<base href="/sub/path/">');
  assert.match(page, 'href="docs/#search"');
  assert.match(page, 'href="docs/reference/"');
  for (const name of ['docs/index.html', 'docs/reference/index.html'])
    assert.not.match(String(pages[name]), / href="docs(\/reference)?["#]/);
});

test('the same code gives the same bytes', async () => {
  assert.equal(await docsFiles(entry, null), files);
});

/** The guide's tables agree with the contract's. */

const chapter = (name: string): string => {
  const found = readChapters().find(chapter => chapter.name === name);
  assert.ok(found, name);
  return found.text;
};

test('the guide lists the filters of the sources', () => {
  for (const { id, filters } of SOURCES) {
    const listed = filters.map(({ param }) => `\`${param}\``).join(', ');
    assert.match(chapter('07-filters.md'), `| \`/api/${id}/documents\` | ${listed} |`);
  }
});

test('the guide lists the limits of the tiers', () => {
  const text = chapter('09-limits.md');
  for (const [tier, limit] of Object.entries(TIER_LIMITS))
    assert.match(
      text,
      new RegExp(`\\| \`${tier}\`[^|]*\\| ${limit?.toLocaleString('en-US') ?? 'no limit'} \\|`),
    );
});

test('the guide explains every error code with its status', () => {
  const { components } = openapi() as { components: { responses: Record<string, Described> } };
  const text = chapter('10-errors.md');
  for (const { content } of Object.values(components.responses))
    for (const { value } of Object.values(content['application/json'].examples)) {
      const { status, code } = value.error;
      assert.match(text, `| ${status} | \`${code}\` |`);
    }
});

interface Described {
  content: {
    'application/json': { examples: Record<string, { value: { error: { status: number; code: string } } }> };
  };
}

test.run();
