import fs from 'node:fs';
import path from 'node:path';
import { writeCorpus } from '../generator/corpus.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { measuredBuild, seconds } from './measured.ts';

const SIZES = [20_000, 200_000];
const EDITED = 'usc/title-01/chapter-01';

/**
 * Builds of generated corpora: how time and memory grow.
 * @param args numbers of documents; the default takes some 10 GB of disk and a million files
 */
export async function run(args: string[]): Promise<void> {
  for (const documents of args.length > 0 ? args.map(Number) : SIZES) {
    const folder = temporaryFolder();
    const [corpus, tree] = [path.join(folder, 'corpus'), path.join(folder, 'dist')];
    writeCorpus(corpus, { documents, seed: 2026 });
    console.log(`${documents.toLocaleString('en-US')} documents`);
    const phase = async (name: string): Promise<void> => {
      const result = await measuredBuild(corpus, tree, '--no-search');
      console.log(`  ${name.padEnd(12)} ${seconds(result)}, peak memory ${result.memory.toFixed(0)} MB`);
    };
    await phase('cold');
    await phase('unchanged');
    const [edited] = fs.readdirSync(path.join(corpus, EDITED));
    fs.appendFileSync(path.join(corpus, EDITED, edited as string), '\nOne more sentence.\n');
    await phase('one edited');
  }
}
