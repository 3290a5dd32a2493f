import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { duplicateProblems } from './corpus/duplicates.ts';
import { type Problem, sortProblems } from './corpus/problems.ts';
import type { WorkerPool } from './pool.ts';
import type { Progress } from './progress.ts';
import { isUntouched, readScanned, type ScannedFile } from './scan.ts';
import { type DocumentState, documentEntries, fileDigest } from './state.ts';
import { removeEmptyFolders } from './tree/folders.ts';
import type { DocumentBatch, Outcome } from './worker.ts';

export interface DocumentsResult {
  /** By path in the corpus, in the order of paths. */
  documents: Map<string, DocumentState>;
  /** How many were read and rendered anew, or could not be. */
  rendered: number;
  problems: Problem[];
}

export interface DocumentsInput {
  corpus: string;
  staging: string;
  files: readonly ScannedFile[];
  /** What the last build knew, by path. */
  known: ReadonlyMap<string, DocumentState>;
  pool: WorkerPool;
  progress: Progress;
}

/** Brings every document up to date: of files that are untouched since the last build, nothing is read. */
export async function updateDocuments(input: DocumentsInput): Promise<DocumentsResult> {
  const documents = new Map<string, DocumentState | null>();
  const problems: Problem[] = [];
  const changed: ScannedFile[] = [];
  for (const file of input.files) {
    const known = input.known.get(file.path);
    const state = known && takeOver(input.corpus, file, known);
    // Every path takes its place in the map now, so that the order does not depend on which worker is quick.
    documents.set(file.path, state ?? null);
    if (!state) changed.push(file);
  }
  await renderFiles(input, changed, outcome => {
    if ('problems' in outcome) problems.push(...outcome.problems);
    else documents.set(outcome.state.file.path, outcome.state);
  });
  for (const [file, state] of documents) if (!state) documents.delete(file);
  const complete = documents as Map<string, DocumentState>;
  problems.push(...(await settleDuplicates(input, complete)));
  return { documents: complete, rendered: changed.length, problems: sortProblems(problems) };
}

/**
 * What the last build made of a file, where that still holds: after a fresh checkout every file has been touched,
 * and hardly one has changed.
 */
function takeOver(corpus: string, file: ScannedFile, known: DocumentState): DocumentState | null {
  if (isUntouched(file, known.file)) return known;
  const bytes = readScanned(corpus, file);
  const isSame = bytes && createHash('sha256').update(bytes).digest('hex') === fileDigest(known);
  return isSame ? { ...known, file } : null;
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
  await renderFiles(input, files, outcome => {
    if ('problems' in outcome) problems.push(...outcome.problems);
    else documents.set(outcome.state.file.path, outcome.state);
  });
  return problems;
}

/** Documents differ in length by three powers of ten, so a batch is bounded in both ways. */
const BATCH_FILES = 64;
const BATCH_BYTES = 512 * 1024;
/** A thread takes as long to start as it takes to render these. */
const BATCHES_A_THREAD = 4;

async function renderFiles(
  { corpus, staging, pool, progress }: DocumentsInput,
  files: readonly ScannedFile[],
  take: (outcome: Outcome) => void,
): Promise<void> {
  if (files.length === 0) return;
  progress.start('documents', files.length);
  const batches = Array.from(inBatches(files), batch => ({ corpus, staging, files: batch }));
  const threads = Math.ceil(batches.length / BATCHES_A_THREAD);
  await pool.run<DocumentBatch, Outcome[]>(batches, threads, outcomes => {
    for (const outcome of outcomes) take(outcome);
    progress.advance(outcomes.length);
  });
}

function* inBatches(files: readonly ScannedFile[]): Generator<ScannedFile[]> {
  let batch: ScannedFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length === BATCH_FILES || (batch.length > 0 && bytes + file.size > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += file.size;
  }
  if (batch.length > 0) yield batch;
}
