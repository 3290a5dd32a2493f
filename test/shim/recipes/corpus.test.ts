import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { hindranceOf } from '../../helpers/edges/process.ts';
import { suiteWhere } from '../../helpers/needs.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

/** `corpus.sh`, with a program in the converter's place that writes what the test says. */

const test = suiteWhere('corpus.sh', hindranceOf('rsync', '--version')());
const SCRIPT = path.join(import.meta.dirname, '../../../shim/recipes/corpus.sh');

/** Writes the day's files by `convert-SOURCE`, and notes how it was called. */
const CONVERTER = `#!/bin/sh
set -eu
echo "$*" >> "$CALLS"
[ "$1" != "\${FAIL:-}" ] || exit 7
case $1 in convert-*) mkdir -p output; cp -r "$DAY/\${1#convert-}" output/ ;; esac
`;

function place() {
  const folder = temporaryFolder();
  const [bin, day, corpus, calls] = ['bin', 'day', 'corpus', 'calls'].map(name =>
    path.join(folder, name),
  ) as [string, string, string, string];
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, 'lexbuild'), CONVERTER, { mode: 0o755 });
  return {
    corpus,
    /** Files of the corpus and their times. */
    files: () =>
      Object.fromEntries(
        fs
          .readdirSync(corpus, { recursive: true, encoding: 'utf8' })
          .filter(name => name.endsWith('.md'))
          .sort()
          .map(name => [name, fs.readFileSync(path.join(corpus, name), 'utf8')]),
      ),
    calls: () => fs.readFileSync(calls, 'utf8').trim().split('\n'),
    night(files: Record<string, string>, env: NodeJS.ProcessEnv = {}) {
      for (const name of [day, calls]) fs.rmSync(name, { recursive: true, force: true });
      for (const [name, text] of Object.entries(files)) {
        fs.mkdirSync(path.dirname(path.join(day, name)), { recursive: true });
        fs.writeFileSync(path.join(day, name), text);
      }
      const { status, stderr } = spawnSync('sh', [SCRIPT, corpus], {
        encoding: 'utf8',
        env: { PATH: `${bin}:${process.env.PATH}`, CALLS: calls, DAY: day, ...env },
      });
      return { status, stderr };
    },
  };
}

const FIRST = { 'usc/a.md': 'a', 'usc/b.md': 'b', 'ecfr/c.md': 'c', 'fr/2026/01/old.md': 'old' };
const LATER = { 'usc/a.md': 'a', 'ecfr/c.md': 'changed', 'ecfr/d.md': 'd', 'fr/2026/03/new.md': 'new' };

test('the Federal Register grows, the others are what they are today; what is as it was keeps its time', () => {
  const { corpus, files, calls, night } = place();
  assert.equal(night(FIRST, { FR_FROM: '2000-01-01' }), { status: 0, stderr: '' });
  assert.equal(files(), FIRST);
  assert.ok(calls().includes('download-fr --from 2000-01-01'));
  const long = new Date('2020-02-02');
  fs.utimesSync(path.join(corpus, 'usc/a.md'), long, long);
  assert.equal(night(LATER, { FR_FROM: '2000-01-01' }), { status: 0, stderr: '' });
  assert.equal(files(), { ...LATER, 'fr/2026/01/old.md': 'old' });
  assert.ok(calls().includes('download-fr --recent 30'), 'all of it is fetched once');
  assert.equal(fs.statSync(path.join(corpus, 'usc/a.md')).mtime, long);
  assert.not.ok(fs.existsSync(`${corpus}.coming`));
});

test('what fails, or brings nothing of a source, leaves the corpus as it was', () => {
  const { files, night } = place();
  assert.is(night(FIRST).status, 0);
  for (const step of ['download-usc', 'convert-ecfr', 'download-fr', 'convert-fr'])
    assert.is(night(LATER, { FAIL: step }).status, 7, step);
  const { 'ecfr/c.md': _, 'ecfr/d.md': __, ...without } = LATER;
  assert.is.not(night(without).status, 0);
  assert.equal(files(), FIRST);
});

test.run();
