import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertSameTree, buildHere } from '../../helpers/builds.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { writeCorpus } from './corpus.ts';

test('a generated corpus has no problems, the proportions of the real ones, and the same bytes a second time', async () => {
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

const textsBelow = (folder: string): string =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => fs.readFileSync(path.join(folder, name), 'utf8'))
    .join();

test.run();
