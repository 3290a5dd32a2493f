import type { PartEntry } from '../../build/archive/archive.ts';
import type { Run } from '../../build/archive/history.ts';
import { IndexFile } from '../../build/archive/index-file.ts';

/** The histories of a part of an archive, by identifier. */
export const historiesIn = (folder: string, part: PartEntry): Map<string, readonly Run[]> =>
  new Map(Array.from(new IndexFile(folder, part), ({ identifier, runs }) => [identifier, runs]));
