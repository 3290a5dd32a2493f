import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cloudflare } from '../../../build/edge/cloudflare/cloudflare.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

/** The files of a deployment. That the Worker is right, `test/e2e/edges.test.ts` shows. */

const listen = { host: '127.0.0.1', port: 8080 };
const filesFor = async (dist: string, origin: string | null) => {
  const files = await cloudflare.files({ dist, listen, origin: origin === null ? null : new URL(origin) });
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, String(content)]));
};

function treeOf(sizes: readonly number[]): string {
  const dist = join(temporaryFolder(), 'di"st');
  mkdirSync(join(dist, 'api/usc'), { recursive: true });
  for (const [i, size] of sizes.entries()) writeFileSync(join(dist, `api/usc/${i}.json`), Buffer.alloc(size));
  return dist;
}

test('a deployment has a Worker in one module, its configuration and the steps', async () => {
  const files = await filesFor('/nowhere', 'https://shim.example.org');
  assert.equal(Object.keys(files).sort(), ['README.md', 'worker.js', 'wrangler.toml']);
  const { 'worker.js': worker = '', 'wrangler.toml': toml = '', 'README.md': readme = '' } = files;
  assert.not.match(worker, /^import\b|\brequire\(|node:/m);
  assert.ok(Buffer.byteLength(worker) < 1024 * 1024, 'the limit of the free plan is 3 MB, compressed');
  assert.match(toml, /^ORIGIN = "https:\/\/shim\.example\.org"$/m);
  assert.match(toml, /binding = "TREE"\nbucket_name = "pandect"/);
  assert.not.match(toml, /assets/);
  assert.match(readme, /npm run sync -- DIST s3:/);
});

test("without an origin the Worker's origin is empty", async () => {
  assert.match((await filesFor('/nowhere', null))['wrangler.toml'] ?? '', /^ORIGIN = ""$/m);
});

test('a small tree is assets, and one with a large file or very many files is for a bucket', async () => {
  const dist = treeOf([10, 1024 * 1024]);
  const { 'wrangler.toml': toml = '', 'README.md': readme = '' } = await filesFor(dist, null);
  assert.ok(toml.includes('directory = "./assets"\nrun_worker_first = true'));
  assert.ok(readme.includes(`cp -R '${dist}'/$folder assets/`));
  assert.not.match(toml, /r2_buckets/);
  assert.not.match(readme, /npm run sync/);
  for (const sizes of [[], [10, 1024 * 1024 + 1], new Array(20_001).fill(0)])
    assert.match((await filesFor(treeOf(sizes), null))['wrangler.toml'] ?? '', /r2_buckets/);
  const large = treeOf([10]);
  mkdirSync(join(large, 'site'));
  writeFileSync(join(large, 'site/index.html'), Buffer.alloc(1024 * 1024 + 1));
  assert.match((await filesFor(large, null))['wrangler.toml'] ?? '', /r2_buckets/, 'the site counts');
});

test.run();
