import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { type Test, test } from 'uvu';
import * as assert from 'uvu/assert';
import { etagOf } from '../../build/contract/etag.ts';
import { CACHE_CONTROL, errorHeaders, fileHeaders, VARY } from '../../build/contract/headers.ts';
import { router } from '../../build/contract/routing/route.ts';
import type { RoutedRequest } from '../../build/contract/routing/routes.ts';
import { SHELL } from '../../build/contract/site-paths.ts';
import { SOURCES } from '../../build/contract/sources.ts';
import { Random } from '../helpers/random.ts';
import { realTest } from '../helpers/real-corpora.ts';
import { realTree } from '../helpers/real-tree.ts';
import { PAGE_NAMES, spelledRequest } from '../helpers/requests.ts';
import { type Answer, exchange, type Shim, startShim } from '../helpers/shim.ts';
import { sampleTree, type Tree } from '../helpers/tree.ts';
import { hostileRequest } from './hostile-requests.ts';

/** build/contract/README.md, Routing: the rule is right about the shim, and misses no file. */

const route = router(SOURCES);

/** The URL of every file of a tree, and the validators of them all. */
function filesOf({ dist }: Tree): { urls: string[]; etags: Map<string, string> } {
  const urls = new Set<string>();
  const etags = new Map<string, string>();
  for (const entry of readdirSync(join(dist, 'api'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name).slice(dist.length + 1);
    etags.set(etagOf(readFileSync(join(dist, path))), path);
    urls.add(urlOf(path));
  }
  return { urls: [...urls], etags };
}

function urlOf(path: string): string {
  const page = path.replace(/\.\w+$/, '');
  const [list, query] = page.split('/_q/');
  if (query !== undefined) return `/${list}?${query}`;
  const [, base = '', shorthand] = /^(api\/\w+\/documents)\/(.+)$/.exec(page) ?? [];
  return shorthand === undefined ? `/${page}` : `/${base}/${encodeURIComponent(shorthand)}`;
}

/**
 * Of another order or with other filters, an answer may by chance be a file's: one document is in any order. A limit without a list of
 * references has no meaning.
 */
const BY_CHANCE = ['references', 'sort', 'filters'];

const agent = new Agent({ keepAlive: true });
test.after(() => agent.destroy());

const kinds = new Map<string, number>();

async function assertRouted(shim: Shim, tree: Tree, etags: Map<string, string>, request: RoutedRequest) {
  const { method, target, accept } = request;
  const headers = accept === undefined ? {} : { accept };
  // Without the check against the description: it knows paths in their usual spelling alone.
  const host = { host: '127.0.0.1', port: shim.port, agent };
  const answer = await exchange({
    ...host,
    method,
    path: target,
    headers: { 'x-api-key': shim.key, ...headers },
  });
  const { status, headers: sent, bytes } = answer;
  const routed = route(request);
  const label = `${method} ${target} (${accept})`;
  kinds.set(routed.kind, (kinds.get(routed.kind) ?? 0) + 1);
  if (routed.kind === 'options') return assert.is(status, 204, label);
  if (isPage(tree, answer) && status === 404 && nothingAt(tree, routed))
    return assert.not.match(target, /^\/api(?:[/?]|$)/, label);
  if (routed.kind === 'error') {
    assert.is(status, routed.error.status, label);
    if (method !== 'HEAD') assert.is(answer.text, JSON.stringify(routed.error.toBody()), label);
    assertHeaders(sent, errorHeaders(), label);
    return;
  }
  if (routed.kind === 'file' && existsSync(join(tree.dist, routed.path))) {
    const content = readFileSync(join(tree.dist, routed.path));
    assert.is(status, 200, label);
    assert.is(sent.etag, etagOf(content), label);
    if (method !== 'HEAD') assert.ok(bytes.equals(content), label);
    assertHeaders(sent, fileHeaders(routed.path, routed.policy), label);
    return;
  }
  if (routed.kind === 'file' && routed.missing) {
    assert.is(status, routed.missing.status, label);
    if (method !== 'HEAD') assert.is(answer.text, JSON.stringify(routed.missing.toBody()), label);
    return;
  }
  // What such a page holds, test/e2e/site.test.ts tells. Of the two trees only the real one has a site.
  if (routed.kind === 'view') {
    const isThere = [SHELL, routed.subject ?? SHELL].every(path => existsSync(join(tree.dist, path)));
    return assert.is(status, isThere ? 200 : 404, label);
  }
  // In another case, an agency's list is the file of its usual spelling, which only the catalog knows.
  if (routed.kind === 'file' || BY_CHANCE.includes(routed.reason)) return;
  assert.not.ok(sent.etag !== undefined && etags.has(sent.etag), `${label} is ${etags.get(sent.etag ?? '')}`);
}

/** Where there is a site, it tells people that there is no such page (test/e2e/site.test.ts); programs are told as ever. */
const isPage = ({ dist }: Tree, { headers }: Answer): boolean =>
  existsSync(join(dist, SHELL)) && (headers['content-type'] ?? '').startsWith('text/html');

const nothingAt = ({ dist }: Tree, routed: ReturnType<typeof route>): boolean =>
  routed.kind === 'error'
    ? routed.error.status === 404
    : routed.kind === 'file' && routed.missing?.status === 404 && !existsSync(join(dist, routed.path));

/** With a key, Cache-Control is another. */
function assertHeaders(sent: Answer['headers'], expected: Readonly<Record<string, string>>, label: string) {
  for (const [name, value] of Object.entries(expected))
    if (name !== 'cache-control' || value === CACHE_CONTROL.none)
      assert.is(sent[name], value, `${label} ${name}`);
  if (expected['content-type']?.startsWith('application/json') && !expected.vary && sent.vary)
    assert.is(sent.vary, VARY.document, label);
}

async function assertAllRouted(tree: Tree, seed: number, count: number): Promise<void> {
  const { urls, etags } = filesOf(tree);
  const shim = await startShim({ dist: tree.dist });
  const random = new Random(seed);
  kinds.clear();
  try {
    for (let i = 0; i < count; i++) await assertRouted(shim, tree, etags, spelledRequest(random, urls));
    for (const target of PAGE_NAMES)
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST'])
        await assertRouted(shim, tree, etags, { method, target });
    for (let i = 0; i < count / 10; i++) {
      const { method, url } = hostileRequest(random);
      // A target is a path: others do not reach an endpoint.
      if (url.startsWith('/') && !/[^\x21-\x7e]/.test(url))
        await assertRouted(shim, tree, etags, { method, target: url });
    }
  } finally {
    await shim.close();
  }
  assert.ok((kinds.get('file') ?? 0) > count / 3, `${kinds.get('file')} files`);
  for (const kind of ['origin', 'error', 'options']) assert.ok((kinds.get(kind) ?? 0) > count / 50, kind);
}

test('for each request of the sample the shim sends the file or the error of the routing rule', async () => {
  await assertAllRouted(await sampleTree(), 1, 6000);
});

realTest(
  test as Test,
  'for each request of the real corpora the shim sends the file or the error of the routing rule',
  async () => assertAllRouted(await realTree(), 2, 6000),
);

test.run();
