import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import yaml from 'js-yaml';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MARK_FILE } from '../../build/corpus/mark.ts';
import { run } from '../helpers/builds.ts';
import { hindranceOf } from '../helpers/edges/process.ts';
import { indexIn } from '../helpers/follower.ts';
import { codeBlocks, ROOT } from '../helpers/handbook.ts';
import { testWhere } from '../helpers/needs.ts';
import { OfficialServer } from '../helpers/official-server.ts';
import { SAMPLE_CORPUS, temporaryFolder } from '../helpers/tree.ts';
import { endAfter } from '../runner/leftovers.cjs';

/** The nightly job of the handbook (build/README.md, A nightly job). */

interface Step {
  name?: string;
  run?: string;
  uses?: string;
}

const [workflow = ''] = codeBlocks('build/README.md', '## A nightly job', 'yaml');
const { jobs } = yaml.load(workflow) as { jobs: { publish: { steps: Step[] } } };
const { steps } = jobs.publish;
const commandsOf = (name: string): string => steps.find(step => step.name === name)?.run ?? '';

testWhere(test, hindranceOf('actionlint', '-version')(), 'actionlint has no findings in the workflow', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, '.github/workflows/nightly.yml');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, workflow);
  const { status, stdout } = spawnSync('actionlint', ['-no-color', file], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal([status, stdout], [0, '']);
});

test('the steps are in the order of a nightly build', () => {
  assert.equal(
    steps.map(({ name, uses, run }) => name ?? uses?.split('@')[0] ?? run),
    [
      ...[
        'actions/checkout',
        'actions/setup-node',
        'npm ci',
        'Restore the tree, its state, the corpus, and tags to purge',
      ],
      ...['Update', 'Verify', 'Sign', 'Sync', 'Purge', 'Index'],
      'Keep the tree, its state, the corpus, and tags to purge',
    ],
  );
});

const helpOf = (command: string): string =>
  spawnSync('npm', ['run', '--silent', command, '--', '--help'], { cwd: ROOT, encoding: 'utf8' }).stdout;

test('every command and flag of the steps exists', () => {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const calls = steps.flatMap(({ run = '' }) => [...run.matchAll(/npm run (\w+) -- ([^|\n]*)/g)]);
  assert.equal(
    calls.map(([, command]) => command),
    ['update', 'verify', 'sign', 'sync', 'index'],
  );
  for (const [, command = '', args = ''] of calls) {
    assert.is(scripts[command], `node build/launch.cjs ${command}`);
    // `update` takes the options of `fetch` and `build`, too.
    const help = (command === 'update' ? [command, 'fetch', 'build'] : [command]).map(helpOf).join('');
    for (const [flag] of args.matchAll(/--[a-z-]+/g)) assert.match(help, ` ${flag} `, `${command} ${flag}`);
  }
});

