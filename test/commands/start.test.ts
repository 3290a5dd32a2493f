import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decide } from '../../build/commands/start.ts';
import { takeLock } from '../../build/common/lock.ts';
import { UnsuitableFolder } from '../../build/previous/check-folders.ts';
import { workspacesOf } from '../../build/previous/workspace.ts';
import { buildHere, editable, snapshot } from '../helpers/builds.ts';
import { run, type Surroundings, start, untilListening } from '../helpers/commands.ts';
import { SAMPLE } from '../helpers/sample.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** `npm start`: which trees it builds, and which it leaves as they are. */

const isNamed = true;

/** Serves until the server says where, and ends it. @returns what it told */
async function startAndStop(
  env: NodeJS.ProcessEnv,
  args: string[] = [],
  surroundings: Surroundings = {},
): Promise<string> {
  const server = start('start', args, { PORT: '0', LOG_LEVEL: 'silent', ...env }, surroundings);
  const port = await untilListening(server);
  assert.is((await fetch(`http://127.0.0.1:${port}/api/stats`)).status, 200);
  server.child.kill('SIGTERM');
  const { code, stdout, stderr } = await server.finished;
  assert.is(code, 0);
  assert.is(stdout, '', 'standard output is the log alone');
  return stderr;
}

const editSection = (corpus: string) =>
  fs.appendFileSync(path.join(corpus, 'usc/title-17/chapter-01/section-106.md'), '\nAnother sentence.\n');

test('a missing tree is built, and one of the same corpus is updated', async () => {
  const { corpus, dist } = editable();
  const env = { CORPUS: corpus, DIST: dist };
  const built = await startAndStop(env);
  assert.match(built, /^Building .*dist from .*corpus\.\n/);
  assert.ok(built.includes(`${SAMPLE.all} of them rendered`), built);
  editSection(corpus);
  assert.match(await startAndStop(env), /^Bringing .* up to date with .*\.\n[\s\S]*1 of them rendered/);
  assert.match(await startAndStop(env), /^Bringing .* up to date with .*\.\n[\s\S]*0 of them rendered/);
});

test('a tree of another corpus is served unchanged', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { search: true });
  const before = snapshot(dist);
  const other = editable();
  editSection(other.corpus);
  const told = await startAndStop({ CORPUS: other.corpus, DIST: dist });
  assert.ok(
    told.startsWith(
      `Serving ${dist}, built from ${fs.realpathSync(corpus)}; it is not rebuilt from ${other.corpus}`,
    ),
    told,
  );
  assert.equal(snapshot(dist), before);
});

test('the decision depends on the corpus that the tree was built from, not on its path', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { version: 'an earlier one', keepGoing: true, search: false });
  const made = {
    corpus: fs.realpathSync(corpus),
    keepGoing: true,
    search: false,
    pages: 'all',
    bulk: true,
    site: null,
    sample: true,
  };
  assert.equal((await decide({ corpus, isNamed, dist })).making, made, 'it is built as it was');
  const link = `${corpus}-link`;
  fs.symlinkSync(corpus, link);
  assert.equal((await decide({ corpus: link, isNamed, dist })).making, made);

  const copy = path.join(temporaryFolder(), 'dist');
  fs.cpSync(dist, copy, { recursive: true, preserveTimestamps: true });
  const ofCopy = await decide({ corpus, isNamed, dist: copy });
  assert.equal(ofCopy, {
    making: null,
    message: `Serving ${copy} as it is: nothing tells from what it was built.`,
  });

  // The state of an earlier tree beside a copy of another one.
  const { state } = workspacesOf(dist)[0];
  fs.mkdirSync(path.dirname(workspacesOf(copy)[0].state));
  fs.copyFileSync(state, workspacesOf(copy)[0].state);
  assert.equal((await decide({ corpus, isNamed, dist: copy })).making, made);
  fs.appendFileSync(path.join(copy, 'manifest.json'), 'other');
  assert.is((await decide({ corpus, isNamed, dist: copy })).making, null);

  fs.writeFileSync(state, 'damaged');
  assert.is((await decide({ corpus, isNamed, dist })).making, null);
});

