import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertSameTree, buildHere } from '../../helpers/builds.ts';
import { Random } from '../../helpers/random.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { writeCorpus } from './corpus.ts';
import { ecfrDrafts } from './sections.ts';

test('a generated corpus has no problems, the proportions of the real ones, and is the same again', async () => {
  const folder = temporaryFolder();
  const [once, again] = [path.join(folder, 'once'), path.join(folder, 'again')];
  for (const corpus of [once, again]) writeCorpus(corpus, { documents: 300, seed: 7 });
  const report = await buildHere(once, path.join(folder, 'dist'));
  assert.equal(report.documents, { usc: 115, ecfr: 171, fr: 14 });
  await buildHere(again, path.join(folder, 'dist-again'));
  assertSameTree(path.join(folder, 'dist'), path.join(folder, 'dist-again'));
  writeCorpus(path.join(folder, 'other'), { documents: 300, seed: 8 });
  const file = 'fr/2004';
  const [texts, others] = ['once', 'other'].map(name => textsBelow(path.join(folder, name, file)));
  assert.is.not(texts, others);
});

test('a chapter has one name, and so one agency, whatever its parts are', () => {
  const names = new Map<string, Set<string>>();
  for (const { path: file, fields } of ecfrDrafts(new Random(7), 40_000)) {
    const chapter = file.split('/').slice(0, 3).join('/');
    names.set(chapter, (names.get(chapter) ?? new Set()).add(String(fields.chapter_name)));
  }
  assert.ok(names.size > 60, 'of several chapters in a title');
  assert.equal(
    [...names].filter(([, { size }]) => size !== 1),
    [],
  );
});

const textsBelow = (folder: string): string =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => fs.readFileSync(path.join(folder, name), 'utf8'))
    .join();

test.run();
