import fs from 'node:fs';
import path from 'node:path';
import { CATALOG } from '../contract/paths.ts';
import { digestOfFile } from '../files/digest.ts';
import { filesUnder } from '../files/walk.ts';
import { REPORT } from '../report/report.ts';

/**
 * SHA-256, hexadecimal, by path of the files under `catalog/`. The manifest does not name them, since a mirror goes without and
 * the search index has not the same bytes everywhere; they are told in the build's report, which a mirror goes without too.
 */
export type CatalogDigests = Readonly<Record<string, string>>;

/** Of what is in a folder. @param known those that have been made already */
export const catalogDigests = (folder: string, known: CatalogDigests): CatalogDigests =>
  Object.fromEntries(
    Array.from(filesUnder(folder, path.dirname(CATALOG)), file => [
      file,
      known[file] ?? digestOfFile(path.join(folder, file)),
    ]),
  );

/** As a tree's report tells them; null where it tells nothing: it is damaged, or of an earlier version. */
export function recordedDigests(folder: string): CatalogDigests | null {
  try {
    const { catalog } = JSON.parse(fs.readFileSync(path.join(folder, REPORT), 'utf8'));
    return typeof catalog === 'object' ? catalog : null;
  } catch {
    return null;
  }
}
