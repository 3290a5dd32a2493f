import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  FolderTimes,
  fileTimestamps,
  isUntouched,
  readCorpusFile,
  type Timestamps,
} from '../../build/corpus/timestamps.ts';
import { TSX } from '../helpers/builds.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const read = (corpus: string, path: string) => readCorpusFile(corpus, { source: 'usc', path }, Date.now());

test('an unreadable file has a reason without its absolute path', () => {
  const corpus = temporaryFolder();
  mkdirSync(join(corpus, 'folder.md'));
  symlinkSync('circle.md', join(corpus, 'circle.md'));
  const reasons: [path: string, reason: RegExp][] = [
    ['gone.md', /^vanished while the corpus was being read$/],
    ['folder.md', /^cannot be read: EISDIR: illegal operation on a directory$/],
    ['circle.md', /^cannot be read: ELOOP: too many symbolic links encountered$/],
    [`${'x'.repeat(300)}.md`, /^cannot be read: ENAMETOOLONG: name too long$/],
  ];
  for (const [path, reason] of reasons) {
    const result = read(corpus, path);
    assert.match('reason' in result ? result.reason : 'it was read', reason, path);
  }
  for (const path of ['gone.md', 'circle.md', `${'x'.repeat(300)}.md`]) {
    assert.is(fileTimestamps(corpus, path, Date.now()), null);
  }
});

test('an error of the machine is thrown, and no document is left out', () => {
  const corpus = temporaryFolder();
  writeFileSync(join(corpus, 'a.md'), '');
  assert.throws(() => read(corpus, 'a\0.md'), /null bytes/);
  const program = join(corpus, 'many.ts');
  const scan = new URL('../../build/corpus/timestamps.ts', import.meta.url).href;
  writeFileSync(
    program,
    `import { openSync } from 'node:fs';
     import { readCorpusFile } from '${scan}';
     try { for (;;) openSync('/dev/null', 'r'); } catch {}
     try { console.log(readCorpusFile('${corpus}', { source: 'usc', path: 'a.md' }, 0)); }
     catch (error) { console.log('thrown', error.code); }`,
  );
  const { stdout, stderr } = spawnSync(
    'sh',
    ['-c', 'ulimit -n 100 && exec "$@"', 'sh', process.execPath, '--import', TSX, program],
    { encoding: 'utf8' },
  );
  assert.is(stdout, 'thrown EMFILE\n', stderr);
});

const FILE = { source: 'usc', path: 'a.md' } as const;

/** @param times of its files */
function folderOf(times: readonly (Timestamps | null)[]): FolderTimes {
  const folder = new FolderTimes(times.length);
  for (const [i, of] of times.entries()) folder.set(i, of);
  return folder;
}

/** Of a folder with one file. */
const fingerprint = (times: Timestamps | null, path = 'a.md') => folderOf([times]).fingerprint(path);

test('a file is unchanged if size and both times are equal', () => {
  const timestamps = { size: 1, mtime: 2, ctime: 3 };
  assert.ok(isUntouched(timestamps, { ...timestamps }));
  for (const other of [{ size: 9 }, { mtime: 9 }, { ctime: 9 }]) {
    assert.not.ok(isUntouched({ ...timestamps, ...other }, timestamps), JSON.stringify(other));
    assert.is.not(fingerprint({ ...timestamps, ...other }), fingerprint(timestamps));
  }
  assert.is.not(fingerprint(timestamps, 'b.md'), fingerprint(timestamps));
});

test('with untrusted times no file and no corpus is unchanged', () => {
  const timestamps = { size: 1, mtime: 2, ctime: null };
  assert.not.ok(isUntouched(timestamps, timestamps));
  assert.is(fingerprint(timestamps), null);
  assert.is(fingerprint(null), null);
});

test('the timestamps of a folder are returned as they were set', () => {
  const all = [{ size: 1, mtime: 2.5, ctime: 3.25 }, null, { size: 0, mtime: 0, ctime: null }];
  const { numbers } = folderOf(all);
  const again = new FolderTimes(numbers);
  assert.equal(
    all.map((_, i) => again.at(i)),
    all,
  );
});

test('the ctime of a file that has just changed is not trusted', () => {
  const corpus = temporaryFolder();
  writeFileSync(join(corpus, 'a.md'), '');
  const { ctimeMs } = statSync(join(corpus, 'a.md'));
  const marksAt = (now: number) => fileTimestamps(corpus, FILE.path, now);
  assert.is(marksAt(ctimeMs)?.ctime, null);
  assert.is(marksAt(ctimeMs + 100)?.ctime, null);
  assert.is(marksAt(ctimeMs + 101)?.ctime, ctimeMs);
  const scanned = readCorpusFile(corpus, FILE, ctimeMs);
  assert.is('timestamps' in scanned && scanned.timestamps.ctime, null);
});

test.run();
