import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { webPathOf } from '../../../build/contract/web-path.ts';
import { sampleSite } from '../../helpers/browser/site-tree.ts';
import { type Shim, startShim } from '../../helpers/shim.ts';
import { documentsOf, SAMPLE_CORPUS } from '../../helpers/tree.ts';

/** Heads as programs without scripts read them, for previews of links and indexes of pages. */

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? ''),
  );

interface Tag {
  name: string;
  attributes: Record<string, string>;
}

/** Finds tags with quoted attributes, without our parser. */
function headTags(html: string): Tag[] {
  const head = html.split('</head>')[0] ?? '';
  return Array.from(head.matchAll(/<(meta|link)\s([^>]*)>/g), ([, name = '', attributes = '']) => ({
    name,
    attributes: Object.fromEntries(
      Array.from(attributes.matchAll(/([\w:-]+)="([^"]*)"/g), ([, key = '', value = '']) => [
        key,
        unescaped(value),
      ]),
    ),
  }));
}

const titleOf = (html: string): string => unescaped(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '');

async function withSite(
  run: (get: (path: string) => Promise<{ status: number; html: string }>, shim: Shim) => Promise<void>,
) {
  const shim = await startShim({ dist: await sampleSite() });
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${shim.port}${path}`, {
      headers: { accept: 'text/html', 'x-api-key': shim.key },
    });
    return { status: answer.status, html: await answer.text() };
  };
  try {
    await run(get, shim);
  } finally {
    await shim.close();
  }
}

test('the head of every document has its title, description, canonical address and representations, which exist', () =>
  withSite(async (get, { port, key }) => {
    const documents = await documentsOf(SAMPLE_CORPUS);
    assert.ok(documents.length > 50);
    for (const document of documents) {
      const path = webPathOf(document);
      const { status, html } = await get(path);
      assert.is(status, 200, path);
      const tags = headTags(html);
      const meta = (key: string, name: string) =>
        tags.find(({ attributes }) => attributes[key] === name)?.attributes.content ?? '';
      const title = titleOf(html);
      assert.ok(
        title.startsWith(String(document.metadata.display_title).replace(/\s+/g, ' ').trim()),
        `${path}: ${title}`,
      );
      assert.ok(meta('name', 'description').length > 10, `${path}: a description`);
      assert.ok(title.startsWith(meta('property', 'og:title')) && meta('property', 'og:title') !== '', path);
      const links = tags.filter(({ name }) => name === 'link').map(({ attributes }) => attributes);
      assert.equal(
        links.filter(({ rel }) => rel === 'canonical').map(({ href }) => href),
        [path],
      );
      for (const type of ['application/json', 'text/markdown', 'text/plain']) {
        const [alternate] = links.filter(link => link.rel === 'alternate' && link.type === type);
        const url = new URL(alternate?.href ?? '', `http://127.0.0.1:${port}/`);
        const answer = await fetch(url, { method: 'HEAD', headers: { 'x-api-key': key } });
        assert.match(answer.headers.get('content-type') ?? '', type, url.href);
      }
    }
  }));

test('titles, years and lists have unique page titles and their own canonical addresses', () =>
  withSite(async get => {
    const paths = [
      '/',
      '/usc',
      '/usc/title-17',
      '/usc/title-17/chapter-1',
      '/usc/structure/t17',
      '/ecfr/structure/t33/p971/spA',
      '/fr',
      '/fr/2018',
      '/fr/2018/05',
      '/search',
    ];
    const titles: string[] = [];
    for (const path of paths) {
      const { status, html } = await get(path);
      assert.is(status, 200, path);
      titles.push(titleOf(html));
      if (path !== '/')
        assert.ok(
          headTags(html).some(({ attributes }) => attributes.rel === 'canonical' && attributes.href === path),
          path,
        );
    }
    assert.is(new Set(titles).size, paths.length, titles.join('\n'));
  }));

test('a document reached by the path of another chapter names its canonical address', () =>
  withSite(async get => {
    const { status, html } = await get('/usc/title-17/chapter-10/section-106');
    assert.is(status, 200);
    assert.ok(
      headTags(html).some(
        ({ attributes }) =>
          attributes.rel === 'canonical' && attributes.href === '/usc/title-17/chapter-1/section-106',
      ),
    );
  }));

test('an address without content answers the page with 404 and noindex', () =>
  withSite(async get => {
    for (const path of [
      '/usc/title-17/chapter-1/section-9999',
      '/usc/title-99',
      '/usc/structure/t99',
      '/fr/1900',
      '/nothing',
    ]) {
      const { status, html } = await get(path);
      assert.is(status, 404, path);
      assert.match(html, /<main id="main"/);
      assert.ok(
        headTags(html).some(
          ({ attributes }) => attributes.name === 'robots' && attributes.content === 'noindex',
        ),
        path,
      );
    }
  }));

test.run();
