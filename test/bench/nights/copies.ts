import fs from 'node:fs';
import path from 'node:path';
import { listCorpusFiles } from '../../../build/corpus/files.ts';
import { renumbered } from './renumber.ts';

/** What the numbers of one copy are further than those of the one before it: more than any real number. */
const STEP = 1_000_000;

/**
 * The documents of a corpus so many times over: each copy with identifiers of its own, in the same titles and months.
 * @returns how many documents there are
 */
export function writeCopies(originals: string, corpus: string, copies: number): number {
  let documents = 0;
  for (const { path: name } of listCorpusFiles(originals)) {
    const original = { path: name, text: fs.readFileSync(path.join(originals, name), 'utf8') };
    fs.mkdirSync(path.dirname(path.join(corpus, name)), { recursive: true });
    for (let copy = 0; copy < copies; copy++) {
      const further = (digits: string) => String(Number(digits) + copy * STEP);
      const { path: file, text } = copy === 0 ? original : renumbered(original, further);
      fs.writeFileSync(path.join(corpus, file), text);
      documents++;
    }
  }
  return documents;
}
