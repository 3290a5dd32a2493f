import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decide } from '../../build/commands/start.ts';
import { takeLock } from '../../build/common/lock.ts';
import { sourceOf } from '../../build/contract/sources.ts';
import { versionsFile } from '../../build/contract/version.ts';
import { UnsuitableFolder } from '../../build/previous/check-folders.ts';
import { workspacesOf } from '../../build/previous/workspace.ts';
import { openDatabase } from '../../build/state/header.ts';
import { buildHere, editable, snapshot } from '../helpers/builds.ts';
import { run, type Surroundings, start, untilListening } from '../helpers/commands.ts';
import { edit, now } from '../helpers/rebuilding.ts';
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
      `The tree is served as before; "npm run build -- --corpus ${fs.realpathSync(corpus)} --out ${dist} --max-removed 100%" brings it up to date.`,
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

const SECTION_106 = 'usc/title-17/chapter-01/section-106.md';

/** A tree with an archive, built once for each day. @param isTold whether by `--as-of`, or documents tell their days */
async function withArchive(days: readonly string[], isTold: boolean, more: object = {}) {
  const { corpus, dist } = editable();
  const folder = path.join(path.dirname(dist), 'archive');
  const write = (day: string) =>
    edit(
      corpus,
      SECTION_106,
      text => `${isTold ? text : text.replace(/^currency: .*$/m, `currency: "${day}"`)}\nOn ${day}.\n`,
    );
  for (const day of days) {
    write(day);
    await buildHere(corpus, dist, { now, archive: { folder, asOf: isTold ? day : null, ...more } });
  }
  const versions = versionsFile({ source: sourceOf('usc'), identifier: '/us/usc/t17/s106' });
  const command = `"npm run build -- --corpus ${fs.realpathSync(corpus)} --out ${dist} --no-search --no-site --archive ${folder}`;
  return {
    ...{ corpus, dist, folder, write, command },
    env: { CORPUS: corpus, DIST: dist },
    root: () => fs.readFileSync(path.join(folder, 'archive.json'), 'utf8'),
    days: (): string[] =>
      JSON.parse(fs.readFileSync(path.join(dist, versions), 'utf8')).data.map(
        ({ from }: { from: string }) => from,
      ),
    hasFiles: () => fs.existsSync(path.join(dist, versions.replace(/\.json$/, ''))),
  };
}

test('a tree with an archive is rebuilt with its versions where they were, and as many', async () => {
  const tree = await withArchive(['2022-01-01', '2022-02-01', '2022-03-01'], false, {
    versions: 'archive',
    keep: { versions: 2 },
  });
  assert.equal(tree.days(), ['2022-03-01', '2022-02-01']);
  tree.write('2022-04-01');
  assert.match(await startAndStop(tree.env), /^Bringing /);
  assert.equal(tree.days(), ['2022-04-01', '2022-03-01']);
  assert.not(tree.hasFiles());
  const before = snapshot(tree.dist);
  tree.write('2022-05-01');
  fs.rmSync(path.join(tree.corpus, 'ecfr'), { recursive: true });
  const told = await startAndStop(tree.env);
  assert.ok(
    told.includes(`${tree.command} --versions archive --archive-keep 2 --max-removed 100%" brings it`),
    told,
  );
  assert.equal(snapshot(tree.dist), before);
});

test('an edition of which a build must be told the day is not entered, and the tree is served', async () => {
  const tree = await withArchive(['2020-01-01', '2023-01-01'], true);
  const root = tree.root();
  assert.not.match(await startAndStop(tree.env), /served as before/, 'nothing is new');
  assert.is(tree.root(), root);
  const before = snapshot(tree.dist);
  tree.write('2024-01-01');
  const told = await startAndStop(tree.env);
  assert.match(
    told,
    /\nNothing tells the day of what is new .*2023-01-01 \(--as-of\)\. The tree is served as before; /,
  );
  assert.ok(told.includes(`${tree.command} --as-of DATE" brings it up to date.`), told);
  assert.equal(snapshot(tree.dist), before);
  assert.is(tree.root(), root);

  const args = ['--corpus', tree.corpus, '--out', tree.dist, '--archive', tree.folder];
  const { code, stderr } = await run('build', args);
  assert.is(code, 4);
  assert.match(stderr, /s106 would be entered into the archive as of 2021-12-27, before 2023-01-01, /);
  assert.equal(snapshot(tree.dist), before);
  assert.is(tree.root(), root);
  assert.is((await run('build', [...args, '--as-of', '2024-01-01'])).code, 0);
  assert.equal(tree.days(), ['2024-01-01', '2023-01-01', '2020-01-01']);
  assert.not.match(await startAndStop(tree.env), /served as before/);
});

test('an undated document does not keep the published tree from being served', async () => {
  const tree = await withArchive(['2022-01-01'], false);
  const [root, before] = [tree.root(), snapshot(tree.dist)];
  edit(tree.corpus, SECTION_106, text => text.replace(/^currency: .*\n/m, ''));
  const told = await startAndStop(tree.env);
  assert.match(told, /section-106\.md is current: say --as-of DATE\. The tree is served as before; /);
  assert.ok(told.includes(`${tree.command} --as-of DATE" brings it up to date.`), told);
  assert.equal(snapshot(tree.dist), before);
  assert.is(tree.root(), root);
});

test('a tree with an archive of a version that did not note how it was built is served as it is', async () => {
  const { corpus, dist, command } = await withArchive(['2022-01-01'], false);
  assert.ok((await decide({ corpus, isNamed, dist })).making);
  const db = openDatabase(workspacesOf(dist)[0].state);
  db.exec(`UPDATE state SET value = json_remove(value, '$.made.asOf') WHERE key = 'header'`);
  db.close();
  const { making, message } = await decide({ corpus, isNamed, dist });
  assert.is(making, null);
  assert.ok(message.includes(`${command}" brings it up to date`), message);
});

test.run();
