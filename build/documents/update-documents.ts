import fs from 'node:fs';
import path from 'node:path';
import { sourceOf } from '../contract/sources.ts';
import { duplicateProblems } from '../corpus/duplicates.ts';
import { type CorpusFile, isLevelFile } from '../corpus/file.ts';
import type { CorpusFolder } from '../corpus/files.ts';
import { type Problem, sortProblems } from '../corpus/problems.ts';
import { FolderTimes, type Timestamps } from '../corpus/timestamps.ts';
import { removeEmptyFolders } from '../files/folders.ts';
import { partOfDocument } from '../files/manifest/parts.ts';
import { type Progress, silent } from '../report/progress.ts';
import { documentEntries } from '../state/document.ts';
import type { StateStore } from '../state/store.ts';
import type { WorkerPool } from '../threads/pool.ts';
import type { ArchivedDocuments } from './archive-documents.ts';
import { inBatches, threadsFor } from './batches.ts';
import { ComparedFolder } from './compared-folder.ts';
import type { Ledger } from './ledger.ts';
import type { DocumentBatch, Outcome } from './stage-documents.ts';
import { estimateWork, workOf } from './work-estimate.ts';

/** A folder of the corpus that is new or changed. */
export interface FolderToUpdate {
  folder: CorpusFolder;
  /** Times of its files; null where all files are read, which gives the times. */
  times: FolderTimes | null;
}

export interface DocumentsInput {
  corpus: string;
  staging: string;
  store: StateStore;
  ledger: Ledger;
  /** Emptied during the update: its lists of files may have a million entries. */
  folders: FolderToUpdate[];
  gone: readonly string[];
  /** Files of unchanged folders that the last build left out. They are read again. */
  again: readonly CorpusFile[];
  pool: WorkerPool;
  progress: Progress;
  began: number;
  /** See `StateStore.begin`. */
  mostInMemory?: number | undefined;
  /** Receives the documents; null: there is no archive. */
  archive: Pick<ArchivedDocuments, 'noted' | 'leftOut' | 'options'> | null;
}

export interface DocumentsResult {
  rendered: number;
  problems: Problem[];
}

/** How many files are listed and given to threads at a time. */
const WINDOW = 65_536;

/** Brings every document up to date: changed documents are staged and entered into the ledger. */
export async function updateDocuments(input: DocumentsInput): Promise<DocumentsResult> {
  const { corpus, store, ledger, folders, gone, again, progress } = input;
  const result: DocumentsResult = { rendered: 0, problems: [] };
  const known: ComparedFolder[] = [];
  const fresh: CorpusFolder[] = [];
  for (let next = folders.shift(); next; next = folders.shift()) {
    if (next.times === null) fresh.push(next.folder);
    else known.push(new ComparedFolder(next.folder, next.times, input));
  }
  const removed = gone.map(name => store.inFolder(name));
  const changes = [...known.map(({ changes }) => changes), ...removed.map(({ length }) => length)];
  store.begin(
    changes.reduce((sum, count) => sum + count, again.length),
    input.mostInMemory,
  );
  for (const [i, name] of gone.entries()) {
    for (const document of removed[i] ?? []) ledger.remove(document);
    for (const path of store.levels.inFolder(name)) ledger.removeLevel(path);
    store.removeFolder(name);
  }
  for (const folder of known) folder.enterOthers(input);
  const whole = [...known, ...fresh];
  const total = whole.reduce((sum, { count }) => sum + count, documentsIn(again));
  if (total > 0) progress.start('documents', total, estimateWork(corpus, again, whole));
  const take = (file: CorpusFile, outcome: Outcome): void => takeOutcome(input, file, outcome, result);
  await renderFiles(input, again, take);
  for (const window of windows(known))
    await renderFiles(
      input,
      window.flatMap(folder => folder.files().map(copyOf)),
      take,
    );
  for (const window of windows(fresh)) await renderFolders(input, window, result);
  store.addIndexes();
  await settleDuplicates(input, result);
  return { rendered: result.rendered, problems: sortProblems(result.problems) };
}

const documentsIn = (files: readonly CorpusFile[]): number => files.filter(file => !isLevelFile(file)).length;

/** Copies a path: one that is cut from the text of all paths keeps that text in memory. */
const copyOf = ({ source, path }: CorpusFile): CorpusFile => ({
  source,
  // Unlike UTF-8 this encoding keeps bytes that are no text, see `pathOfBytes`.
  path: Buffer.from(path, 'utf16le').toString('utf16le'),
});

