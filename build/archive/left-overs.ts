import fs from 'node:fs';
import path from 'node:path';
import type { ArchiveRoot } from './archive.ts';
import { archiveFiles } from './archive-files.ts';

/** Removes files of the archive's folders that its root does not name: those of interrupted appends, and former indexes. */
export function removeLeftOvers(folder: string, { packs, parts }: ArchiveRoot): void {
  const named = new Set([...packs, ...parts].map(({ path: file }) => file));
  for (const file of archiveFiles(folder))
    if (OWN.test(file) && !named.has(file)) fs.rmSync(path.join(folder, file));
}

/** Files that only appends make. */
const OWN = /\.(?:pack|ndjson)(?:\.new)?$/;
