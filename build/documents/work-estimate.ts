import fs from 'node:fs';
import { SOURCES } from '../contract/sources.ts';
import { type CorpusFile, fsPathOf, isLevelFile } from '../corpus/file.ts';

/** Work of a document apart from its length, for its three files and its row in the state; in bytes of text. */
const EACH = 8_000;
/** How many files of each source are sampled: enough, though a few documents are a thousand times as long as most. */
const SAMPLE = 1_000;

/** The work of rendering a document of this size, in a unit of its own. */
export const workOf = (bytes: number): number => EACH + bytes;

/** A folder with the files of it that are read. @see CorpusFolder */
interface Listed {
  source: CorpusFile['source'];
  /** The number of its documents. */
  count: number;
  files(): CorpusFile[];
}

/** Estimates the work of the documents by sampling each source: average lengths of documents differ by a factor of twenty. */
export function estimateWork(
  corpus: string,
  files: readonly CorpusFile[],
  folders: readonly Listed[],
): number {
  let work = 0;
  for (const { id } of SOURCES) {
    const own = files.filter(file => file.source === id && !isLevelFile(file));
    const whole = folders.filter(({ source }) => source === id);
    const count = whole.reduce((sum, folder) => sum + folder.count, own.length);
    const step = Math.ceil(count / SAMPLE);
    let position = 0;
    let [sampledCount, sampled] = [0, 0];
    for (const some of [own, ...whole]) {
      for (const file of 'files' in some ? some.files() : some) {
        if (isLevelFile(file) || position++ % step > 0) continue;
        sampledCount++;
        sampled += workOf(bytesOf(corpus, file));
      }
    }
    if (sampledCount > 0) work += (sampled / sampledCount) * count;
  }
  return work;
}

/** A missing file counts as empty; reading it reports the problem. */
function bytesOf(corpus: string, file: CorpusFile): number {
  try {
    return fs.statSync(fsPathOf(corpus, file.path)).size;
  } catch {
    return 0;
  }
}
