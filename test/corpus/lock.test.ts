import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listCorpus } from '../../build/corpus/files.ts';
import { shareCorpus, takeCorpus } from '../../build/corpus/lock.ts';
import { buildHere, editable, run as runBuild, snapshot, TSX } from '../helpers/builds.ts';
import { run } from '../helpers/commands.ts';
import { NOBODY, withOtherUser } from '../helpers/other-user.ts';
import { SAMPLE_XML } from '../helpers/sample-import.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { until } from '../helpers/until.ts';
import { closeAfter } from '../runner/leftovers.cjs';

/** Imports into a corpus and builds of it at the same time, each a process. */

const LOCK = '.import.lock';
const HOLDER = fileURLToPath(new URL('lock-holder.ts', import.meta.url));

/** @returns a function that kills the process */
async function hold(how: 'import' | 'build', corpus: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['--import', TSX, HOLDER, how, corpus], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', chunk => {
    printed += chunk;
  });
  const closed = once(child, 'close');
  const end = closeAfter(() => child.kill('SIGKILL'));
  await until(() => printed.includes('held'), { seen: () => printed });
  return async () => {
    await end();
    await closed;
  };
}

/** A corpus that was imported, and a place for its tree. */
async function imported(): Promise<{ corpus: string; dist: string }> {
  const folder = temporaryFolder();
  const corpus = path.join(folder, 'corpus');
  const { code, stderr } = await run('import', [SAMPLE_XML, '--out', corpus]);
  assert.is(code, 0, stderr);
  return { corpus, dist: path.join(folder, 'dist') };
}

const build = (corpus: string, dist: string, uid?: number) =>
  runBuild('build', ['--corpus', corpus, '--out', dist, '--no-search'], uid === undefined ? {} : { uid });

const files = (corpus: string): string[] => snapshot(corpus).filter(line => !line.startsWith('. '));

test('while somebody imports, no other import and no build works on the corpus, and a killed import leaves it free', async () => {
  const { corpus, dist } = await imported();
  const release = await hold('import', corpus);
  const before = files(corpus);
  const archive = path.join(path.dirname(corpus), 'archive');
  for (const more of [[], ['--allow-older'], ['--archive', archive]]) {
    const { code, stderr } = await run('import', [SAMPLE_XML, '--out', corpus, ...more]);
    assert.is(code, 1);
    assert.match(stderr, /Nothing was imported: Another import into the corpus .* is running/);
  }
  assert.not.ok(fs.existsSync(archive));
  const built = await build(corpus, dist);
  assert.is(built.code, 1);
  assert.match(built.err, /^An import into the corpus .* is running\. Nothing was done\.$/m);
  assert.not.ok(fs.existsSync(dist));
  const check = await run('import', [SAMPLE_XML, '--out', corpus, '--check']);
  assert.is(check.code, 1);
  assert.match(check.stderr, /An import into the corpus/);
  assert.equal(files(corpus), before);
  await release();
  assert.is((await build(corpus, dist)).code, 0);
  assert.is((await run('import', [SAMPLE_XML, '--out', corpus])).code, 0);
});

test('builds and checks share a corpus, and keep imports out', async () => {
  const { corpus, dist } = await imported();
  const [first, second] = [await hold('build', corpus), await hold('build', corpus)];
  assert.is((await build(corpus, dist)).code, 0);
  assert.is((await run('import', [SAMPLE_XML, '--out', corpus, '--check'])).code, 0);
  const refused = async () => (await run('import', [SAMPLE_XML, '--out', corpus])).code;
  assert.is(await refused(), 1);
  await first();
  assert.is(await refused(), 1);
  await second();
  assert.is(await refused(), 0);
});

test('the lock is no document, and a build makes none', async () => {
  const { corpus, dist } = await imported();
  assert.equal(
    fs.readdirSync(corpus).filter(name => name.startsWith('.')),
    [LOCK],
  );
  assert.is(fs.statSync(path.join(corpus, LOCK)).size, 0);
  const paths = [...listCorpus(corpus)].flatMap(folder => folder.paths());
  assert.not.ok(paths.some(file => file.includes(LOCK)));
  fs.rmSync(path.join(corpus, LOCK));
  assert.is((await build(corpus, dist)).code, 0);
  assert.not.ok(fs.existsSync(path.join(corpus, LOCK)));
});

withOtherUser(test, 'a corpus that can only be read is built, and only while nobody imports', async () => {
  const { corpus, dist } = await imported();
  const folder = path.dirname(corpus);
  fs.chmodSync(folder, 0o755);
  const out = path.join(folder, 'out');
  fs.mkdirSync(out);
  fs.chownSync(out, NOBODY.uid, NOBODY.gid);
  const theirs = () => build(corpus, path.join(out, path.basename(dist)), NOBODY.uid);
  const release = await hold('import', corpus);
  assert.is((await theirs()).code, 1);
  await release();
  const built = await theirs();
  assert.is(built.code, 0, built.err);
  // Of a lock that cannot even be read nothing is known.
  fs.chmodSync(path.join(corpus, LOCK), 0o600);
  assert.is((await theirs()).code, 0);
});

test('a lock is let go, also by a server that has built its tree', async () => {
  const { corpus, dist } = editable();
  takeCorpus(corpus)();
  await buildHere(corpus, dist);
  takeCorpus(corpus)();
  const shared = [shareCorpus(corpus), shareCorpus(corpus)];
  assert.throws(() => takeCorpus(corpus), /running/);
  for (const release of shared) release();
  takeCorpus(corpus)();
});

test.run();
