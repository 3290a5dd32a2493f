import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { codeVersion } from '../../build/common/code-version.cjs';
import { SEARCH_INDEX } from '../../build/contract/paths.ts';
import type { BuildOptions } from '../../build/options.ts';
import { workspacesOf } from '../../build/previous/workspace.ts';
import { silent } from '../../build/report/progress.ts';
import { SearchIndex } from '../../build/search/embedded/find/open-index.ts';
import { updateSearchIndex } from '../../build/search/embedded/index/update.ts';
import { hasFindings, verifyTree } from '../../build/verify/verify.ts';
import { buildHere, commandOf, editable } from '../helpers/builds.ts';
import { contentOf } from '../helpers/index-content.ts';
import { Random } from '../helpers/random.ts';
import { allOf } from '../helpers/search-index.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { EDITS } from './edits.ts';
import { ended } from './kill.ts';

/** Two search indexes by turns: what a build replaces, the next one brings up to date. */

const SECTION = 'usc/title-17/chapter-01/section-106.md';
const MEMORY = 16;

class Nights {
  readonly corpus: string;
  readonly dist: string;
  readonly index: string;
  readonly spare: string;
  #sentences = 0;

  constructor() {
    ({ corpus: this.corpus, dist: this.dist } = editable());
    for (const folder of ['ecfr', 'usc/title-01', 'usc/title-05'])
      fs.rmSync(path.join(this.corpus, folder), { recursive: true, force: true });
    this.index = path.join(this.dist, SEARCH_INDEX);
    this.spare = workspacesOf(this.dist)[0].spare;
  }

  build(options: Partial<BuildOptions> = {}) {
    return buildHere(this.corpus, this.dist, {
      ...{ search: true, keepGoing: true, pages: 'front', bulk: false },
      ...options,
    });
  }

  /** A night in which one document changes. @returns the number of the index's file */
  async night(options: Partial<BuildOptions> = {}): Promise<number> {
    fs.appendFileSync(path.join(this.corpus, SECTION), `\nSentence ${++this.#sentences}.\n`);
    await this.build(options);
    return fs.statSync(this.index).ino;
  }

  /** The index holds what one made afresh holds. */
  async assertSound(message: string): Promise<void> {
    const fresh = path.join(temporaryFolder(), 'fresh.sqlite');
    await updateSearchIndex({ ...allOf(this.dist), out: fresh, previous: null });
    assert.equal(contentOf(this.index), contentOf(fresh), message);
    assert.not.ok(hasFindings(await verifyTree(this.dist, silent)), message);
  }
}

test('spare and published index alternate, and equal a new index', async () => {
  const nights = new Nights();
  const random = new Random(15);
  await nights.build();
  assert.not(fs.existsSync(nights.spare), 'a first build replaces none');
  const files: number[] = [];
  for (let night = 0; night < 5; night++) {
    for (let i = 0; i < 3; i++) random.pick(Object.values(EDITS))(nights.corpus, random);
    files.push(await nights.night());
    assert.is(fs.statSync(nights.spare).nlink, 1);
    if (night > 1) await nights.assertSound(`night ${night}`);
  }
  assert.is(new Set(files).size, 2);
  for (const [i, file] of files.slice(2).entries()) assert.is(file, files[i], `night ${i + 2}`);
});

test('an open spare is not changed but copied', async () => {
  const nights = new Nights();
  await nights.build();
  await nights.night();
  const reading = await SearchIndex.open(nights.spare, MEMORY);
  const read = () => reading.rows<[string]>('SELECT group_concat(body) FROM documents', []);
  const before = await read();
  const file = fs.statSync(nights.spare).ino;
  assert.is.not(await nights.night(), file);
  await nights.night();
  assert.equal(await read(), before);
  reading.close();
  await nights.assertSound('copied');
});

test('a spare with a second link is left unchanged', async () => {
  const nights = new Nights();
  await nights.build();
  await nights.night();
  const backup = path.join(temporaryFolder(), 'backup.sqlite');
  fs.linkSync(nights.spare, backup);
  const content = fs.readFileSync(backup);
  const file = fs.statSync(backup).ino;
  assert.is.not(await nights.night(), file);
  assert.equal(fs.readFileSync(backup), content);
  await nights.assertSound('linked');
});

