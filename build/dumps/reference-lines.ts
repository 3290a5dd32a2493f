import type { Entry } from '../files/entry.ts';
import { readPart } from '../files/manifest/read.ts';
import type { PlacedPart } from '../files/manifest/root.ts';
import { subjectOfFile } from '../references/subjects.ts';
import type { DumpedDocument } from './dump-pieces.ts';

/**
 * The lines of the dump of references: one for each document and level that has any, with its further pages. They are in the order of
 * parts, and of paths within a part: the files of a subject follow each other, since they lie in one folder.
 */
export function* referenceLines(parts: Iterable<PlacedPart>): Generator<DumpedDocument & Entry> {
  for (const { folder, part } of parts) {
    let subject = '';
    let files: Entry[] = [];
    for (const entry of readPart(folder, part)) {
      const own = subjectOfFile(entry.path);
      if (own !== subject) {
        yield* lineOf(files);
        [subject, files] = [own, []];
      }
      files.push(entry);
    }
    yield* lineOf(files);
  }
}

function* lineOf([first, ...pages]: readonly Entry[]): Generator<DumpedDocument & Entry> {
  if (first) yield { ...first, pages };
}
