import { SHELF } from '../corpus/annual-overlaps.ts';
import { folderOf } from '../ecfr/file-facts.ts';
import { slugOf } from '../ecfr/levels.ts';
import type { Edition } from '../schema.ts';
import { XmlError } from '../xml/parse.ts';

/**
 * The printed edition of one volume, or of one part or section of it. A volume is not its whole title: it removes only the
 * documents that the same volume had before.
 * @param covers the parts in it, such as `Part 1200 to End`
 * @param day of the revision
 * @throws XmlError without a day
 */
export function annualEdition(
  title: number,
  covers: string,
  day: string | null,
): { edition: Edition; shelf: string[] } {
  if (day === null) throw new XmlError('the volume does not tell as of when it was revised');
  const folder = folderOf(title);
  const name = slugOf(covers) || 'volume';
  const record = `${folder}/${SHELF}/${name}.json`;
  const edition = { folder, record, label: day, day, isWhole: true, isAnnual: true };
  return { edition, shelf: [SHELF, name] };
}
