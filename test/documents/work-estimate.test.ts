import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listCorpus } from '../../build/corpus/files.ts';
import { estimateWork, workOf } from '../../build/documents/work-estimate.ts';
import { writeCorpus } from '../bench/generator/corpus.ts';
import { buildHere } from '../helpers/builds.ts';
import { corpusFiles } from '../helpers/corpus-files.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const workDone = (corpus: string, files: readonly { path: string }[]): number =>
  files.reduce((sum, file) => sum + workOf(fs.statSync(path.join(corpus, file.path)).size), 0);

test('the work of many documents is estimated from samples of each source', () => {
  const corpus = temporaryFolder();
  for (const [source, count, bytes] of [
    ['ecfr', 2500, 100],
    ['fr', 7, 90_000],
  ] as const) {
    fs.mkdirSync(path.join(corpus, source));
    for (let i = 0; i < count; i++)
      fs.writeFileSync(path.join(corpus, source, `${i}.md`), '.'.repeat(bytes + (i % 7)));
  }
  const [files, folders] = [corpusFiles(corpus), [...listCorpus(corpus)]];
  for (const estimate of [estimateWork(corpus, files, []), estimateWork(corpus, [], folders)]) {
    const ratio = estimate / workDone(corpus, files);
    assert.ok(Math.abs(ratio - 1) < 0.001, String(ratio));
  }
  assert.is(estimateWork(corpus, [], []), 0);
  assert.ok(estimateWork(corpus, [{ source: 'usc', path: 'usc/gone.md' }], []) > 0, 'a file that is gone');
});

test('a build does the estimated work', async () => {
  const folder = temporaryFolder();
  const corpus = path.join(folder, 'corpus');
  writeCorpus(corpus, { documents: 200, seed: 5 });
  const work = { told: 0, done: 0 };
  let phase = '';
  await buildHere(corpus, path.join(folder, 'dist'), {
    progress: {
      start(name, total, all = total) {
        phase = name;
        if (name === 'documents') work.told += all;
      },
      advance(count, some = count) {
        if (phase === 'documents') work.done += some;
      },
      stop() {},
    },
  });
  assert.ok(Math.abs(work.told - work.done) < 1, JSON.stringify(work));
  assert.is(work.done, workDone(corpus, corpusFiles(corpus)));
});

/** What a build tells of its documents: how many there are, how many are done. */
async function counted(corpus: string, dist: string): Promise<{ told: number; done: number }> {
  const documents = { told: 0, done: 0 };
  let phase = '';
  await buildHere(corpus, dist, {
    keepGoing: true,
    progress: {
      start(name, total) {
        phase = name;
        if (name === 'documents') documents.told += total;
      },
      advance(count) {
        if (phase === 'documents') documents.done += count;
      },
      stop() {},
    },
  });
  return documents;
}

test('files of levels are no documents, and a document that is made twice is one', async () => {
  const folder = temporaryFolder();
  const [corpus, dist] = [path.join(folder, 'corpus'), path.join(folder, 'dist')];
  writeCorpus(corpus, { documents: 60, seed: 5 });
  const files = corpusFiles(corpus);
  const usc = files.filter(({ source }) => source === 'usc').map(file => path.join(corpus, file.path));
  const title = path.dirname(usc[0] as string);
  const level = (name: string, words: string): void =>
    fs.writeFileSync(
      path.join(title, `_level-${name}.md`),
      ['---', `identifier: /us/usc/t1/${name}`, 'source: usc', 'level: chapter', '---', '', words].join('\n'),
    );
  for (let i = 0; i < 20; i++) level(`ch${900 + i}`, 'Gulls.');
  assert.equal(await counted(corpus, dist), { told: files.length, done: files.length });
  const work = estimateWork(corpus, corpusFiles(corpus), []);
  assert.ok(Math.abs(work - workDone(corpus, files)) < 1, 'the work is that of the documents');
  assert.ok(Math.abs(estimateWork(corpus, [], [...listCorpus(corpus)]) - work) < 1);

  level('ch900', 'Terns.');
  assert.equal(await counted(corpus, dist), { told: 0, done: 0 });
  level('ch901', 'Terns.');
  fs.appendFileSync(usc[1] as string, '\nTerns.\n');
  assert.equal(await counted(corpus, dist), { told: 1, done: 1 });
  fs.copyFileSync(usc[1] as string, (usc[1] as string).replace('.md', 'x.md'));
  assert.equal(await counted(corpus, dist), { told: 1, done: 1 });
});

test.run();
