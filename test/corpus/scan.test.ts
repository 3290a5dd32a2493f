import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readScanned, scanFile } from '../../build/corpus/scan.ts';
import { TSX } from '../build/helpers.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const read = (corpus: string, path: string) => readScanned(corpus, { source: 'usc', path }, Date.now());

test('a file that cannot be read tells why, and where it lies is said by nobody', () => {
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
    assert.is(scanFile(corpus, { source: 'usc', path }, Date.now()), null);
  }
});

test('what is not the fault of the file is thrown, so that no document is left out for it', () => {
  const corpus = temporaryFolder();
  writeFileSync(join(corpus, 'a.md'), '');
  assert.throws(() => read(corpus, 'a\0.md'), /null bytes/);
  const program = join(corpus, 'many.ts');
  const scan = new URL('../../build/corpus/scan.ts', import.meta.url).href;
  writeFileSync(
    program,
    `import { openSync } from 'node:fs';
     import { readScanned } from '${scan}';
     try { for (;;) openSync('/dev/null', 'r'); } catch {}
     try { console.log(readScanned('${corpus}', { source: 'usc', path: 'a.md' }, 0)); }
     catch (error) { console.log('thrown', error.code); }`,
  );
  const { stdout, stderr } = spawnSync(
    'sh',
    ['-c', 'ulimit -n 100 && exec "$@"', 'sh', process.execPath, '--import', TSX, program],
    { encoding: 'utf8' },
  );
  assert.is(stdout, 'thrown EMFILE\n', stderr);
});

test.run();
