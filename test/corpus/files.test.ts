import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fsPathOf } from '../../build/corpus/file.ts';
import { formatProblem } from '../../build/corpus/problems.ts';
import { fileTimestamps, readCorpusFile } from '../../build/corpus/timestamps.ts';
import { corpusFiles } from '../helpers/corpus-files.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { documentText, USC_PATH, writeCorpus } from '../helpers/written-corpus.ts';

const launcher = fileURLToPath(new URL('../../build/launch.cjs', import.meta.url));

const paths = async (directory: string): Promise<string[]> => corpusFiles(directory).map(file => file.path);

test('each source has its documents and no other files', async () => {
  const directory = writeCorpus({
    'usc/title-01/chapter-01/section-1.md': '',
    'usc/title-01/README.md': '',
    'usc/title-01/_index.md': '',
    'usc/title-01/_meta.json': '',
    'usc/title-01/notes.txt': '',
    'usc/title-01/.section-1.md': '',
    'usc/_drafts/section-2.md': '',
    'ecfr/title-01/chapter-I/part-1/section-1.1.md': '',
    'fr/2018/05/2018-09910.md': '',
    'other/section-1.md': '',
    '_xml/section-1.md': '',
    '_xml/usc/title-01/section-3.md': '',
    'README.md': '',
    'section-1.md': '',
  });
  assert.equal(corpusFiles(directory), [
    { source: 'ecfr', path: 'ecfr/title-01/chapter-I/part-1/section-1.1.md' },
    { source: 'fr', path: 'fr/2018/05/2018-09910.md' },
    { source: 'usc', path: 'usc/_drafts/section-2.md' },
    { source: 'usc', path: 'usc/title-01/chapter-01/section-1.md' },
  ]);
});

test('files are in code-unit order in any locale', async () => {
  const names = ['a', 'B', 'b', 'Z', 'é', 'z', '10', '9', '–'];
  const directory = writeCorpus(Object.fromEntries(names.map(name => [`usc/${name}.md`, ''])));
  assert.equal(
    await paths(directory),
    ['10', '9', 'B', 'Z', 'a', 'b', 'z', 'é', '–'].map(name => `usc/${name}.md`),
  );
});

test('an empty corpus, or a source without a folder, has no documents', async () => {
  assert.equal(await paths(writeCorpus({})), []);
  assert.equal(await paths(writeCorpus({ 'fr/2018/05/1.md': '' })), ['fr/2018/05/1.md']);
});

test('a corpus directory may have any name', async () => {
  for (const name of ['a*b{c,d}[e]!(f) ', 'répertoire–', '§ \u0065\u0301 ']) {
    const directory = writeCorpus({ 'usc/section-1.md': name }, name);
    assert.equal(await paths(directory), ['usc/section-1.md']);
    assert.is(readFileSync(fsPathOf(directory, 'usc/section-1.md'), 'utf8'), name);
  }
});

test('names outside NFC, or with characters of glob patterns, can be opened', async () => {
  const names = [
    'section-e\u0301.md',
    'section-\u00e9.md',
    'section-[1]*{2}.md',
    'section-§ 1, 2–3.md',
    'section-\ufffd.md',
  ];
  const directory = writeCorpus(Object.fromEntries(names.map(name => [`usc/${name}`, name])));
  const found = await paths(directory);
  assert.equal(found.toSorted(), names.map(name => `usc/${name}`).toSorted());
  for (const path of found) assert.is(`usc/${readFileSync(fsPathOf(directory, path), 'utf8')}`, path);
});

test('names that are not UTF-8 can be opened', async () => {
  const directory = writeCorpus({ 'usc/section-1.md': '' }, 'corpus-é-');
  const folder = Buffer.concat([Buffer.from(`${directory}/usc/caf`), Buffer.from([0xe9])]);
  try {
    mkdirSync(folder);
    writeFileSync(
      Buffer.concat([folder, Buffer.from('/section-–'), Buffer.from([0xff]), Buffer.from('.md')]),
      'x',
    );
  } catch (error) {
    // Some file systems refuse such names; then there is nothing to read.
    if (process.platform === 'linux') throw error;
    return;
  }
  const [first, path = '', ...others] = await paths(directory);
  assert.equal([first, ...others], ['usc/section-1.md']);
  assert.is(path, 'usc/caf\udce9/section-\udce2\udc80\udc93\udcff.md');
  assert.is(readFileSync(fsPathOf(directory, path), 'utf8'), 'x');
  assert.is(
    formatProblem({ path, field: null, reason: 'r' }),
    'usc/caf\\udce9/section-\\udce2\\udc80\\udc93\\udcff.md: r',
  );
});

test('links inside the corpus are not followed, but the corpus and a source may be links', async () => {
  const outside = writeCorpus({ 'secret/section-9.md': 'x', 'usc/title-01/section-1.md': 'x' });
  const directory = writeCorpus({ 'fr/2018/05/1.md': 'x' });
  symlinkSync(join(outside, 'secret'), join(directory, 'fr', 'link'));
  symlinkSync(join(outside, 'secret', 'section-9.md'), join(directory, 'fr', '2.md'));
  symlinkSync(join(directory, 'fr'), join(directory, 'fr', 'loop'));
  symlinkSync(join(outside, 'nowhere'), join(directory, 'fr', '3.md'));
  symlinkSync(join(outside, 'usc'), join(directory, 'usc'));
  const mounted = join(writeCorpus({}), 'corpus');
  symlinkSync(directory, mounted);
  const expected = ['fr/2018/05/1.md', 'usc/title-01/section-1.md'];
  assert.equal(await paths(directory), expected);
  assert.equal(await paths(mounted), expected);
});

test('a pipe among the documents is a problem and does not block the build', async () => {
  const directory = writeCorpus({ [USC_PATH]: documentText(USC_PATH) });
  const pipe = 'usc/title-17/chapter-01/section-107.md';
  execFileSync('mkfifo', [join(directory, pipe)]);
  assert.equal(await paths(directory), [USC_PATH, pipe]);
  assert.equal(readCorpusFile(directory, { source: 'usc', path: pipe }, Date.now()), {
    reason: 'is not a regular file',
  });
  assert.is(fileTimestamps(directory, pipe, Date.now()), null, 'it is looked at each time');
  // In a process of its own, which a pipe could keep for ever.
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [launcher, 'build', '--no-search', '--keep-going'],
    {
      env: { ...process.env, CORPUS: directory, DIST: join(temporaryFolder(), 'dist') },
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  assert.match(stdout + stderr, /section-107[.]md.*is not a regular file/);
  assert.is(status, 0, 'it ends, and leaves the pipe out');
});

test.run();
