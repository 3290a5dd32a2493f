import fs from 'node:fs';
import { SOURCES } from '../contract/sources.ts';
import { type CorpusFile, fsPathOf } from '../corpus/file.ts';
import type { CorpusFolder } from '../corpus/files.ts';

/** What a document takes beside what its length does: its three files and its place in the state, as bytes of text. */
const EACH = 8_000;
/** So many files of each source are looked at: enough, though a few documents are a thousand times as long as most. */
const SAMPLE = 1_000;

/** What it takes to render a document of so many bytes, in a unit of its own. */
export const workOf = (bytes: number): number => EACH + bytes;

/**
 * About what it takes to render these files and all of these folders. Sources come one after the other, and their documents differ in
 * length by twenty times; the number of documents alone would tell a wrong end.
 */
export function estimateWork(
  corpus: string,
  files: readonly CorpusFile[],
  folders: readonly CorpusFolder[],
): number {
  let work = 0;
  for (const { id } of SOURCES) {
    const own = files.filter(file => file.source === id);
    const whole = folders.filter(({ source }) => source === id);
    const count = whole.reduce((sum, folder) => sum + folder.count, own.length);
    const step = Math.ceil(count / SAMPLE);
    let place = 0;
    let [looked, sampled] = [0, 0];
    for (const some of [own, ...whole]) {
      for (const file of 'files' in some ? some.files() : some) {
        if (place++ % step > 0) continue;
        looked++;
        sampled += workOf(bytesOf(corpus, file));
      }
    }
    if (looked > 0) work += (sampled / looked) * count;
  }
  return work;
}

/** A file that is gone is told of where it is read. */
function bytesOf(corpus: string, file: CorpusFile): number {
  try {
    return fs.statSync(fsPathOf(corpus, file.path)).size;
  } catch {
    return 0;
  }
}
