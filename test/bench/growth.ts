import fs from 'node:fs';
import path from 'node:path';
import { SEARCH_INDEX } from '../../build/contract/paths.ts';
import type { BuildReport } from '../../build/report/report.ts';
import { REPORT } from '../../build/report/report.ts';
import { Random } from '../helpers/random.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { writeCorpus } from './generator/corpus.ts';
import type { BenchmarkFlags } from './main.ts';
import { described, measuredBuild, timed } from './measured.ts';
import { changeCorpus } from './nights/changes.ts';

const SIZES = [20_000, 200_000];
const SEED = 2026;
/** Of a night: as many as a million documents have in a lively one. */
export const NIGHTLY_CHANGES = 500;

const count = (number: number): string => number.toLocaleString('en-US');
const megabytes = (bytes: number): string => `${count(Math.round(bytes / 1e6))} MB`;

/**
 * Builds of generated corpora: how time, memory and disk grow.
 * @param args numbers of documents; a million take some 30 GB of disk, twice the index more with `search`
 */
export async function run(args: string[], { search = false, pages = 'all' }: BenchmarkFlags): Promise<void> {
  for (const documents of args.length > 0 ? args.map(Number) : SIZES) {
    const folder = temporaryFolder();
    await growTo(documents, folder, search, pages);
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** The index is made over the tree, so that one run tells what builds cost without it and what it adds. */
async function growTo(documents: number, folder: string, search: boolean, pages: string): Promise<void> {
  const [corpus, tree] = [path.join(folder, 'corpus'), path.join(folder, 'dist')];
  const random = new Random(SEED);
  const written = timed(() => writeCorpus(corpus, { documents, seed: SEED }));
  console.log(`${count(documents)} documents, written in ${written.toFixed(1)} s, pages: ${pages}`);
  let night = 0;
  const phases = async (first: string, ...flags: string[]): Promise<void> => {
    const phase = async (name: string): Promise<void> => {
      const result = await measuredBuild(corpus, tree, '--pages', pages, ...flags);
      console.log(`  ${name.padEnd(WIDTH)} ${described(result)}`);
    };
    await phase(first);
    describeTree(tree);
    await phase('unchanged');
    for (let i = 0; i < NIGHTS; i++) {
      changeCorpus(corpus, NIGHTLY_CHANGES, ++night, random);
      await phase(`night of ${NIGHTLY_CHANGES} changes`);
    }
    const [edited] = fs.readdirSync(path.join(corpus, EDITED));
    fs.appendFileSync(path.join(corpus, EDITED, edited as string), '\nOne more sentence.\n');
    await phase('one body edited');
  };
  await phases('cold', '--no-search');
  if (search) await phases('the index over it');
}

const EDITED = 'usc/title-01/chapter-01';
/** The first night of an index copies it, those behind it update two by turns. */
const NIGHTS = 3;
const WIDTH = 22;

function describeTree(tree: string): void {
  const report = JSON.parse(fs.readFileSync(path.join(tree, REPORT), 'utf8')) as BuildReport;
  const index = path.join(tree, SEARCH_INDEX);
  const indexBytes = fs.existsSync(index) ? `, a search index of ${megabytes(fs.statSync(index).size)}` : '';
  console.log(`  ${''.padEnd(WIDTH)} ${count(report.files)} files, ${megabytes(report.bytes)}${indexBytes}`);
}
