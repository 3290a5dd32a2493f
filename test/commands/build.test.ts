import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readManifest } from '../../build/files/manifest/read.ts';
import { readRoot } from '../../build/files/manifest/root.ts';
import { filesUnder } from '../../build/files/walk.ts';
import { workspacesOf } from '../../build/previous/workspace.ts';
import { changedTags } from '../../build/verify/changed-tags.ts';
import { editable, sha256, snapshot } from '../helpers/builds.ts';
import { type Finished, run } from '../helpers/commands.ts';
import { indexIn } from '../helpers/follower.ts';

/** What `npm run build` tells a nightly job (build/README.md, For the nightly job). */

interface Line {
  path: string;
  change: 'added' | 'changed' | 'removed';
  identifier?: string;
  urls: string[];
  tags: string[];
}

interface Job {
  corpus: string;
  dist: string;
  changes: string;
  summary: string;
  build(...more: string[]): Promise<Finished>;
  lines(): Line[];
  told(): Record<string, unknown>;
}

function job(): Job {
  const { corpus, dist } = editable();
  const changes = `${dist}-changes.ndjson`;
  const summary = `${dist}-summary.json`;
  const flags = [
    '--corpus',
    corpus,
    '--out',
    dist,
    '--no-search',
    '--changes',
    changes,
    '--summary',
    summary,
  ];
  return {
    ...{ corpus, dist, changes, summary },
    build: (...more) => run('build', [...flags, ...more]),
    lines: () =>
      fs
        .readFileSync(changes, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line)),
    told: () => JSON.parse(fs.readFileSync(summary, 'utf8')),
  };
}

const SECTION = 'usc/title-17/chapter-01/section-106.md';
const edit = (corpus: string): void =>
  fs.appendFileSync(path.join(corpus, SECTION), '\nOne more lighthouse.\n');
const spoil = (corpus: string): void =>
  fs.writeFileSync(path.join(corpus, SECTION.replace('106', 'bad')), 'no frontmatter');

const succeeds = ({ code, stderr }: Finished): void => assert.is(code, 0, stderr);

async function digestsOf(dist: string): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for await (const { path: file, sha256: digest } of readManifest(dist)) digests.set(file, digest);
  return digests;
}

/** What the manifest lists. */
const isContent = ({ path: file }: Line): boolean => /^(api|bulk|site)\//.test(file);

const listed = (lines: readonly Line[], change: Line['change']): string[] =>
  lines
    .filter(line => line.change === change && isContent(line))
    .map(line => line.path)
    .sort();

test('a first build lists every public file', async () => {
  const { dist, build, lines, told } = job();
  succeeds(await build());
  const given = [...filesUnder(dist, '')].filter(file => !/^(catalog\/|build\.json$)/.test(file));
  assert.equal(
    lines()
      .map(line => `${line.change} ${line.path}`)
      .sort(),
    given.map(file => `added ${file}`).sort(),
  );
  const { result, exit_code, changed, number, build: made, previous_build, entry } = told();
  assert.equal(
    { result, exit_code, changed, number, made, previous_build },
    {
      result: 'published',
      exit_code: 0,
      changed: true,
      number: indexIn(dist)[0]?.number,
      made: readRoot(dist).build,
      previous_build: null,
    },
  );
  assert.equal(entry, indexIn(dist)[0]);
  // The minute of the first build, so that no number is given a second time when a history is lost.
  const minute = Date.now() / 60_000;
  assert.ok(Number(number) <= minute && Number(number) > minute - 20, `${number} of ${minute}`);
});