test('a missing corpus is refused if it was named or there is no tree; otherwise the tree is served', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  const typo = `${corpus}-typo`;
  const refused = async (options: Parameters<typeof decide>[0]) => {
    const error = await decide(options).catch(error => error);
    assert.instance(error, UnsuitableFolder);
    assert.is(error.message, `There is no corpus directory ${typo}.`);
  };
  await refused({ corpus: typo, isNamed, dist });
  await refused({ corpus: typo, isNamed: false, dist: `${dist}-none` });
  const { making, message } = await decide({ corpus: typo, isNamed: false, dist });
  assert.is(making, null);
  assert.is(message, `Serving ${dist}, built from ${fs.realpathSync(corpus)}.`);
});

test('a missing named corpus exits with 2 and one line, even if there is a tree', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  for (const [env, args] of [
    [{ CORPUS: '/no/such/corpus', DIST: dist }, []],
    [{ DIST: dist }, ['--corpus', '/no/such/corpus']],
  ] as const) {
    const { code, stdout, stderr } = await run('start', args, { PORT: '0', ...env });
    assert.equal([code, stdout], [2, '']);
    assert.match(stderr, /^There is no corpus directory \/no\/such\/corpus\.\n/);
    assert.not.match(stderr, /listening/);
  }
});

test('CORPUS and DIST are corpus and dist by default, and flags win over variables', async () => {
  const { corpus, dist } = editable();
  const folder = path.dirname(dist);
  assert.match(await startAndStop({}, [], { cwd: folder }), /^Building dist from corpus\./);
  fs.rmSync(corpus, { recursive: true });
  assert.match(await startAndStop({}, [], { cwd: folder }), /^Serving dist, built from \//);
  const env = { CORPUS: '/no/such/corpus', DIST: '/no/such/tree', HOST: '192.0.2.1', PORT: '1' };
  const { corpus: given } = editable();
  const flags = ['--corpus', given, '--dist', dist, '--host', '127.0.0.1', '--port', '0'];
  assert.match(await startAndStop(env, flags), /^Serving /);
});

test('a moved corpus is recognised after the next build from its new place', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  // Marks of files that were changed just now are not relied on.
  await new Promise(resolve => setTimeout(resolve, 150));
  await buildHere(corpus, dist);
  const moved = `${corpus}-moved`;
  fs.renameSync(corpus, moved);
  assert.is((await decide({ corpus: moved, isNamed, dist })).making, null);
  assert.is((await buildHere(moved, dist)).rendered, 0);
  assert.is((await decide({ corpus: moved, isNamed, dist })).making?.corpus, fs.realpathSync(moved));
});

test('an interrupted publication is completed', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  const { journal } = workspacesOf(dist)[0];
  fs.appendFileSync(path.join(dist, 'manifest.json'), 'half-way');
  assert.is((await decide({ corpus, isNamed, dist })).making, null);
  fs.writeFileSync(journal, '{}');
  assert.is((await decide({ corpus, isNamed, dist })).making?.corpus, fs.realpathSync(corpus));
});

test('a tree is served while another build of it runs', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  const unlock = takeLock(workspacesOf(dist)[0].lock, 'held by this test');
  assert.match(await startAndStop({ CORPUS: corpus, DIST: dist }), /\nAnother build of .* is running/);
  unlock();
});

test('a corpus that lost many documents is reported, and the old tree is served', async () => {
  const { corpus, dist } = editable();
  const env = { CORPUS: corpus, DIST: dist };
  await startAndStop(env);
  const before = snapshot(dist);
  fs.rmSync(path.join(corpus, 'ecfr'), { recursive: true });
  const told = await startAndStop(env);
  assert.match(told, /^Bringing .* up to date with .*\.\n/);
  assert.match(told, /\becfr\b/, 'the source');
  assert.ok(
    told.includes(
      `It is served as before; "npm run build -- --corpus ${fs.realpathSync(corpus)} --out ${dist} --max-removed 100%" brings it up to date.`,
    ),
    told,
  );
  assert.equal(snapshot(dist), before);
  await buildHere(corpus, dist, { search: true });
  assert.not.match(await startAndStop(env), /served as before/);
});

test('problems of the corpus exit with 1', async () => {
  const { corpus, dist } = editable();
  fs.writeFileSync(path.join(corpus, 'usc/title-17/chapter-01/section-999.md'), 'no frontmatter');
  const { code, stderr } = await run('start', [], { CORPUS: corpus, DIST: dist, PORT: '0' });
  assert.is(code, 1);
  assert.match(
    stderr,
    /section-999\.md.*\n[\s\S]*The corpus has 1 problem in 1 document\. Nothing was published/,
  );
});

test.run();
