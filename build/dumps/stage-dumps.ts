import { letGo } from '../common/garbage.ts';
import { documentPath } from '../contract/paths.ts';
import type { Ledger } from '../documents/ledger.ts';
import type { Entry } from '../files/entry.ts';
import { DUMPS, partOfDump, sourceOfPart } from '../files/manifest/parts.ts';
import { StagingWriter } from '../files/staging.ts';
import type { TreeParts } from '../publish/tree-parts.ts';
import type { Progress } from '../report/progress.ts';
import { type Dump, dumpPath } from '../state/dump.ts';
import type { StateStore } from '../state/store.ts';
import type { WorkerPool } from '../threads/pool.ts';
import { overviewOutputs } from './dump-index.ts';
import { DOCUMENTS_A_PIECE, type DumpedDocument, listOf } from './dump-pieces.ts';
import { type DumpTask, type WrittenDump, writeDump } from './write-dump.ts';

export interface DumpsInput {
  tree: string;
  staging: string;
  store: StateStore;
  ledger: Ledger;
  treeParts: TreeParts;
  pool: WorkerPool;
  progress: Progress;
}

/** A document of the published tree has other content than the build wrote. */
export class DamagedDocument extends Error {}

/** How many documents are worth a thread. */
const DOCUMENTS_A_THREAD = 512;

/** Makes the dumps with changed documents, the index of dumps, and the parts that list them. @throws DamagedDocument */
export async function stageDumps(input: DumpsInput): Promise<void> {
  const { store, ledger, pool, progress } = input;
  const known = store.dumps();
  const published = publishedAmong(known, input.treeParts);
  const counts = store.documentCounts();
  const dumps = new Map<string, Dump>();
  for (const [part, dump] of published)
    if (counts.has(part) && !ledger.parts.has(part)) dumps.set(part, dump);
  const touched = (part: string): number => (ledger.parts.get(part)?.size ?? 0) * DOCUMENTS_A_PIECE;
  const work = [...counts]
    .filter(([part]) => !dumps.has(part))
    .map(([part, count]) => [part, published.has(part) ? Math.min(count, touched(part)) : count] as const);
  // The longest first, so that all threads end at about the same time.
  work.sort(([, a], [, b]) => b - a);
  const costs = new Map(work);
  const documents = work.reduce((sum, [, cost]) => sum + cost, 0);
  if (work.length > 0) progress.start('dumps', work.length, documents);
  const take = (result: WrittenDump, { dumped, documents: list }: DumpTask): void => {
    if ('damaged' in result) throw new DamagedDocument(result.damaged);
    dumps.set(dumped, result);
    store.putDump(result);
    progress.advance(1, costs.get(dumped) ?? 0);
    letGo(list.length);
  };
  async function* tasks(): AsyncGenerator<DumpTask> {
    for (const [part] of work) yield taskFor(input, part, published.get(part) ?? null);
  }
  pool.start(Math.ceil(documents / DOCUMENTS_A_THREAD));
  if (pool.hasThreads) await pool.run<DumpTask, WrittenDump>(tasks(), 1, take);
  else for await (const task of tasks()) take(writeDump(task), task);
  for (const { part } of known) if (!dumps.has(part)) store.removeDump(part);
  list(
    input,
    [...counts.keys()].map(part => dumps.get(part) as Dump),
  );
}

/** By part: dumps that the published tree has unchanged. */
function publishedAmong(dumps: readonly Dump[], { published }: TreeParts): Map<string, Dump> {
  const digests = new Map<string, string>();
  for (const name of new Set(dumps.map(({ part }) => partOfDump(part)))) {
    if (!published.partOf(name)) continue;
    for (const { path, sha256 } of published.entries(name)) digests.set(path, sha256);
  }
  const sound = dumps.filter(({ part, sha256 }) => digests.get(dumpPath(part)) === sha256);
  return new Map(sound.map(dump => [dump.part, dump]));
}

function taskFor({ tree, staging, store }: DumpsInput, part: string, published: Dump | null): DumpTask {
  const source = sourceOfPart(part);
  let newest = '';
  function* dumped(): Generator<DumpedDocument> {
    for (const { identifier, date, sha256 } of store.jsonInPart(part)) {
      if (date > newest) newest = date;
      yield { path: documentPath(source, identifier, 'json'), sha256 };
    }
  }
  const documents = listOf(dumped());
  const pieces = published && { sha256: published.sha256, pieces: published.pieces };
  return { tree, staging, dumped: part, documents, newest, published: pieces };
}

/** Adds all dumps to the manifest, the index last: it is published after them. */
function list({ staging, treeParts }: DumpsInput, dumps: readonly Dump[]): void {
  const entries = new Map<string, Entry[]>();
  for (const { part, bytes, sha256, newest } of dumps) {
    const name = partOfDump(part);
    const listed = entries.get(name) ?? [];
    listed.push({ path: dumpPath(part), bytes, sha256, date: newest });
    entries.set(name, listed);
  }
  for (const [name, files] of entries) treeParts.make(name, 'dumps', files);
  const writer = new StagingWriter(staging);
  treeParts.make(
    DUMPS,
    'dumps',
    overviewOutputs(dumps).map(output => writer.write(output)),
  );
}
