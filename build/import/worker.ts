import { convertPassage } from './convert-passage.ts';
import { type ClaimedUnits, Claims } from './corpus/annual-overlaps.ts';
import { CorpusLevels } from './corpus/corpus-levels.ts';
import { DocumentWriter } from './corpus/documents.ts';
import { newerDocuments, takeOver } from './corpus/fr-overlaps.ts';
import { PresentDocuments } from './corpus/present-documents.ts';
import { readRecord } from './corpus/record.ts';
import { type Changes, CorpusStore } from './corpus/store.ts';
import type { Input } from './inputs/inputs.ts';
import { type InputSummary, readInput } from './read-input.ts';
import type { Comparison, Difference } from './words/compare.ts';

/** One input to be imported, or to be compared with the corpus. */
export interface Task {
  input: Input;
  summary: InputSummary;
  corpus: string;
  /** A separate folder, which does not exist yet. */
  staging: string;
  days: readonly (readonly [string, string])[];
  program: string;
  /** Documents that other inputs keep against this one. */
  claims: ClaimedUnits;
  /** Compares, and writes nothing. */
  isCheck: boolean;
}

/** The outcome of one input. */
export interface Result {
  units: number;
  levels: number;
  wordsIn: number;
  wordsOut: number;
  added: number;
  keptOut: [category: string, words: number][];
  unknown: [element: string, count: number][];
  instructions: number;
  differences: UnitDifference[];
  differing: number;
  changes: Changes;
  /** Documents that stay as others have them. If these are all, nothing was written. */
  keptByOthers: { documents: number; by: string };
}

export interface UnitDifference extends Pick<Comparison, 'wordsIn' | 'wordsOut'> {
  identifier: string;
  first: Difference | null;
}

/** Most differences in a report; all are counted. */
const MOST_REPORTED = 20;

/** Imports one input. @returns the reason of a failure, which leaves the corpus unchanged */
export default async function importInput(task: Task): Promise<Result | { reason: string }> {
  try {
    return await imported(task);
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

async function imported(task: Task): Promise<Result> {
  const { input, summary, corpus, staging, days, program, isCheck } = task;
  const store = new CorpusStore(corpus, staging, new Claims(task.claims));
  const result: Result = {
    ...{ units: 0, levels: 0, wordsIn: 0, wordsOut: 0, added: 0, keptOut: [], unknown: [], instructions: 0 },
    ...{ differences: [], differing: 0, changes: { written: 0, unchanged: 0, removed: 0 } },
    keptByOthers: store.keptByOthers,
  };
  try {
    const documents = new DocumentWriter(store);
    const corpusLevels =
      summary.edition.part === undefined ? null : new CorpusLevels(corpus, summary.edition);
    const newer = summary.edition.holdsSingles ? newerDocuments(corpus, summary.edition.day) : null;
    const present = isCheck ? new PresentDocuments(corpus, summary.edition) : null;
    const counts = await readInput(input, new Map(days), (passage, schema, edition) => {
      const identifier = passage.outline.identifier || passage.outline.path.join('/');
      if (present) count(result, present.compare(passage, schema), identifier);
      else {
        const { body, comparison } = convertPassage(passage, schema);
        if (!newer?.has(identifier))
          documents.write(edition, corpusLevels?.adopted(passage.outline) ?? passage.outline, body);
        count(result, comparison, identifier);
      }
      if (passage.isUnit) result.units += 1;
      else result.levels += 1;
    });
    documents.finish();
    result.keptOut = [...counts.keptOut.words];
    result.unknown = [...counts.unknown];
    result.instructions = counts.instructions;
    if (isCheck || isAllKeptByOthers(result)) return result;
    const { edition, schema, sha256 } = summary;
    result.changes = store.publish(edition, {
      ...{ edition: edition.label, day: edition.day, schema, input: sha256, program },
      words: result.wordsIn,
    });
    if (newer) takeOver(corpus, Object.keys(readRecord(corpus, edition)?.files ?? {}));
    return result;
  } finally {
    store.discard();
  }
}

/** Whether other inputs keep all documents of this one. */
export const isAllKeptByOthers = ({ units, keptByOthers }: Result): boolean =>
  keptByOthers.documents > 0 && keptByOthers.documents === units;

function count(
  result: Result,
  { wordsIn, wordsOut, added, differences }: Comparison,
  identifier: string,
): void {
  result.wordsIn += wordsIn;
  result.wordsOut += wordsOut;
  result.added += added;
  if (differences.length === 0 && wordsIn === wordsOut) return;
  result.differing += 1;
  if (result.differences.length < MOST_REPORTED) {
    result.differences.push({ identifier, wordsIn, wordsOut, first: differences[0] ?? null });
  }
}
