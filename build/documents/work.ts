import fs from 'node:fs';
import type { SourceId } from '../contract/sources.ts';
import { type CorpusFile, fsPathOf } from '../corpus/file.ts';

/** What a document takes beside what its length does: its three files and its place in the state, as bytes of text. */
const EACH = 8_000;
/** So many files of each source are looked at: enough, though a few documents are a thousand times as long as most. */
const SAMPLE = 1_000;

/** What it takes to render a document of so many bytes, in a unit of its own. */
export const workOf = (bytes: number): number => EACH + bytes;

/**
 * About what it takes to render all of these. Sources come one after the other, and their documents differ in length by
 * twenty times; the number of documents alone would tell a wrong end.
 */
export function estimateWork(corpus: string, files: readonly CorpusFile[]): number {
  const bySource = new Map<SourceId, CorpusFile[]>();
  for (const file of files) {
    const ofSource = bySource.get(file.source);
    if (ofSource) ofSource.push(file);
    else bySource.set(file.source, [file]);
  }
  let work = 0;
  for (const ofSource of bySource.values()) {
    const step = Math.ceil(ofSource.length / SAMPLE);
    const sample = ofSource.filter((_, place) => place % step === 0);
    const sampled = sample.reduce((sum, file) => sum + workOf(bytesOf(corpus, file)), 0);
    work += (sampled / sample.length) * ofSource.length;
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
