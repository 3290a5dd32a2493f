import fs from 'node:fs';
import path from 'node:path';
import { isTreePath } from '../../contract/file-names.ts';
import type { Entry } from '../entry.ts';
import { readGzipLines } from '../read-gzip-lines.ts';
import { MANIFEST, ManifestError } from './root.ts';

/** The manifest of earlier versions. It still tells which files belong to a tree. */
export const FORMER_MANIFEST = 'manifest.ndjson.gz';

/** The manifest of a folder, or else the one of earlier versions; null where it has neither. */
export function manifestFile(folder: string): string | null {
  const files = [MANIFEST, FORMER_MANIFEST].map(name => path.join(folder, name));
  return files.find(file => fs.existsSync(file)) ?? null;
}

/** @throws where the file is missing or damaged, or names files that no build puts into a tree */
export async function* readFormerManifest(folder: string): AsyncGenerator<Entry> {
  for await (const line of readGzipLines(path.join(folder, FORMER_MANIFEST))) {
    const entry: Entry = JSON.parse(line);
    if (!entry.path.startsWith('api/') || !isTreePath(entry.path)) {
      throw new ManifestError(`${FORMER_MANIFEST} names a file outside api/: ${JSON.stringify(entry.path)}`);
    }
    yield entry;
  }
}
