import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { realCorpora, realDocuments } from '../helpers/real-corpora.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { type Measured, measured, measuredBuild, seconds } from './measured.ts';
import { referencePipeline } from './reference-pipeline.ts';

const EDITED = 'usc/title-17/chapter-01/section-106.md';
/** The best of these counts: what else the machine does only adds. */
const ROUNDS = 3;

/** The build of the real corpora beside a pipeline in one thread, and beside a plain copy of the tree. */
export async function run(): Promise<void> {
  const originals = realCorpora();
  if (!originals) return;
  const folder = temporaryFolder();
  const [corpus, tree, copy] = ['corpus', 'dist', 'copy'].map(name => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  fs.cpSync(originals, corpus, { recursive: true });
  const files = realDocuments(corpus);
  console.log(`${files.length} documents, ${os.availableParallelism()} processors, Node ${process.version}`);

  const reference = timed(() => referencePipeline(files, corpus, path.join(folder, 'reference')));
  const colds: Measured[] = [];
  const copies: Measured[] = [];
  const unchanged: Measured[] = [];
  const edited: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of [tree, copy, path.join(folder, '.dist.build')])
      fs.rmSync(name, { recursive: true, force: true });
    colds.push(await measuredBuild(corpus, tree));
    copies.push(await measured('cp', ['-R', tree, copy]));
    unchanged.push(await measuredBuild(corpus, tree));
    fs.appendFileSync(path.join(corpus, EDITED), '\nOne more sentence.\n');
    edited.push(await measuredBuild(corpus, tree));
  }
  const cold = best(colds);
  const ratio = (other: number): string => (other / cold.seconds).toFixed(2);
  const share = (other: Measured): string => `${((100 * other.seconds) / cold.seconds).toFixed(1)}% of cold`;
  console.log(`reference pipeline   ${reference.toFixed(2)} s, ${ratio(reference)} times cold`);
  console.log(`cold build           ${seconds(cold)}, peak memory ${cold.memory.toFixed(0)} MB`);
  console.log(
    `copy of the tree     ${seconds(best(copies))}; cold is ${(cold.seconds / best(copies).seconds).toFixed(2)} times that`,
  );
  console.log(`unchanged rebuild    ${seconds(best(unchanged))}, ${share(best(unchanged))}`);
  console.log(`one edited body      ${seconds(best(edited))}, ${share(best(edited))}`);
}

const best = (all: readonly Measured[]): Measured =>
  all.reduce((fastest, one) => (one.seconds < fastest.seconds ? one : fastest));

function timed(work: () => void): number {
  const began = performance.now();
  work();
  return (performance.now() - began) / 1000;
}