for (const flags of [[], ['--cold']])
  test(`a nightly build lists changed files with URLs and tags: ${flags.join()}`, async () => {
    const { corpus, dist, build, lines, told } = job();
    succeeds(await build());
    fs.cpSync(dist, `${dist}-before`, { recursive: true });
    const before = await digestsOf(dist);
    edit(corpus);
    fs.writeFileSync(
      path.join(corpus, SECTION.replace('106', '106z')),
      fs.readFileSync(path.join(corpus, SECTION), 'utf8').replaceAll('/s106', '/s106z'),
    );
    fs.rmSync(path.join(corpus, 'usc/title-48'), { recursive: true });
    succeeds(await build(...flags));
    const after = await digestsOf(dist);
    const made = lines();
    const is = (change: Line['change']) => (file: string) =>
      change === 'added' ? !before.has(file) : before.has(file) && before.get(file) !== after.get(file);
    for (const change of ['added', 'changed'] as const)
      assert.equal(listed(made, change), [...after.keys()].filter(is(change)).sort(), change);
    assert.equal(listed(made, 'removed'), [...before.keys()].filter(file => !after.has(file)).sort());
    const [old, now] = [`${dist}-before`, dist].map(
      tree => new Map(readRoot(tree).parts.map(part => [part.path, part.sha256])),
    ) as [Map<string, string>, Map<string, string>];
    const parts = [...new Set([...old.keys(), ...now.keys()])].filter(
      part => old.get(part) !== now.get(part),
    );
    const whatOf = (part: string) => (!now.has(part) ? 'removed' : old.has(part) ? 'changed' : 'added');
    assert.equal(
      made
        .filter(line => !isContent(line))
        .map(line => `${line.change} ${line.path}`)
        .sort(),
      [
        ...[
          `added ${indexIn(dist)[0]?.path}`,
          'changed changes/feed.atom',
          'changed changes/index.json',
          'changed manifest.json',
        ],
        ...parts.map(part => `${whatOf(part)} ${part}`),
      ].sort(),
    );
    const document = made.find(line => line.path === 'api/usc/documents/t17/s106.md');
    assert.is(document?.identifier, '/us/usc/t17/s106');
    assert.ok(document?.urls.includes('/api/usc/documents/t17%2Fs106?format=markdown'));
    assert.equal(document?.tags, ['usc/t17/s106', 'usc-lists', 'search']);
    assert.not(made.find(line => line.path === 'api/usc/documents.json')?.identifier);
    const tags = new Set(made.filter(isContent).flatMap(line => line.tags));
    assert.equal([...tags].sort(), changedTags(`${dist}-before`, dist));
    const { entry, previous_build, build: id, changes } = told();
    assert.equal([previous_build, id], [readRoot(`${dist}-before`).build, readRoot(dist).build]);
    assert.equal(entry, indexIn(dist)[0]);
    if (flags.length === 0)
      assert.equal(changes, {
        written: listed(made, 'added').length + listed(made, 'changed').length,
        removed: listed(made, 'removed').length,
      });
  });

test('a build without changes replaces the former list by an empty one', async () => {
  const { dist, build, changes, told } = job();
  succeeds(await build());
  for (const flags of [[], ['--cold']]) {
    succeeds(await build(...flags));
    assert.is(fs.readFileSync(changes, 'utf8'), '');
    const { result, changed, number, entry, build: made, previous_build } = told();
    assert.equal(
      { result, changed, number, entry },
      { result: 'unchanged', changed: false, number: indexIn(dist)[0]?.number, entry: null },
    );
    assert.is(made, previous_build);
  }
});