test('without a usable spare the build copies the published index', async () => {
  const nights = new Nights();
  await nights.build();
  const first = path.join(temporaryFolder(), 'first.sqlite');
  fs.copyFileSync(nights.index, first);
  await nights.night();
  const harms: Record<string, () => void> = {
    lost: () => fs.rmSync(nights.spare),
    'no database': () => fs.writeFileSync(nights.spare, 'not a database'),
    'cut short': () => fs.truncateSync(nights.spare, 3 * 8192),
    'overwritten behind its head': () => {
      const bytes = fs.readFileSync(nights.spare);
      fs.writeFileSync(nights.spare, bytes.fill(7, 8192));
    },
    older: () => fs.copyFileSync(first, nights.spare),
    'a folder': () => {
      fs.rmSync(nights.spare);
      fs.mkdirSync(nights.spare);
    },
  };
  for (const [name, harm] of Object.entries(harms)) {
    await nights.night();
    harm();
    await nights.night();
    await nights.assertSound(name);
    fs.rmSync(nights.spare, { recursive: true, force: true });
  }
});

test('a nightly build without changes keeps the spare', async () => {
  const nights = new Nights();
  await nights.build();
  const [first, second] = [fs.statSync(nights.index).ino, await nights.night()];
  const later = new Date(Date.now() + 5000);
  const file = path.join(nights.corpus, SECTION);
  fs.writeFileSync(file, fs.readFileSync(file));
  fs.utimesSync(file, later, later);
  fs.writeFileSync(path.join(path.dirname(file), 'README.md'), 'No document.');
  await nights.build();
  assert.is(fs.statSync(nights.index).ino, second);
  assert.is(await nights.night(), first);
  await nights.assertSound('kept');
});

test('builds that need no spare remove it', async () => {
  const nights = new Nights();
  await nights.build();
  for (const options of [{ spare: false }, { cold: true }, { search: false }]) {
    await nights.night({ search: true });
    assert.ok(fs.existsSync(nights.spare));
    fs.appendFileSync(path.join(nights.corpus, SECTION), '\nOne more.\n');
    await nights.build(options);
    assert.not(fs.existsSync(nights.spare), JSON.stringify(options));
    await nights.night();
  }
  await nights.assertSound('in the end');
});

test('a missing index is restored from the spare', async () => {
  const nights = new Nights();
  await nights.build();
  await nights.night();
  const file = fs.statSync(nights.spare).ino;
  fs.rmSync(nights.index);
  await nights.build();
  assert.is(fs.statSync(nights.index).ino, file);
  await nights.assertSound('made of the spare');
});

test('a failed build loses the spare, and the next one copies the published index', async () => {
  const nights = new Nights();
  await nights.build();
  await nights.night();
  // What stands in the way is found when the index is there.
  const way = path.join(nights.dist, 'api/usc/documents/t17/s106zz.json');
  fs.mkdirSync(way);
  const section = path.join(nights.corpus, SECTION);
  const added = path.join(path.dirname(section), 'section-106zz.md');
  fs.writeFileSync(added, fs.readFileSync(section, 'utf8').replace('t17/s106"', 't17/s106zz"'));
  const failure = await nights.build().catch(error => error);
  assert.match(failure.message, "in the tree's way");
  assert.not(fs.existsSync(nights.spare));
  fs.rmdirSync(way);
  await nights.night();
  await nights.assertSound('after a failure');
});

test('after a nightly build that was killed at any moment the next one gives a sound index', async () => {
  const nights = new Nights();
  const version = codeVersion();
  const random = new Random(16);
  await nights.build({ version });
  const args = ['--corpus', nights.corpus, '--out', nights.dist, '--keep-going'];
  args.push('--no-site', '--no-bulk', '--pages', 'front');
  const { staging, journal } = workspacesOf(nights.dist)[0];
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < 2; i++) await nights.night({ version });
    fs.appendFileSync(path.join(nights.corpus, SECTION), `\nRound ${round}.\n`);
    const mark = round % 2 === 0 ? staging : journal;
    const child = spawn(process.execPath, commandOf('build', args), { stdio: 'ignore' });
    const end = ended(child);
    while (!fs.existsSync(mark) && child.exitCode === null)
      await new Promise(resolve => setTimeout(resolve, 1));
    await new Promise(resolve => setTimeout(resolve, random.below(mark === staging ? 400 : 3)));
    child.kill('SIGKILL');
    await end;
    await nights.build({ version });
    await nights.assertSound(`round ${round}`);
  }
});

test.run();