/** Takes what is to be purged, as the CDN does. */
async function purgeServer(): Promise<{
  url: string;
  bodies: unknown[];
  fail(isFailing: boolean): void;
  stop(): void;
}> {
  const bodies: unknown[] = [];
  let isFailing = false;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (!isFailing) bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.statusCode = isFailing ? 403 : 200;
    response.end('{}');
  });
  await once(endAfter(server).listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge_cache`;
  return { url, bodies, fail: value => (isFailing = value), stop: () => void server.close() };
}

/** What the test asks its own server for instead. */
const FROM_OFFICIAL = '--since "$FR_FROM"';
const TITLE = fs.readFileSync(new URL('../import/fixtures/usc03.xml', import.meta.url), 'utf8');

const missing =
  ['jq', 'curl'].map(program => hindranceOf(program, '--version')()).find(told => told !== null) ?? null;

testWhere(
  test,
  missing,
  'the steps work for several nights, and a night after a failure catches up',
  async () => {
    const folder = temporaryFolder();
    // The project's commands, run where they may leave something.
    for (const name of ['build', 'shim', 'node_modules'])
      fs.symlinkSync(path.join(ROOT, name), path.join(folder, name));
    fs.copyFileSync(path.join(ROOT, 'package.json'), path.join(folder, 'package.json'));
    // Law of the sample's words, without its mark: what is fetched may come to it.
    fs.cpSync(SAMPLE_CORPUS, path.join(folder, 'law'), {
      recursive: true,
      filter: file => path.basename(file) !== MARK_FILE,
    });
    const official = new OfficialServer();
    await official.start();
    official.offerTitle('117-80', TITLE);
    const [secret, open] = [path.join(folder, 'a.key'), path.join(folder, 'a.pub')];
    await run('sign', ['keygen', '--secret', secret, '--public', open]);
    const cdn = await purgeServer();
    const env = {
      ...process.env,
      BUCKET: path.join(folder, 'bucket'),
      PUBLIC_KEY: fs.readFileSync(open, 'utf8').split('\n')[1],
      SIGNING_KEY: fs.readFileSync(secret, 'utf8').trimEnd(),
      MAX_REMOVED: '10%',
      PURGE: cdn.url,
      PURGE_TOKEN: 'token',
      RUNNER_TEMP: temporaryFolder(),
      GITHUB_STEP_SUMMARY: path.join(folder, 'summary.md'),
    };
    /** As GitHub runs a step. */
    const perform = async (name: string): Promise<{ code: number | null; out: string }> => {
      const commands = commandsOf(name).replace(FROM_OFFICIAL, `usc --titles 3 --from ${official.url.href}`);
      const child = spawn('bash', ['-e', '-c', commands], { cwd: folder, env });
      let out = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (out += chunk));
      const [code] = await once(child, 'close');
      return { code, out };
    };
    const succeed = async (...names: string[]): Promise<void> => {
      for (const name of names) {
        const { code, out } = await perform(name);
        assert.is(code, 0, `${name}: ${out}`);
      }
    };
    const purged = () => cdn.bodies.splice(0).flatMap(body => (body as { tags: string[] }).tags);
    try {
      await succeed('Update', 'Verify', 'Sign', 'Sync', 'Purge');
      const first = purged();
      for (const tag of ['usc/t17/s106', 'usc/t3/s101']) assert.ok(first.includes(tag), `${first}`);
      assert.equal(fs.readdirSync(env.RUNNER_TEMP), [], 'no key is left');
      assert.is((await run('verify', [env.BUCKET, '--public-key', open])).code, 0);
      assert.match(fs.readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8'), '"result": "published"');

      const section = path.join(folder, 'law/usc/title-17/chapter-01/section-106.md');
      fs.appendFileSync(section, '\nOne more lighthouse.\n');
      cdn.fail(true);
      await succeed('Update', 'Verify', 'Sign', 'Sync');
      assert.is((await perform('Purge')).code === 0, false);
      cdn.fail(false);

      // A document that cannot be published: a warning, and the rest goes on.
      fs.appendFileSync(section.replace('106', '107'), '\nOne more keeper.\n');
      fs.writeFileSync(path.join(folder, 'law/usc/title-17/chapter-01/section-999.md'), 'no frontmatter');
      const { code, out } = await perform('Update');
      assert.is(code, 0, out);
      assert.match(out, /::warning::.*documents were left out/);
      await succeed('Verify', 'Sign', 'Sync', 'Purge');
      const tags = purged();
      for (const tag of ['usc/t17/s106', 'usc/t17/s107', 'usc-lists', 'search'])
        assert.ok(tags.includes(tag), tag);
      assert.is(new Set(tags).size, tags.length);
      assert.is((await run('verify', [env.BUCKET, '--public-key', open])).code, 0);

      // The cache is lost: the history goes on where it is published, and so do its mirrors.
      const number = Number(indexIn(env.BUCKET)[0]?.number);
      for (const name of ['dist', '.dist.build']) fs.rmSync(path.join(folder, name), { recursive: true });
      fs.appendFileSync(section, '\nOne more night.\n');
      await succeed('Update', 'Verify', 'Sign', 'Sync', 'Purge');
      assert.is(indexIn(env.BUCKET)[0]?.number, number + 1);

      // A source that is not there is no night: neither the tree nor the bucket loses it.
      fs.renameSync(path.join(folder, 'law/ecfr'), path.join(folder, 'ecfr'));
      const refused = await perform('Update');
      assert.is(refused.code, 4, refused.out);
      fs.rmSync(path.join(folder, 'dist'), { recursive: true });
      assert.is((await perform('Update')).code, 0, 'without a tree nothing is lost here');
      await succeed('Sign');
      assert.is((await perform('Sync')).code, 4);
      assert.ok(fs.existsSync(path.join(env.BUCKET, 'api/ecfr/documents/t1/s1.1.json')));

      // Nor is a corpus that is gone: what is fetched is not all of the law that the tree has.
      fs.rmSync(path.join(folder, 'law'), { recursive: true });
      assert.is((await perform('Update')).code, 4);

      // A title that cannot be had stays as it was: a warning.
      fs.rmSync(path.join(folder, 'dist'), { recursive: true });
      await succeed('Update');
      official.offerTitle('117-81', 'under repair');
      const partial = await perform('Update');
      assert.equal([partial.code, /::warning::Something could not be fetched/.test(partial.out)], [0, true]);
    } finally {
      await official.close();
      cdn.stop();
    }
  },
);

test.run();
