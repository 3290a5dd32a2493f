import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { router } from '../../../build/contract/routing/route.ts';
import { smallTable } from '../../../build/contract/routing/small-table.ts';
import { SOURCES } from '../../../build/contract/sources.ts';
import { LANGUAGE } from '../../../build/edge/cloudfront/bundle.ts';
import { urlOf } from '../../e2e/spellings.ts';
import { urlOfPath } from '../../helpers/edges/urls.ts';
import { allPages } from '../../helpers/pages.ts';
import { Random } from '../../helpers/random.ts';
import { referencePages } from '../../helpers/references.ts';
import { PAGE_NAMES, spelledRequest } from '../../helpers/requests.ts';
import { catalogsOf, documentsOf, sampleTree } from '../../helpers/tree.ts';

type SmallRoute = (target: string, accept: string | undefined) => string | null;

/** CloudFront takes 10,240 bytes, including the function around the rule. */
const MAX_BYTES = 8200;

async function bundle(): Promise<string> {
  const contents = `
    import { smallRouter } from './build/contract/routing/small.ts';
    globalThis.route = smallRouter(${JSON.stringify(smallTable(SOURCES))});`;
  const { outputFiles, warnings } = await build({
    stdin: { contents, resolveDir: `${import.meta.dirname}/../../..` },
    bundle: true,
    minify: true,
    target: 'es5',
    supported: LANGUAGE,
    charset: 'utf8',
    write: false,
    logLevel: 'silent',
  });
  assert.equal(warnings, []);
  return outputFiles[0]?.text ?? '';
}

test('the small rule is in the language of CloudFront’s runtime, and small enough for the function', async () => {
  const code = await bundle();
  assert.ok(Buffer.byteLength(code) < MAX_BYTES, `${Buffer.byteLength(code)} bytes`);
  assert.not.match(
    code,
    /\b(Buffer|URL|URLSearchParams|Map|Set|Symbol|Reflect|Intl|require|class|process)\b/,
  );
  assert.not.match(code, /\.(at|flatMap|flat|fromEntries|normalize|isWellFormed|matchAll|hasOwn)\(/);
});

const SITE_URLS = [
  ...['/robots.txt', '/sitemap.xml', '/sitemaps/usc-t17.xml', '/sitemaps/fr-2018-05.2.xml', '/feeds/fr.atom'],
  ...[
    '/feeds/changes.atom',
    '/feeds/x/y.atom',
    '/docs',
    '/docs/',
    '/docs/reference',
    '/docs/reference/',
    '/docs//',
  ],
  ...['/docs/a.js', '/docs/reference/a-1.2.js', '/docs/.x', '/docsx', '/site', '/site/', '/site/index.html'],
  ...[
    '/site/assets/a-B_1.js',
    '/site/a/b/c.svg',
    '/site/.x',
    '/site/a%2Fb.js',
    '/site/../x.js',
    '/sitemaps/x.y.xml',
  ],
  ...[
    '/sitex/a.js',
    '/docs/a b.js',
    '/robots.txt/',
    '/robots.txt?x=1',
    '/%73ite/a.js',
    '/siteX.js',
    '/site.js',
  ],
];

test('both rules give a file of the site the same addresses', async () => {
  const sandbox: { route?: SmallRoute } = {};
  runInNewContext(await bundle(), { ...sandbox, globalThis: sandbox });
  const route = router(SOURCES);
  for (const target of SITE_URLS) {
    const routed = route({ method: 'GET', target });
    assert.is(sandbox.route?.(target, undefined), routed.kind === 'file' ? routed.path : null, target);
  }
});

const named = (i: number) => ({ target: PAGE_NAMES[i] as string, accept: undefined });

test('the small rule gives the file of the routing rule', async () => {
  const sandbox: { route?: SmallRoute } = {};
  runInNewContext(await bundle(), { ...sandbox, globalThis: sandbox });
  const small = sandbox.route as SmallRoute;
  const route = router(SOURCES);
  const random = new Random(14);
  const tree = await sampleTree();
  const pages = [...allPages(await catalogsOf(tree))];
  const references = referencePages(tree.dist).map(urlOfPath);
  const documents = (await documentsOf(tree.corpus)).map(urlOf);
  const more = ['list=cites&offset=100', 'limit=100&offset=0300&list=cited_by', 'list=cites&offset=50'];
  const urls = [
    ...pages.map(({ url }) => url),
    ...documents,
    ...references.flatMap(url => [url, `${url}?${random.pick(more)}`]),
    ...references.map(url => url.replace(/[/]references$/, '%2Freferences')),
  ];
  let files = 0;
  for (let i = 0; i < 40_000; i++) {
    const { target, accept } = i < PAGE_NAMES.length ? named(i) : spelledRequest(random, urls);
    const routed = route({ method: 'GET', target, accept });
    const path = small(target, accept);
    const label = `${target} (${accept})`;
    if (routed.kind === 'file') {
      assert.is(path, routed.path, label);
      files++;
    } else if (routed.kind === 'error' && routed.error.code === 'DOCUMENT_NOT_FOUND') {
      // The small rule may return a file for an impossible name, but no such file exists.
      assert.ok(path === null || !existsSync(join(tree.dist, path)), label);
    } else assert.is(path, null, label);
  }
  assert.ok(files > 15_000, `${files}`);
});

test.run();
