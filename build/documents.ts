import os from 'node:os';
import { Piscina } from 'piscina';
import { duplicateProblems } from './corpus/duplicates.ts';
import { type Problem, sortProblems } from './corpus/problems.ts';
import type { Batch, Outcome } from './document-worker.ts';
import type { Progress } from './progress.ts';
import { isUntouched, type ScannedFile } from './scan.ts';
import type { DocumentState } from './state.ts';

export interface DocumentsResult {
  /** By path in the corpus, in the order of paths. */
  documents: Map<string, DocumentState>;
  /** How many were read and rendered anew. */
  rendered: number;
  problems: Problem[];
}

export interface DocumentsInput {
  corpus: string;
  staging: string;
  files: readonly ScannedFile[];
  /** What the last build knew, by path. */
  known: ReadonlyMap<string, DocumentState>;
  progress: Progress;
}

const BATCH_FILES = 24;

/** Brings every document up to date: files that are untouched since the last build are not read. */
export async function updateDocuments(input: DocumentsInput): Promise<DocumentsResult> {
  const { files, known } = input;
  const documents = new Map<string, DocumentState | null>();
  const problems: Problem[] = [];
  const touched: ScannedFile[] = [];
  for (const file of files) {
    const last = known.get(file.path);
    const untouched = last && isUntouched(file, last.file) ? last : null;
    // Every path takes its place in the map now, so that the order does not depend on which worker is quick.
    documents.set(file.path, untouched);
    if (!untouched) touched.push(file);
  }
  const taken = (outcome: Outcome): void => {
    if (outcome.kind === 'rendered') documents.set(outcome.state.file.path, outcome.state);
    else if (outcome.kind === 'bad') problems.push(...outcome.problems);
    else keepKnown(documents, known, outcome.file);
  };
  await renderFiles(input, touched, taken);
  const complete = new Map(
    [...documents].filter((entry): entry is [string, DocumentState] => entry[1] !== null),
  );
  problems.push(...(await settleDuplicates(input, complete)));
  return { documents: complete, rendered: touched.length, problems: sortProblems(problems) };
}

/** A file that was touched but not changed keeps its state, with the new marks. */
function keepKnown(
  documents: Map<string, DocumentState | null>,
  known: ReadonlyMap<string, DocumentState>,
  file: ScannedFile,
): void {
  const last = known.get(file.path);
  if (last) documents.set(file.path, { ...last, file });
}

/** Takes the later of two colliding documents out, and stages the earlier one again: the later may have overwritten it. */
async function settleDuplicates(
  input: DocumentsInput,
  documents: Map<string, DocumentState>,
): Promise<Problem[]> {
  const named = Array.from(documents.values(), ({ file, record }) => ({
    path: file.path,
    identifier: record.identifier,
  }));
  const problems = duplicateProblems(named);
  const dropped = new Set(problems.map(({ path }) => documents.get(path)?.record.identifier));
  for (const { path } of problems) documents.delete(path);
  const again = [...documents.values()].filter(({ record }) => dropped.has(record.identifier));
  await renderFiles(
    { ...input, known: new Map() },
    again.map(({ file }) => file),
    () => {},
  );
  return problems;
}

async function renderFiles(
  { corpus, staging, known, progress }: DocumentsInput,
  files: readonly ScannedFile[],
  take: (outcome: Outcome) => void,
): Promise<void> {
  if (files.length === 0) return;
  progress.start('documents', files.length);
  const threads = Math.min(os.availableParallelism(), Math.ceil(files.length / BATCH_FILES));
  const pool = new Piscina<Batch, Outcome[]>({
    filename: new URL('./document-worker.ts', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    // Workers run TypeScript too, wherever the working directory is.
    execArgv: ['--import', import.meta.resolve('tsx')],
  });
  let next = 0;
  const feed = async (): Promise<void> => {
    while (next < files.length) {
      const batch = files.slice(next, next + BATCH_FILES);
      next += BATCH_FILES;
      const outcomes = await pool.run({
        corpus,
        staging,
        files: batch.map(file => ({ file, knownSha256: known.get(file.path)?.sha256 ?? null })),
      });
      for (const outcome of outcomes) take(outcome);
      progress.advance(batch.length);
    }
  };
  try {
    // Two batches a thread: one at work, one waiting.
    await Promise.all(Array.from({ length: threads * 2 }, feed));
  } finally {
    await pool.destroy();
  }
}
