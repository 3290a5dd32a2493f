import fs from 'node:fs';
import path from 'node:path';
import type { Random } from '../../helpers/random.ts';
import { type Measured, measuredBuild } from '../measured.ts';
import { median } from '../rates.ts';
import { changeCorpus } from './changes.ts';
import { dayOf } from './days.ts';

/** What nights cost with an archive of versions, beside nights of the same changes without one. */

/** An odd number: medians. */
const NIGHTS = 7;
/** The first nights of both make lists of versions and caches of the system warm. */
const UNCOUNTED = 1;

interface Subject {
  name: 'without' | 'with';
  tree: string;
  nights: Measured[];
}

/** @param flags of each build @param first the number of the first night */
export async function archivedNights(
  corpus: string,
  folder: string,
  flags: readonly string[],
  changes: number,
  random: Random,
): Promise<void> {
  const archive = path.join(folder, 'archive');
  const subjects: Subject[] = (['without', 'with'] as const).map(name => ({
    name,
    tree: path.join(folder, `dist-${name}`),
    nights: [],
  }));
  const build = ({ name, tree }: Subject, day: string): Promise<Measured> =>
    measuredBuild(corpus, tree, ...flags, ...(name === 'with' ? ['--archive', archive, '--as-of', day] : []));
  for (const subject of subjects) {
    const cold = await build(subject, dayOf(0));
    console.log(`cold, ${subject.name.padEnd(8)} ${told(cold)}`);
  }
  for (let night = 1; night <= NIGHTS + UNCOUNTED; night++) {
    changeCorpus(corpus, changes, night, random);
    // Each goes first as often as the other: what the first leaves to the disk delays the second.
    const turns = night % 2 === 0 ? subjects : subjects.toReversed();
    for (const subject of turns) {
      const built = await build(subject, dayOf(night));
      if (night > UNCOUNTED) subject.nights.push(built);
    }
    console.log(
      `night ${night}: ${subjects.map(({ name, nights }) => `${name} ${nights.length > 0 ? told(nights.at(-1)!) : '-'}`).join('; ')}`,
    );
  }
  const [without, withIt] = subjects.map(({ nights }) => nights) as [Measured[], Measured[]];
  for (const key of ['seconds', 'processor'] as const) {
    const ratios = withIt.map((night, i) => night[key] / without[i]![key]);
    const sorted = ratios.toSorted((a, b) => a - b);
    console.log(
      `with an archive ${median(ratios).toFixed(2)} times (${sorted[0]!.toFixed(2)} to ${sorted.at(-1)!.toFixed(2)}): ${key}, medians ${median(withIt.map(night => night[key])).toFixed(2)} and ${median(without.map(night => night[key])).toFixed(2)}`,
    );
  }
  const files = fs
    .readdirSync(archive, { recursive: true, withFileTypes: true })
    .filter(file => file.isFile());
  const bytes = files.reduce((sum, file) => sum + fs.statSync(path.join(file.parentPath, file.name)).size, 0);
  console.log(`the archive has ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`);
}

const told = ({ seconds, processor, memory }: Measured): string =>
  `${seconds.toFixed(2)} s, of processors ${processor.toFixed(2)} s, ${memory.toFixed(0)} MB`;
