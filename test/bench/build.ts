import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { realCorpora, realDocuments } from '../helpers/real-corpora.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { type Measured, measured, measuredBuild, timed } from './measured.ts';
import { referencePipeline } from './reference-pipeline.ts';

const EDITED = 'usc/title-17/chapter-01/section-106.md';
const ROUNDS = 5;

interface Round {
  cold: Measured;
  copy: Measured;
  unchanged: Measured;
  edited: Measured;
}

/**
 * The build of the real corpora beside a pipeline in one thread, and beside a plain copy of the tree. A machine's speed
 * changes within minutes, so only what was measured in one round is compared: before each build, the pipeline reads a
 * part of the corpus.
 */
export async function run(): Promise<void> {
  const originals = realCorpora();
  if (!originals) return;
  const folder = temporaryFolder();
  const corpus = path.join(folder, 'corpus');
  fs.cpSync(originals, corpus, { recursive: true });
  const files = realDocuments(corpus);
  console.log(`${files.length} documents, ${os.availableParallelism()} processors, Node ${process.version}`);
  console.log(`medians of ${ROUNDS} rounds, in brackets the least and the most`);

  const references: number[] = [];
  const plain: Round[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const part = files.filter((_, place) => place % ROUNDS === i);
    const share = bytesOf(part) / bytesOf(files);
    references.push(timed(() => referencePipeline(part, corpus, path.join(folder, 'reference'))) / share);
    plain.push(await round(corpus, path.join(folder, `plain-${i}`), ['--no-search']));
  }
  console.log('\nwithout the search index');
  line('reference pipeline', `${spread(references, 1)} s`);
  print(plain);
  const speedups = plain.map(({ cold }, i) => (references[i] as number) / cold.seconds);
  line('cold build', `${spread(speedups, 1)} times as fast as the reference pipeline`);
  const copies = plain.map(({ cold, copy }) => cold.seconds / copy.seconds);
  line('', `${spread(copies, 2)} times as long as a copy of the tree`);

  console.log('\nwith the search index, as npm run build makes it');
  const searchable: Round[] = [];
  for (let i = 0; i < ROUNDS; i++)
    searchable.push(await round(corpus, path.join(folder, `searchable-${i}`), []));
  print(searchable);
}

/**
 * Each round has a folder of its own, and none is deleted before the end: for minutes after files were deleted, ext4
 * may make new ones far more slowly, in the copy as in the build.
 */
async function round(corpus: string, folder: string, options: readonly string[]): Promise<Round> {
  const tree = path.join(folder, 'dist');
  fs.mkdirSync(folder);
  const cold = await measuredBuild(corpus, tree, ...options);
  const copy = await measured('cp', ['-R', tree, path.join(folder, 'copy')]);
  const unchanged = await measuredBuild(corpus, tree, ...options);
  fs.appendFileSync(path.join(corpus, EDITED), '\nOne more sentence.\n');
  const edited = await measuredBuild(corpus, tree, ...options);
  return { cold, copy, unchanged, edited };
}

const bytesOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + fs.statSync(file).size, 0);

function print(rounds: readonly Round[]): void {
  const secondsOf = (name: keyof Round) => rounds.map(one => one[name].seconds);
  const memory = rounds.map(({ cold }) => cold.memory);
  line('cold build', `${spread(secondsOf('cold'), 2)} s, peak memory ${spread(memory, 0)} MB`);
  line('copy of the tree', `${spread(secondsOf('copy'), 2)} s`);
  for (const [label, name] of [
    ['unchanged rebuild', 'unchanged'],
    ['one edited body', 'edited'],
  ] as const) {
    const shares = rounds.map(one => (100 * one[name].seconds) / one.cold.seconds);
    line(label, `${spread(secondsOf(name), 2)} s, ${spread(shares, 1)}% of cold`);
  }
}

const line = (label: string, text: string): void => console.log(`${label.padEnd(20)} ${text}`);

/** The median, the least and the most. */
function spread(values: readonly number[], digits: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  const [least, median, most] = [0, Math.floor(values.length / 2), values.length - 1].map(at =>
    sorted[at]?.toFixed(digits),
  );
  return `${median} (${least} to ${most})`;
}
