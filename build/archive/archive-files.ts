import fs from 'node:fs';
import path from 'node:path';

/** Names that the packs and indexes of an archive have while they are written. */
const UNFINISHED = /\.(?:pack|ndjson)\.new$/;

/** All files in the folders of packs and indexes, relative to the archive. */
export function archiveFiles(folder: string): string[] {
  return ['packs', 'index'].flatMap(inside => {
    const at = path.join(folder, inside);
    if (!fs.existsSync(at)) return [];
    return fs
      .readdirSync(at, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  });
}

/**
 * A file that is there although nothing has been appended yet; null for none. A copy that is still on its way counts, under whatever name
 * its program gives it.
 */
export const fileWithoutRoot = (folder: string): string | null =>
  archiveFiles(folder).find(file => !UNFINISHED.test(file)) ?? null;
