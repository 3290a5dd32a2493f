import fs from 'node:fs';
import path from 'node:path';
import { readBounded } from '../files/read-bounded.ts';

/** What a corpus says of itself as a whole, in a file beside its sources (build/README.md, The mark of a corpus). */
export interface CorpusMark {
  /** It is no law: whatever is made from it says so. */
  sample: boolean;
}

export const MARK_FILE = '_corpus.json';

/** Bytes. It says one word. */
const MOST_BYTES = 4096;

/** @returns the mark, that of a corpus without one where there is no file; or why the file cannot be a mark, which completes a sentence */
export function readMark(corpus: string): CorpusMark | { reason: string } {
  const file = path.join(corpus, MARK_FILE);
  // Links inside a corpus are not followed.
  const found = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!found) return { sample: false };
  if (!found.isFile()) return { reason: 'is no file' };
  const bytes = readBounded(file, MOST_BYTES);
  if (!bytes) return { reason: `has more than ${MOST_BYTES} bytes` };
  const said = parsed(bytes);
  if (said === undefined) return { reason: 'is not valid JSON' };
  if (typeof said !== 'object' || said === null || Array.isArray(said))
    return { reason: 'must be an object, as {"sample": true}' };
  // A name that is misspelt would leave a sample looking like the law.
  const unknown = Object.keys(said).find(name => name !== 'sample');
  if (unknown !== undefined)
    return { reason: `may name "sample" alone, but names ${JSON.stringify(unknown.slice(0, 50))}` };
  const { sample = false } = said as { sample?: unknown };
  return typeof sample === 'boolean' ? { sample } : { reason: 'must say true or false for "sample"' };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
