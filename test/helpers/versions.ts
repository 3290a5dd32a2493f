import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildTree, SITE, type Tree, temporaryFolder } from './tree.ts';

/** Words that each version of 17 U.S.C. 106 has beyond the one before. */
export const ADDED = ['One more lamp.', 'One more gull.'] as const;

/**
 * A tree with versions: 17 U.S.C. 106 has a text of 2020-01-01 and two of 2021-01-01; section 109 is there in 2020 alone, and section
 * 112 becomes 113.
 *
 * @param corpus a copy of the sample, which is edited
 */
export async function builtWithVersions(corpus: string): Promise<Tree> {
  const [dist, folder] = [join(temporaryFolder(), 'dist'), join(temporaryFolder(), 'archive')];
  const file = (number: number): string => join(corpus, `usc/title-17/chapter-01/section-${number}.md`);
  const removed = file(109);
  writeFileSync(removed, readFileSync(file(108), 'utf8').replaceAll('/s108', '/s109'));
  writeFileSync(
    file(112),
    readFileSync(file(107), 'utf8')
      .replace(/^aliases:\n(?: .*\n)*/m, '')
      .replaceAll('107', '112'),
  );
  await buildTree(corpus, dist, SITE, { folder, asOf: '2020-01-01' });
  rmSync(removed);
  writeFileSync(file(113), readFileSync(file(112), 'utf8').replaceAll('112', '113'));
  rmSync(file(112));
  for (const words of ADDED) {
    writeFileSync(file(106), `${readFileSync(file(106), 'utf8')}\n${words}\n`);
    await buildTree(corpus, dist, SITE, { folder, asOf: '2021-01-01' });
  }
  return { dist, corpus };
}
