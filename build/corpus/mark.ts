import fs from 'node:fs';
import path from 'node:path';
import { readBounded } from '../files/read-bounded.ts';

/** What a corpus says of itself, in a file beside its sources (build/README.md, The mark of a corpus). */
export interface CorpusMark {
  /** True for a sample: everything made from it says that it is not the law. */
  sample: boolean;
}

export const MARK_FILE = '_corpus.json';

const MOST_BYTES = 4096;

/** Reads the mark of a corpus. @returns the default for a missing file, or the reason why the file is no mark */
export function readMark(corpus: string): CorpusMark | { reason: string } {
  const file = path.join(corpus, MARK_FILE);
  // Links inside a corpus are not followed.
  const found = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!found) return { sample: false };
  if (!found.isFile()) return { reason: 'is no file' };
  const bytes = readBounded(file, MOST_BYTES);
  if (!bytes) return { reason: `has more than ${MOST_BYTES} bytes` };
  const content = parsed(bytes);
  if (content === undefined) return { reason: 'is not valid JSON' };
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return { reason: 'must be an object, as {"sample": true}' };
  // A misspelt name would let a sample pass for the law.
  const unknown = Object.keys(content).find(name => name !== 'sample');
  if (unknown !== undefined)
    return { reason: `may name "sample" alone, but names ${JSON.stringify(unknown.slice(0, 50))}` };
  const { sample = false } = content as { sample?: unknown };
  return typeof sample === 'boolean' ? { sample } : { reason: 'must say true or false for "sample"' };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
