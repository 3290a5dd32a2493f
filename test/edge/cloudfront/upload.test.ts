import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Test, test } from 'uvu';
import * as assert from 'uvu/assert';
import { errorHeaders, fileHeaders } from '../../../build/contract/headers.ts';
import { fileAt } from '../../../build/contract/routing/match.ts';
import { router } from '../../../build/contract/routing/route.ts';
import { SOURCES } from '../../../build/contract/sources.ts';
import { cloudfront } from '../../../build/edge/cloudfront/cloudfront.ts';
import { filesUnder } from '../../../build/files/walk.ts';
import { apiAddress, plainAddress } from '../../../build/sync/addresses.ts';
import { urlOf } from '../../e2e/spellings.ts';
import { cloudFrontFunction } from '../../helpers/edges/cloudfront.ts';
import { type S3Server, startS3 } from '../../helpers/edges/s3.ts';
import { testWhere } from '../../helpers/needs.ts';
import { allPages } from '../../helpers/pages.ts';
import { catalogsOf, documentsOf, sampleTree, type Tree, temporaryFolder } from '../../helpers/tree.ts';

/** The keys that the function names are in the bucket, with the headers of the table, after an upload as the README says. */

const isThere = (program: string, argument: string) => spawnSync(program, [argument]).status === 0;
const hindrance =
  isThere('rclone', 'version') && isThere('moto_server', '--help')
    ? null
    : 'rclone or moto_server (of moto[server], PyPI) is missing';

const route = router(SOURCES);
const ACCEPTS = ['application/json', 'text/markdown', 'text/plain'];

async function deploymentOf(dist: string): Promise<string> {
  const folder = temporaryFolder();
  const files = await cloudfront.files({ dist, listen: { host: '127.0.0.1', port: 1 }, origin: null });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

async function upload(folder: string, { rclone }: S3Server, bucket: string): Promise<void> {
  const child = spawn('sh', [join(folder, 'upload.sh'), `s3:${bucket}`, '--s3-no-check-bucket'], {
    env: { PATH: process.env.PATH, HOME: folder, ...rclone },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let problems = '';
  child.stderr.on('data', chunk => (problems += chunk));
  const [code] = await once(child, 'close');
  assert.is(code, 0, problems);
}

async function withBucket(run: (s3: S3Server, bucket: string) => Promise<void>): Promise<void> {
  const s3 = await startS3();
  try {
    await s3.makeBucket('tree');
    await run(s3, 'tree');
  } finally {
    await s3.close();
  }
}

/** What of a tree is asked for by its path. */
const readByMirrors = ({ dist }: Tree): string[] =>
  [...filesUnder(dist, '')].filter(path => fileAt(`/${path}`)?.of === 'tree');

const isOfLevel = (path: string): boolean =>
  /^api\/\w+\/structure\b|\/references(?:\.json|\/_q\/)/.test(path);

async function requestsOf(tree: Tree) {
  const pages = [...allPages(await catalogsOf(tree))].map(({ url }) => ({ target: url, accept: '*/*' }));
  const documents = (await documentsOf(tree.corpus)).map(urlOf);
  return [
    ...pages,
    ...documents.flatMap(target => ACCEPTS.map(accept => ({ target, accept }))),
    ...['/openapi.json', '/api/bulk', '/api/changes', '/api/changes/1'].map(target => ({
      target,
      accept: '*/*',
    })),
    ...[...filesUnder(tree.dist, 'api')]
      .filter(isOfLevel)
      .map(path => ({ target: apiAddress(path), accept: '*/*' })),
    ...readByMirrors(tree).map(path => ({ target: `/${path}`, accept: '*/*' })),
  ];
}

testWhere(test as Test, hindrance, 'every file is uploaded with the headers of the table', async () => {
  const tree = await sampleTree();
  const folder = await deploymentOf(tree.dist);
  const run = cloudFrontFunction(readFileSync(join(folder, 'function.js'), 'utf8'));
  await withBucket(async (s3, bucket) => {
    await upload(folder, s3, bucket);
    const seen = new Set<string>();
    for (const request of await requestsOf(tree)) {
      const routed = route({ method: 'GET', ...request });
      assert.is(routed.kind, 'file', request.target);
      if (routed.kind !== 'file' || seen.has(routed.path)) continue;
      // The function leaves outlines of titles and further pages of references to the shim; mirrors read their files.
      const isLeft = /\/_q\/depth=all\.json$|\/references\/_q\//.test(routed.path);
      const uri = isLeft ? plainAddress(routed.path) : run({ method: 'GET', ...request }).returned.uri;
      seen.add(routed.path);
      const response = await s3.get(`/${bucket}${uri}`);
      const content = Buffer.from(await response.arrayBuffer());
      assert.is(response.status, 200, uri);
      assert.ok(content.equals(readFileSync(join(tree.dist, routed.path))), uri);
      const expected = fileHeaders(routed.path, routed.policy);
      for (const name of ['content-type', 'cache-control'])
        assert.is(response.headers.get(name), expected[name], `${uri} ${name}`);
    }
    const given = [...filesUnder(tree.dist, 'api'), ...readByMirrors(tree)];
    assert.equal([...seen].sort(), given.sort());
    for (const name of ['missing', 'away']) {
      const page = await s3.get(`/${bucket}/errors/${name}.json`);
      assert.is(
        ((await page.json()) as { error: { status: number } }).error.status,
        name === 'away' ? 503 : 404,
      );
      for (const header of ['content-type', 'cache-control'])
        assert.is(page.headers.get(header), errorHeaders()[header], header);
    }
    for (const path of ['catalog/catalog.bin', 'build.json', 'upload.sh'])
      assert.is((await s3.get(`/${bucket}/${path}`)).status, 404, path);
  });
});

testWhere(
  test as Test,
  hindrance,
  'files removed from the tree are removed from the bucket, and unusual names are uploaded',
  async () => {
    const dist = join(temporaryFolder(), "it's a tree");
    const names = [
      'api/usc/documents/t1/§ 1—a,b (c)+%.json',
      'api/usc/documents/t1/s[1]{2}*.md',
      'api/fr/documents/_q/agency=A%20%2B%20B&sort=x.json',
      'api/fr/years/2018/05/_q/limit=100&offset=100.json',
      'api/stats.json',
    ];
    for (const name of names) {
      mkdirSync(join(dist, dirname(name)), { recursive: true });
      writeFileSync(join(dist, name), name);
    }
    const folder = await deploymentOf(dist);
    await withBucket(async (s3, bucket) => {
      const textOf = async (name: string) => {
        const response = await s3.get(`/${bucket}/${name.split('/').map(encodeURIComponent).join('/')}`);
        return response.status === 200 ? response.text() : String(response.status);
      };
      await upload(folder, s3, bucket);
      for (const name of names) assert.is(await textOf(name), name);
      for (const name of names.slice(0, 3)) rmSync(join(dist, name));
      writeFileSync(join(dist, 'api/stats.json'), 'changed');
      await upload(folder, s3, bucket);
      assert.equal(await Promise.all(names.map(textOf)), ['404', '404', '404', names[3], 'changed']);
    });
  },
);

test.run();
