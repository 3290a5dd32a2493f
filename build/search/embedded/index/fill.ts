import { WorkerPool } from '../../../threads/pool.ts';
import type { TreeDocument } from '../../documents/tree-documents.ts';
import { Analyser, type Analysis } from './analysis.ts';
import type { AnalysisTask } from './analysis-worker.ts';
import type { ChangedDocument, SearchIndexWriter } from './index-writer.ts';

const LOOKED_UP = 500;
/** Documents a thread reads at a time: enough that reading outweighs the messages. */
const READ_AT_ONCE = 50;
/** Documents that this thread reads before others are worth their start. */
const WITHOUT_THREADS = 500;
const THREADS = 2;

interface Task extends AnalysisTask {
  hashes: string[];
}

/** Brings the documents of an index up to date. @param onProgress called with the number of documents so far */
export async function fillIndex(
  writer: SearchIndexWriter,
  documents: Iterable<TreeDocument> | AsyncIterable<TreeDocument>,
  onProgress: (done: number) => void,
): Promise<void> {
  const analyser = new Analyser();
  const batches = changedBatches(writer, documents, onProgress);
  let left = WITHOUT_THREADS;
  for (let next = await batches.next(); !next.done; next = await batches.next()) {
    if (left <= 0 && next.value.every(({ document }) => document.files !== undefined))
      return withThreads(writer, next.value, batches);
    left -= next.value.length;
    const read = next.value.map(({ document }) => document.read());
    writer.add(analyser.analyse(read), hashesOf(next.value));
    await writer.ready();
  }
}

async function withThreads(
  writer: SearchIndexWriter,
  first: readonly ChangedDocument[],
  others: AsyncIterable<readonly ChangedDocument[]>,
): Promise<void> {
  const pool = new WorkerPool(new URL('./analysis-worker.ts', import.meta.url));
  async function* tasks(): AsyncGenerator<Task> {
    yield taskOf(first);
    for await (const batch of others) {
      await writer.ready();
      yield taskOf(batch);
    }
  }
  try {
    await pool.run<Task, Analysis>(tasks(), THREADS, (analysis, { hashes }) => writer.add(analysis, hashes));
  } finally {
    await pool.close();
  }
}

const taskOf = (batch: readonly ChangedDocument[]): Task => ({
  files: batch.map(({ document }) => document.files!()),
  hashes: hashesOf(batch),
});

const hashesOf = (batch: readonly ChangedDocument[]): string[] => batch.map(({ hash }) => hash);

async function* changedBatches(
  writer: SearchIndexWriter,
  documents: Iterable<TreeDocument> | AsyncIterable<TreeDocument>,
  onProgress: (done: number) => void,
): AsyncGenerator<readonly ChangedDocument[]> {
  let looked: TreeDocument[] = [];
  let done = 0;
  async function* changed() {
    const found = await writer.changed(looked);
    looked = [];
    for (let at = 0; at < found.length; at += READ_AT_ONCE) yield found.slice(at, at + READ_AT_ONCE);
  }
  for await (const document of documents) {
    looked.push(document);
    onProgress(++done);
    if (looked.length >= LOOKED_UP) yield* changed();
  }
  if (looked.length > 0) yield* changed();
}
