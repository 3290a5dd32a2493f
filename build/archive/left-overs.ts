import fs from 'node:fs';
import path from 'node:path';
import type { ArchiveRoot } from './archive.ts';

/** Removes files of the archive's folders that its root does not name: those of interrupted appends, and former indexes. */
export function removeLeftOvers(folder: string, { packs, parts }: ArchiveRoot): void {
  const named = new Set([...packs, ...parts].map(({ path: file }) => file));
  for (const inside of ['packs', 'index']) {
    const entries = fs.existsSync(path.join(folder, inside))
      ? fs.readdirSync(path.join(folder, inside), { recursive: true, withFileTypes: true })
      : [];
    for (const entry of entries) {
      const file = path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/');
      if (entry.isFile() && OWN.test(file) && !named.has(file)) fs.rmSync(path.join(folder, file));
    }
  }
}

/** Files that only appends make. */
const OWN = /\.(?:pack|ndjson)(?:\.new)?$/;