test('the changes of an interrupted build are listed by the one that finishes it', async () => {
  const { corpus, dist, build, lines, told } = job();
  succeeds(await build());
  const coming = `${dist}-coming`;
  fs.cpSync(dist, coming, { recursive: true, preserveTimestamps: true });
  fs.cpSync(workspacesOf(dist)[0].folder, workspacesOf(coming)[0].folder, { recursive: true });
  edit(corpus);
  succeeds(await run('build', ['--corpus', corpus, '--out', coming, '--no-search']));
  const [workspace] = workspacesOf(dist);
  const [document, manifest] = ['api/usc/documents/t17/s106.json', 'manifest.json'];
  const plan = {
    from: sha256(path.join(dist, manifest)),
    to: sha256(path.join(coming, manifest)),
    renames: [...filesUnder(coming, '')].filter(file => file !== manifest).concat(manifest),
    deletions: [],
  };
  fs.cpSync(coming, workspace.staging, { recursive: true, preserveTimestamps: true });
  fs.copyFileSync(workspacesOf(coming)[0].state, workspace.state);
  fs.writeFileSync(workspace.journal, JSON.stringify(plan));
  // It fails itself.
  spoil(corpus);
  const { code, stderr } = await build();
  assert.is(code, 1, stderr);
  assert.match(stderr, /^Finished the publication/);
  const made = lines();
  assert.ok(made.some(line => line.path === document && line.change === 'changed'));
  assert.not.ok(made.some(line => /^catalog|^build\.json/.test(line.path)));
  assert.equal([told().result, told().changed, told().number], ['failed', true, indexIn(coming)[0]?.number]);
  assert.is(indexIn(coming).length, 2);
});

test('--strict exits with 3 only in the build that first leaves a document out, and every build lists all', async () => {
  const { corpus, dist, build, told } = job();
  succeeds(await build());
  const nights = async (
    code: number,
    result: string,
    problems: number,
    fresh: number,
    ...flags: string[]
  ) => {
    const { code: got, stdout, stderr } = await build('--keep-going', '--strict', ...flags);
    assert.is(got, code, stderr);
    const summary = told();
    assert.equal(
      [summary.result, summary.exit_code, (summary.problems as unknown[]).length, summary.new_problems],
      [result, code, problems, fresh],
    );
    assert.is(stdout.split('\n').filter(line => line.startsWith('left out: ')).length, problems);
    if (problems > 0) assert.match(stdout, `left out; ${fresh} new`);
    const { problems: recorded } = JSON.parse(fs.readFileSync(path.join(dist, 'build.json'), 'utf8'));
    assert.equal(recorded, summary.problems, 'the report names them, though nothing else has changed');
  };
  spoil(corpus);
  await nights(3, 'unchanged', 1, 1);
  await nights(0, 'unchanged', 1, 0);
  edit(corpus);
  await nights(0, 'published', 1, 0);
  // Another one, and another reason for the old one.
  fs.writeFileSync(path.join(corpus, SECTION.replace('106', 'worse')), 'no frontmatter');
  await nights(3, 'unchanged', 2, 1);
  fs.writeFileSync(path.join(corpus, SECTION.replace('106', 'bad')), '---\nidentifier: 7\n---\nx');
  const { code } = await build('--keep-going', '--strict');
  assert.is(code, 3);
  // The state is lost, the tree is not.
  fs.rmSync(workspacesOf(dist)[0].folder, { recursive: true });
  assert.is((await build('--keep-going', '--strict')).code, 0);
  assert.is((await build('--keep-going', '--strict', '--cold')).code, 0);
  fs.rmSync(path.join(corpus, SECTION.replace('106', 'bad')));
  fs.rmSync(path.join(corpus, SECTION.replace('106', 'worse')));
  await nights(0, 'unchanged', 0, 0);
  spoil(corpus);
  await nights(3, 'unchanged', 1, 1);
});

