import type { Entry } from '../files/entry.ts';
import { readPart } from '../files/manifest/read.ts';
import type { PlacedPart } from '../files/manifest/root.ts';
import { isDumpOfDocuments, REFERENCES_DUMP } from '../state/dump.ts';
import type { DumpedDocument } from './dump-pieces.ts';
import { referenceLines } from './reference-lines.ts';

/** A line of a dump with its day, YYYY-MM-DD. */
export type DumpLine = DumpedDocument & Pick<Entry, 'date'>;

/**
 * The lines of a dump, one at a time, in the order of its parts of the manifest, and of paths within a part.
 *
 * @param dumped see `Dump` @throws ManifestError
 */
export function* dumpLines(dumped: string, parts: Iterable<PlacedPart>): Generator<DumpLine> {
  if (dumped === REFERENCES_DUMP) return yield* referenceLines(parts);
  const isDumped = isDumpOfDocuments(dumped) ? isJson : isFormerJson;
  for (const { folder, part } of parts)
    for (const entry of readPart(folder, part, mayBeOfJson)) if (isDumped(entry.path)) yield entry;
}

const isJson = (file: string): boolean => file.endsWith('.json');
const isFormerJson = (file: string): boolean => /\/versions\/[^/]+\.json$/.test(file);

/** Two of three lines are of Markdown and text, and need not be parsed. */
const mayBeOfJson = (line: string): boolean => line.includes('.json"');
