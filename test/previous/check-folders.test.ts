import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { editable, run } from '../helpers/builds.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const build = (corpus: string, out: string, ...more: string[]) =>
  run('build', ['--corpus', corpus, '--out', out, ...more]);

const corpusFile = 'usc/title-17/chapter-01/section-106.md';

const REFUSED: [what: string, reason: RegExp, out: (corpus: string) => string][] = [
  ['in the corpus', /must not lie one in the other/, corpus => path.join(corpus, 'dist')],
  ['around the corpus', /must not lie one in the other/, corpus => path.dirname(corpus)],
  ['that is the corpus', /must not lie one in the other/, corpus => corpus],
  [
    'that leads into the corpus',
    /must not lie one in the other/,
    corpus => {
      const link = path.join(temporaryFolder(), 'link');
      fs.symlinkSync(corpus, link);
      return path.join(link, 'deep/dist');
    },
  ],
  [
    'with files of somebody else',
    /not empty and no tree/,
    () => {
      const folder = temporaryFolder();
      fs.writeFileSync(path.join(folder, 'thesis.txt'), 'the only copy');
      return folder;
    },
  ],
  ['that is a file', /is not a directory/, corpus => path.join(corpus, '..', 'file')],
];

for (const [what, reason, outOf] of REFUSED) {
  test(`a tree ${what} is refused`, async () => {
    const { corpus } = editable();
    fs.writeFileSync(path.join(corpus, '..', 'file'), '');
    const out = outOf(corpus);
    const before = fs.existsSync(out) && fs.statSync(out).isDirectory() ? fs.readdirSync(out) : null;
    const { code, err } = await build(corpus, out);
    assert.is(code, 2, err);
    assert.match(err, reason);
    assert.ok(fs.existsSync(path.join(corpus, corpusFile)));
    if (before) assert.equal(fs.readdirSync(out), before);
  });
}

test('a missing corpus is refused, with and without a tree', async () => {
  const { corpus, dist } = editable();
  const none = `${corpus}-none`;
  assert.is((await build(none, dist)).code, 2);
  assert.is((await build(corpus, dist)).code, 0);
  assert.is((await build(none, dist)).code, 2);
});

test('a corpus without documents is refused, since it would empty the tree', async () => {
  const { corpus, dist } = editable();
  assert.is((await build(corpus, dist)).code, 0);
  for (const source of ['usc', 'ecfr', 'fr']) fs.rmSync(path.join(corpus, source), { recursive: true });
  const { code, err } = await build(corpus, dist);
  assert.is(code, 2);
  assert.match(err, /no documents/);
  assert.ok(fs.existsSync(path.join(dist, 'api/usc/documents/t17/s106.json')));
});

test('unknown flags are refused, and --help is known', async () => {
  const { corpus, dist } = editable();
  assert.is((await build(corpus, dist, '--colt')).code, 2);
  const { code, out } = await build(corpus, dist, '--help');
  assert.is(code, 0);
  assert.match(out, /^Usage/);
  assert.not.ok(fs.existsSync(dist));
});

test.run();
