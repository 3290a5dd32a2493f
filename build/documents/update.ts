import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { duplicateProblems } from '../corpus/duplicates.ts';
import type { CorpusFile } from '../corpus/file.ts';
import { type Problem, sortProblems } from '../corpus/problems.ts';
import { corpusFingerprint, isUntouched, readScanned, type Timestamps } from '../corpus/scan.ts';
import { removeEmptyFolders } from '../files/folders.ts';
import type { Progress } from '../report/progress.ts';
import { type DocumentState, documentEntries, fileDigest } from '../state/state.ts';
import type { WorkerPool } from '../threads/pool.ts';
import { inBatches, threadsFor } from './batches.ts';
import type { DocumentBatch, Outcome } from './stage.ts';
import { estimateWork, workOf } from './work.ts';

export interface DocumentsResult {
  /** By path in the corpus, in the order of paths. */
  documents: Map<string, DocumentState>;
  /** Of the corpus, see `corpusFingerprint`. */
  fingerprint: string | null;
  /** How many of them were read and rendered anew. */
  rendered: number;
  problems: Problem[];
}

export interface DocumentsInput {
  corpus: string;
  staging: string;
  files: readonly CorpusFile[];
  /** What the last build made of files that are as they were, by path. Of the others, everything is read. */
  kept: ReadonlyMap<string, DocumentState>;
  pool: WorkerPool;
  progress: Progress;
  /** When the build began, milliseconds since the epoch. */
  began: number;
}

/** Brings every document up to date. */
export async function updateDocuments(input: DocumentsInput): Promise<DocumentsResult> {
  const { files, kept } = input;
  const documents = new Map<string, DocumentState | null>();
  // Every path takes its place in the map now, so that the order does not depend on which worker is quick.
  for (const { path } of files) documents.set(path, kept.get(path) ?? null);
  const changed = files.filter(({ path }) => !kept.has(path));
  const problems: Problem[] = [];
  const timestamps = new Map(files.map(({ path }) => [path, kept.get(path)?.timestamps ?? null]));
  await renderFiles(input, changed, (file, outcome) => {
    timestamps.set(file.path, outcome.timestamps);
    takeOutcome(file, outcome, documents, problems);
  });
  // Every outcome has filled its place, or removed it.
  const complete = documents as Map<string, DocumentState>;
  problems.push(...(await settleDuplicates(input, complete)));
  return {
    documents: complete,
    fingerprint: corpusFingerprint(files, [...timestamps.values()]),
    rendered: changed.filter(({ path }) => complete.has(path)).length,
    problems: sortProblems(problems),
  };
}

function takeOutcome(
  file: CorpusFile,
  { timestamps, result }: Outcome,
  documents: Map<string, DocumentState | null>,
  problems: Problem[],
): void {
  if ('document' in result && timestamps) documents.set(file.path, { file, timestamps, ...result.document });
  else documents.delete(file.path);
  if ('problems' in result) problems.push(...result.problems);
}

/**
 * What the last build made of files that are as they were: after a fresh checkout every file has been touched, and
 * hardly one has changed.
 *
 * @param timestamps of the files, null where one cannot be looked at
 * @param known documents by path
 * @param began milliseconds since the epoch
 */
export function keptDocuments(
  corpus: string,
  files: readonly CorpusFile[],
  timestamps: readonly (Timestamps | null)[],
  known: ReadonlyMap<string, DocumentState>,
  began: number,
): Map<string, DocumentState> {
  const kept = new Map<string, DocumentState>();
  for (const [i, file] of files.entries()) {
    const last = known.get(file.path);
    const now = timestamps[i];
    if (!last || !now) continue;
    if (isUntouched(now, last.timestamps)) {
      kept.set(file.path, last);
      continue;
    }
    const read = readScanned(corpus, file, began);
    if ('bytes' in read && hash('sha256', read.bytes) === fileDigest(last)) {
      kept.set(file.path, { ...last, timestamps: read.timestamps });
    }
  }
  return kept;
}

/**
 * Takes the later of two colliding documents out, with what it has staged, and stages the earlier one again, over
 * which the later may have written.
 */
async function settleDuplicates(
  input: DocumentsInput,
  documents: Map<string, DocumentState>,
): Promise<Problem[]> {
  const named = Array.from(documents.values(), ({ file, record }) => ({
    path: file.path,
    identifier: record.identifier,
  }));
  const problems = duplicateProblems(named);
  const dropped = new Set<string>();
  for (const problem of problems) {
    const document = documents.get(problem.path);
    if (!document) continue;
    documents.delete(problem.path);
    dropped.add(document.record.identifier);
    const staged = documentEntries(document).map(entry => entry.path);
    for (const file of staged) fs.rmSync(path.join(input.staging, file), { force: true });
    removeEmptyFolders(input.staging, staged);
  }
  const again = [...documents.values()].filter(({ record }) => dropped.has(record.identifier));
  const files = again.map(({ file }) => file);
  await renderFiles(input, files, (file, outcome) => takeOutcome(file, outcome, documents, problems));
  return problems;
}

async function renderFiles(
  { corpus, staging, pool, progress, began }: DocumentsInput,
  files: readonly CorpusFile[],
  take: (file: CorpusFile, outcome: Outcome) => void,
): Promise<void> {
  if (files.length === 0) return;
  progress.start('documents', files.length, estimateWork(corpus, files));
  const batches = inBatches(files).map(batch => ({ corpus, staging, files: batch, began }));
  await pool.run<DocumentBatch, Outcome[]>(batches, threadsFor(files.length), (outcomes, batch) => {
    for (const [i, outcome] of outcomes.entries()) take(batch.files[i] as CorpusFile, outcome);
    const work = outcomes.reduce((sum, { timestamps }) => sum + workOf(timestamps?.size ?? 0), 0);
    progress.advance(outcomes.length, work);
  });
}
