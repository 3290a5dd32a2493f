import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isLevelFile } from '../../build/corpus/file.ts';
import { workspacesOf } from '../../build/previous/workspace.ts';
import { StateStore } from '../../build/state/store.ts';
import { assertSameTree, buildHere, editable } from '../helpers/builds.ts';
import { corpusFiles } from '../helpers/corpus-files.ts';
import { edit, now, read, write } from '../helpers/rebuilding.ts';

/** Updates that change more documents than may wait in memory. */

test('an edition with another text of each document gives the tree of a cold build, and leaves no copy of the state', async () => {
  const { corpus, dist } = editable();
  const archive = `${dist}-archive`;
  const build = (out: string, folder: string, asOf: string, mostInMemory?: number) =>
    buildHere(corpus, out, {
      ...{ bulk: false, now, archive: { folder, asOf } },
      ...(mostInMemory !== undefined && { mostInMemory }),
    });
  const files = corpusFiles(corpus).map(({ path: file }) => file);
  await build(dist, archive, '2022-01-01');
  const moved = 'usc/title-17/chapter-01/section-106.md';
  for (const [asOf, change] of [
    [
      '2022-01-02',
      () => {
        for (const file of files) edit(corpus, file, text => `${text}\nOf another edition.\n`);
      },
    ],
    // Removed, moved to another folder, new, and touched only.
    [
      '2022-01-03',
      () => {
        write(corpus, 'usc/title-09/moved.md', read(corpus, moved));
        fs.rmSync(path.join(corpus, moved));
        fs.rmSync(path.join(corpus, 'usc/title-17/chapter-01/section-107.md'));
        for (const file of files)
          if (fs.existsSync(path.join(corpus, file))) fs.utimesSync(path.join(corpus, file), 1e9, 1e9);
      },
    ],
  ] as const) {
    change();
    await build(dist, archive, asOf, 1);
    const [cold, copy] = [`${dist}-cold`, `${archive}-copy`];
    fs.cpSync(archive, copy, { recursive: true });
    await build(cold, copy, asOf);
    assertSameTree(dist, cold);
    for (const made of [cold, copy]) fs.rmSync(made, { recursive: true });
    assert.not.ok(fs.existsSync(`${workspacesOf(dist)[0].state}.next`));
  }
  const store = StateStore.open(workspacesOf(dist)[0].state);
  const left = files.filter(file => !isLevelFile({ path: file }) && fs.existsSync(path.join(corpus, file)));
  assert.equal([...new Set(left.map(file => store.get(file)?.timestamps.mtime))], [1e12], 'times are noted');
  store.close();
  const { rendered } = await build(dist, archive, '2022-01-04');
  assert.is(rendered, 0);
});

test.run();
