import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MANIFEST } from '../../build/files/manifest/root.ts';
import { changedTags } from '../../build/verify/changed-tags.ts';
import { buildHere, editable, run } from '../helpers/builds.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** A built tree, and a copy of its manifest from before the corpus was edited. */
async function rebuilt(edit: (corpus: string) => void) {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  const before = temporaryFolder();
  for (const name of [MANIFEST, 'manifest'])
    fs.cpSync(path.join(dist, name), path.join(before, name), { recursive: true });
  edit(corpus);
  await buildHere(corpus, dist);
  return { dist, before };
}

/** Of a dump, and the index of all. */
const DUMP = ['bulk/usc/t17', 'manifest'];

const SECTION = 'usc/title-17/chapter-01/section-106.md';

test('an edited body gives tags of the document, its dump, lists and searches', async () => {
  const { before, dist } = await rebuilt(corpus => fs.appendFileSync(path.join(corpus, SECTION), 'More.\n'));
  assert.equal(changedTags(before, dist), [...DUMP, 'overview', 'search', 'usc-lists', 'usc/t17/s106']);
});

test('an added or removed document gives tags of its hierarchy and the statistics, too', async () => {
  const { before, dist } = await rebuilt(corpus => fs.rmSync(path.join(corpus, SECTION)));
  const tags = changedTags(before, dist);
  const others = ['overview', 'search', 'usc-hierarchy', 'usc-lists', 'usc/t17/s106'];
  assert.equal(tags, ['bulk/references', ...DUMP, ...others]);
  assert.equal(changedTags(dist, before), tags);
});

test('equal trees give no tags', async () => {
  const { before, dist } = await rebuilt(() => {});
  assert.equal(changedTags(before, dist), []);
});

test('more documents than the bound give the tag of their source only', async () => {
  const { before, dist } = await rebuilt(corpus => {
    for (const section of ['106', '107', '108'])
      fs.appendFileSync(path.join(corpus, SECTION.replace('106', section)), 'More.\n');
    fs.appendFileSync(path.join(corpus, 'fr/2018/05/2018-09910.md'), 'More.\n');
  });
  const documents = ['usc/t17/s106', 'usc/t17/s107', 'usc/t17/s108'];
  const others = [
    'bulk/fr/2018-05',
    'bulk/usc/t17',
    'fr-lists',
    'fr/2018-09910',
    'manifest',
    'overview',
    'search',
  ];
  assert.equal(changedTags(before, dist, 3), [...others, 'usc-lists', ...documents]);
  assert.equal(changedTags(before, dist, 2), [...others, 'usc', 'usc-lists']);
});

test('the command prints one tag a line', async () => {
  const { dist, before } = await rebuilt(corpus => fs.appendFileSync(path.join(corpus, SECTION), 'More.\n'));
  for (const named of [before, `${before}/`, path.join(before, MANIFEST)]) {
    const { code, out } = await run('changed', [named, dist]);
    const tags = [...DUMP, 'overview', 'search', 'usc-lists', 'usc/t17/s106'];
    assert.equal([code, out], [0, `${tags.join('\n')}\n`], named);
  }
});

test('the command: wrong usage is 2, a damaged manifest 1', async () => {
  const { dist } = editable();
  const damaged = path.join(temporaryFolder(), MANIFEST);
  fs.writeFileSync(damaged, 'x');
  for (const args of [[], [damaged], [damaged, dist], [damaged, dist, 'more']])
    assert.is((await run('changed', args, { env: { DIST: dist } })).code, 2, args.join(' '));
  fs.mkdirSync(dist);
  fs.writeFileSync(path.join(dist, MANIFEST), 'x');
  assert.is((await run('changed', [damaged, dist])).code, 1);
});

test.run();
