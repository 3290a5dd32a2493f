import type { Entry } from '../files/entry.ts';
import { readPart } from '../files/manifest/read.ts';
import type { PlacedPart } from '../files/manifest/root.ts';
import { subjectOfFile } from '../references/subjects.ts';
import type { DumpedDocument } from './dump-pieces.ts';

/**
 * The lines of the dump of references: one for each document and level that has any, with its further pages. They are in the order of
 * parts, and of paths within a part, of which one at a time is in memory.
 */
export function* referenceLines(parts: Iterable<PlacedPart>): Generator<DumpedDocument & Entry> {
  for (const { folder, part } of parts) {
    const files = new Map<string, Entry[]>();
    for (const entry of readPart(folder, part)) {
      const subject = subjectOfFile(entry.path);
      const known = files.get(subject);
      if (known) known.push(entry);
      else files.set(subject, [entry]);
    }
    for (const [first, ...pages] of files.values()) if (first) yield { ...first, pages };
  }
}
