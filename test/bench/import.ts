import { printBroken } from './imports/broken.ts';
import { printFigures } from './imports/figures.ts';
import { printNights } from './imports/nights.ts';
import { currentLaw, officialFolders, otherBatches } from './imports/official-folders.ts';
import { printSpeed } from './imports/speed.ts';

const PARTS = ['figures', 'broken', 'speed', 'nights'] as const;

/**
 * The importer by the oracle's figures, all files of official XML: words, units, metadata, levels, tables, footnotes, references;
 * files that break off; speed beside bare parsing, memory; nights of `update`.
 * @param wanted parts of it; all where none is named
 * @returns the exit code
 */
export async function run(wanted: string[]): Promise<number> {
  const unknown = wanted.find(name => !PARTS.some(part => part === name));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}: ${PARTS.join(', ')}.`);
  const folders = officialFolders();
  if (!folders) return 0;
  const isWanted = (part: (typeof PARTS)[number]) => wanted.length === 0 || wanted.includes(part);
  let isGood = true;
  if (isWanted('figures')) {
    isGood = (await printFigures(currentLaw(folders), true)) && isGood;
    for (const batch of otherBatches(folders)) isGood = (await printFigures(batch, false)) && isGood;
  }
  if (isWanted('broken')) isGood = (await printBroken(folders['official-xml'])) && isGood;
  if (isWanted('speed')) await printSpeed(folders['official-xml']);
  if (isWanted('nights')) await printNights(folders);
  return isGood ? 0 : 1;
}
