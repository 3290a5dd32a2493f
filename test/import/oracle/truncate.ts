import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Input } from '../../../build/import/inputs/inputs.ts';
import { summarise } from '../../../build/import/read-input.ts';
import importInput from '../../../build/import/worker.ts';
import type { Random } from '../../helpers/random.ts';

/** Reads a truncated file of XML without threads. @returns the reason of the refusal; null if the file was taken */
async function refusal(file: string, size: number, corpus: string, staging: string): Promise<string | null> {
  const input: Input = { name: file, file, entry: null, size };
  try {
    const summary = await summarise(input, new Map());
    const task = {
      input,
      summary,
      corpus,
      staging,
      days: [],
      claims: { documents: [], parts: [] },
      program: 'test',
      isCheck: false,
    };
    const result = await importInput(task);
    return 'reason' in result ? result.reason : null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Names and contents of all files of a folder. */
const contentOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(file => `${file}\n${readFileSync(file, 'latin1')}`)
    .join('\n');

export interface Truncated {
  cuts: number;
  /** Truncated files that were taken, changed something, or were refused without a reason. */
  faults: string[];
}

/**
 * Truncates files at random places and imports them into a corpus that has them whole.
 * @param folder separate, for the truncated files
 */
export async function truncate(
  files: readonly string[],
  corpus: string,
  folder: string,
  cuts: number,
  random: Random,
): Promise<Truncated> {
  const before = contentOf(corpus);
  const faults: string[] = [];
  mkdirSync(folder, { recursive: true });
  const staging = join(folder, 'staging');
  for (let i = 0; i < cuts; i++) {
    const file = files[i % files.length]!;
    const bytes = readFileSync(file);
    // After the last element nothing is missing.
    const at = 1 + random.below(bytes.lastIndexOf('>') - 1);
    const cut = join(folder, basename(file));
    writeFileSync(cut, bytes.subarray(0, at));
    const reason = await refusal(cut, at, corpus, staging);
    if (!reason) faults.push(`${basename(file)} was taken, cut at ${at}`);
    if (existsSync(staging)) faults.push(`${basename(file)}, cut at ${at}, left something behind`);
  }
  if (contentOf(corpus) !== before) faults.push('the corpus has changed');
  return { cuts, faults };
}