test('too many removals exit with 4 and change nothing unless allowed', async () => {
  const { corpus, dist, build, told } = job();
  succeeds(await build());
  fs.renameSync(path.join(corpus, 'ecfr'), `${corpus}-ecfr`);
  const before = snapshot(dist);
  const { documents } = told() as { documents: { ecfr: number } };
  for (const flags of [
    [],
    ['--cold'],
    ['--max-removed', '99%'],
    ['--max-removed', String(documents.ecfr - 1)],
  ]) {
    const { code, stdout, stderr } = await build(...flags);
    assert.is(code, 4, stderr);
    assert.is(stdout, '');
    assert.match(stderr, `Refused: ecfr would lose ${documents.ecfr} of ${documents.ecfr} documents`);
    assert.match(stderr, '--max-removed 100% lets it');
    const { result, exit_code, changed, error } = told();
    assert.equal({ result, exit_code, changed }, { result: 'failed', exit_code: 4, changed: false });
    assert.match(String(error), /^Refused/);
    assert.equal(snapshot(dist), before);
  }
  // It is no trap: the next night has the documents back, and nothing has changed.
  fs.renameSync(`${corpus}-ecfr`, path.join(corpus, 'ecfr'));
  succeeds(await build());
  assert.is(told().result, 'unchanged');
  fs.renameSync(path.join(corpus, 'ecfr'), `${corpus}-ecfr`);
  succeeds(await build('--max-removed', '100%'));
  assert.is(readRoot(dist).documents.ecfr, 0);
  assert.is(indexIn(dist)[0]?.sources?.ecfr?.removed, documents.ecfr);
  for (const wrong of ['101%', '-1', 'x', '', '1.5%']) {
    const { code, stderr } = await build(`--max-removed=${wrong}`);
    assert.is(code, 2, wrong);
    assert.match(stderr, /--max-removed takes a number of documents, or percent/);
  }
});

test('exit codes: 0 changed or not, 1 failed, 2 usage, 3 new problems with --strict', async () => {
  const { corpus, dist, build, told } = job();
  assert.is((await build('--strict')).code, 0);
  assert.is((await build('--strict')).code, 0);
  spoil(corpus);
  const failed = await build('--strict');
  assert.is(failed.code, 1);
  const { result, exit_code, error, changed, problems } = told();
  assert.equal({ result, exit_code, changed }, { result: 'failed', exit_code: 1, changed: false });
  assert.match(String(error), /section-bad\.md[\s\S]*Nothing was published/);
  assert.is((problems as { path: string }[])[0]?.path, SECTION.replace('106', 'bad'));
  edit(corpus);
  const { code: incomplete, stdout: left } = await build('--keep-going', '--strict');
  assert.is(incomplete, 3);
  assert.match(left, /problems +1 problem/);
  assert.equal([told().result, told().exit_code], ['published', 3]);
  for (const flags of [
    ...[
      ['--changes-keep', '0'],
      ['--changes-keep', 'x'],
      ['--changes-keep', '100001'],
    ],
    ...[
      ['--changes', '/no/such/folder/file'],
      ['--changes', dist],
      ['--summary', path.join(dist, 'summary.json')],
    ],
    ...[['--changes', '-'], ['--changes', `${dist}-summary.json`], ['--strict=yes'], ['--pages', 'none']],
  ]) {
    const { code, stderr } = await build(...flags);
    assert.is(code, 2, flags.join(' '));
    assert.match(stderr, /Usage: npm run build/);
  }
  const { stdout } = await build('--help');
  for (const word of [
    '--changes FILE',
    '--summary FILE',
    '--strict',
    '--changes-keep N',
    '--max-removed N',
    'Exit codes: 0',
    '4 refused',
  ])
    assert.match(stdout, word);
});

test('an unwritable file for the changes is refused before the build starts', async () => {
  const { dist, build } = job();
  const { code, stderr } = await build('--changes', '/no/such/folder/file');
  assert.is(code, 2);
  assert.match(stderr, /^--changes: \/no\/such\/folder\/file cannot be written/);
  assert.not.ok(fs.existsSync(dist));
});

test('--changes-keep bounds the history', async () => {
  const { corpus, dist, build } = job();
  succeeds(await build('--changes-keep', '2'));
  const first = Number(indexIn(dist)[0]?.number);
  for (let i = 0; i < 3; i++) {
    edit(corpus);
    succeeds(await build('--changes-keep', '2'));
  }
  assert.equal(
    indexIn(dist).map(({ number }) => number - first),
    [3, 2],
  );
});

test.run();
