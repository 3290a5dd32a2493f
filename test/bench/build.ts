import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { realCorpora, realDocuments } from '../helpers/real-corpora.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { type Measured, measured, measuredBuild, seconds, settle } from './measured.ts';
import { referencePipeline } from './reference-pipeline.ts';

const EDITED = 'usc/title-17/chapter-01/section-106.md';
/** The best of these counts: what else the machine does only adds. */
const ROUNDS = 3;

interface Rounds {
  cold: Measured[];
  copy: Measured[];
  unchanged: Measured[];
  edited: Measured[];
}

/** The build of the real corpora beside a pipeline in one thread, and beside a plain copy of the tree. */
export async function run(): Promise<void> {
  const originals = realCorpora();
  if (!originals) return;
  const folder = temporaryFolder();
  const corpus = path.join(folder, 'corpus');
  fs.cpSync(originals, corpus, { recursive: true });
  const files = realDocuments(corpus);
  console.log(`${files.length} documents, ${os.availableParallelism()} processors, Node ${process.version}`);

  const reference = timed(() => referencePipeline(files, corpus, path.join(folder, 'reference')));
  console.log(`reference pipeline   ${reference.toFixed(2)} s`);
  const plain = await rounds(corpus, path.join(folder, 'plain'), ['--no-search']);
  const [cold, copy] = [best(plain.cold), best(plain.copy)];
  console.log('\nwithout the search index');
  print(plain);
  console.log(
    `cold build           ${(reference / cold.seconds).toFixed(1)} times as fast as the reference pipeline`,
  );
  console.log(
    `copy of the tree     ${seconds(copy)}; the cold build takes ${(cold.seconds / copy.seconds).toFixed(2)} times as long`,
  );
  console.log('\nwith the search index, as npm run build makes it');
  print(await rounds(corpus, path.join(folder, 'searchable'), []));
}

/**
 * Each round has folders of its own, and none is deleted before the end: for half a minute after files were deleted,
 * ext4 makes new ones far more slowly, in the copy as in the build.
 */
async function rounds(corpus: string, folder: string, options: readonly string[]): Promise<Rounds> {
  const all: Rounds = { cold: [], copy: [], unchanged: [], edited: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const at = path.join(folder, String(round));
    const tree = path.join(at, 'dist');
    fs.mkdirSync(at, { recursive: true });
    all.cold.push(await measuredBuild(corpus, tree, ...options));
    all.copy.push(await measured('cp', ['-R', tree, path.join(at, 'copy')]));
    all.unchanged.push(await measuredBuild(corpus, tree, ...options));
    fs.appendFileSync(path.join(corpus, EDITED), '\nOne more sentence.\n');
    all.edited.push(await measuredBuild(corpus, tree, ...options));
  }
  return all;
}

function print(measurements: Rounds): void {
  const cold = best(measurements.cold);
  console.log(`cold build           ${seconds(cold)}, peak memory ${cold.memory.toFixed(0)} MB`);
  for (const [name, all] of [
    ['unchanged rebuild', measurements.unchanged],
    ['one edited body', measurements.edited],
  ] as const) {
    const share = ((100 * best(all).seconds) / cold.seconds).toFixed(1);
    console.log(`${name.padEnd(20)} ${seconds(best(all))}, ${share}% of cold`);
  }
}

const best = (all: readonly Measured[]): Measured =>
  all.reduce((fastest, one) => (one.seconds < fastest.seconds ? one : fastest));

function timed(work: () => void): number {
  settle();
  const began = performance.now();
  work();
  return (performance.now() - began) / 1000;
}