/** Groups of folders, so that threads need not wait for each other at the end of each folder. */
function* windows<Folder extends { count: number }>(folders: readonly Folder[]): Generator<Folder[]> {
  let window: Folder[] = [];
  let count = 0;
  for (const folder of folders) {
    window.push(folder);
    count += folder.count;
    if (count < WINDOW) continue;
    yield window;
    [window, count] = [[], 0];
  }
  if (window.length > 0) yield window;
}

/** Reads all files of new folders. */
async function renderFolders(
  input: DocumentsInput,
  folders: readonly CorpusFolder[],
  result: DocumentsResult,
): Promise<void> {
  const files = folders.flatMap(folder => folder.files());
  const timestamps = new Map<string, Timestamps | null>();
  await renderFiles(input, files, (file, outcome) => {
    timestamps.set(file.path, outcome.timestamps);
    takeOutcome(input, file, outcome, result);
  });
  for (const folder of folders) {
    const paths = folder.paths();
    const times = new FolderTimes(paths.length);
    for (const [i, path] of paths.entries()) times.set(i, timestamps.get(path) ?? null);
    input.store.setFolder(folder.name, times.fingerprint(folder.text));
  }
}

function takeOutcome(
  { store, ledger, archive }: DocumentsInput,
  file: CorpusFile,
  { timestamps, result }: Outcome,
  all: DocumentsResult,
): void {
  // A file that was read has timestamps.
  const known = timestamps as Timestamps;
  if ('problems' in result) all.problems.push(...result.problems);
  if (isLevelFile(file)) {
    if ('level' in result) ledger.enterLevel(file, known, result.level);
    else ledger.removeLevel(file.path);
    return;
  }
  const before = ledger.isAfresh ? null : store.get(file.path);
  if (!('document' in result)) {
    if (before) {
      ledger.remove(before);
      archive?.leftOut.add(before.identifier);
    }
    return;
  }
  const { record, aliases, references, date, outputs } = result.document;
  const { identifier, values, keywords } = record;
  if (result.noted) archive?.noted.note(result.noted);
  const part = partOfDocument(sourceOf(file.source), identifier, values);
  ledger.enter(
    { file, timestamps: known, identifier, aliases, part, date, outputs, values, keywords },
    record,
    references,
    before,
  );
  all.rendered++;
}

/** Removes the later of two colliding documents, and stages the earlier again: its files may have been overwritten. */
async function settleDuplicates(input: DocumentsInput, result: DocumentsResult): Promise<void> {
  const { store, ledger, staging } = input;
  const again: CorpusFile[] = [];
  for (const documents of store.sharingIds(ledger.isAfresh ? null : ledger.put)) {
    const problems = duplicateProblems(
      documents.map(({ file, identifier }) => ({ path: file.path, identifier })),
    );
    const dropped = new Set(problems.map(problem => problem.path));
    result.problems.push(...problems);
    result.rendered -= documents.filter(({ file }) => ledger.isAfresh || ledger.put.has(file.path)).length;
    ledger.removeAll(documents);
    for (const document of documents) {
      if (!dropped.has(document.file.path)) {
        again.push(document.file);
        continue;
      }
      const staged = documentEntries(document).map(entry => entry.path);
      for (const file of staged) fs.rmSync(path.join(staging, file), { force: true });
      removeEmptyFolders(staging, staged);
    }
  }
  // They are counted already.
  await renderFiles({ ...input, progress: silent }, again, (file, outcome) =>
    takeOutcome(input, file, outcome, result),
  );
}

async function renderFiles(
  { corpus, staging, pool, progress, began, archive }: DocumentsInput,
  files: readonly CorpusFile[],
  take: (file: CorpusFile, outcome: Outcome) => void,
): Promise<void> {
  if (files.length === 0) return;
  const batches = inBatches(files).map(batch => ({
    ...{ corpus, staging, files: batch, began, archive: archive && { asOf: archive.options.asOf } },
  }));
  await pool.run<DocumentBatch, Outcome[]>(batches, threadsFor(files.length), (outcomes, batch) => {
    for (const [i, outcome] of outcomes.entries()) take(batch.files[i] as CorpusFile, outcome);
    const of = outcomes.filter((_, i) => !isLevelFile(batch.files[i] as CorpusFile));
    const work = of.reduce((sum, { timestamps }) => sum + workOf(timestamps?.size ?? 0), 0);
    progress.advance(of.length, work);
  });
}
