import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../helpers/tree.ts';
import { measuredBuild } from './measured.ts';
import { median } from './rates.ts';

const EDITED = 'usc/title-17/chapter-01/section-106.md';
const ROUNDS = 5;
const KINDS = { without: ['--no-site'], with: ['--site-url', 'https://law.example.org/'] } as const;
const WORK = ['cold', 'edited'] as const;

type Kind = keyof typeof KINDS;

/**
 * What a site costs a build of the real corpora: builds without and with one, by turns, cold and after the edit of one document. Of each
 * round the ratio counts, since the machine's speed changes from minute to minute.
 * @returns a tree with a site and a search index
 */
export async function siteBuilds(originals: string): Promise<string> {
  const folder = temporaryFolder();
  const corpus = path.join(folder, 'corpus');
  fs.cpSync(originals, corpus, { recursive: true });
  const seconds = { without: { cold: [], edited: [] }, with: { cold: [], edited: [] } } as Record<
    Kind,
    Record<(typeof WORK)[number], number[]>
  >;
  for (let i = 0; i < ROUNDS; i++) {
    // Who comes first may be slower, or quicker.
    const kinds = Object.keys(KINDS) as Kind[];
    for (const kind of i % 2 === 0 ? kinds : kinds.reverse()) {
      const tree = path.join(folder, `${kind}-${i}`);
      seconds[kind].cold.push((await measuredBuild(corpus, tree, '--no-search', ...KINDS[kind])).seconds);
      fs.appendFileSync(path.join(corpus, EDITED), '\nOne more sentence.\n');
      seconds[kind].edited.push((await measuredBuild(corpus, tree, '--no-search', ...KINDS[kind])).seconds);
    }
  }
  for (const work of WORK) {
    const ratios = seconds.with[work].map((time, i) => time / (seconds.without[work][i] as number));
    console.log(
      `${work.padEnd(8)} without ${medianOf(seconds.without[work])} s, with ${medianOf(seconds.with[work])} s: ${medianOf(ratios)} times (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
    );
  }
  const tree = path.join(folder, 'with-0');
  await measuredBuild(corpus, tree, ...KINDS.with);
  return tree;
}

const medianOf = (values: readonly number[]): string => median(values).toFixed(2);
