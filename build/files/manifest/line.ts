import { isCount, isDigest } from '../../contract/json-values.ts';
import type { Entry } from '../entry.ts';
import { isDay } from './root.ts';

export interface ManifestEntry extends Entry {
  etag: string;
  content_type: string;
}

/** @returns null where the line names no file */
export function asEntry(line: string): ManifestEntry | null {
  let entry: Partial<ManifestEntry> | null;
  try {
    entry = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof entry?.path !== 'string' || !['string', 'undefined'].includes(typeof entry.identifier))
    return null;
  const isSound = isCount(entry.bytes) && isDigest(entry.sha256) && isDay(entry.date);
  return isSound ? (entry as ManifestEntry) : null;
}
