import { hash } from 'node:crypto';
import type { Entry } from '../../build/files/entry.ts';
import type { PlacedPart } from '../../build/files/manifest/root.ts';
import { ManifestWriter } from '../../build/files/manifest/write.ts';
import { temporaryFolder } from './tree.ts';

/** Parts of a manifest, as builds give them to dumps. */

export const NEWEST = '2026-01-01';

/** @param text of the file @param date its day, YYYY-MM-DD */
export const entryOf = (path: string, text: string, date = NEWEST): Entry => ({
  ...{ path, bytes: Buffer.byteLength(text), sha256: hash('sha256', text), date },
});

/** Writes a part of a manifest in a folder of its own. @param entries at least one, in any order */
export function placedPart(name: string, entries: Iterable<Entry>): PlacedPart {
  const folder = temporaryFolder();
  const manifest = new ManifestWriter(folder, null);
  manifest.stagePart(name, entries);
  return manifest.placed(name, folder) as PlacedPart;
}
