import type { Ledger } from '../documents/ledger.ts';
import type { Entry } from '../files/entry.ts';
import { DUMPS, partOfDump } from '../files/manifest/parts.ts';
import type { PlacedPart } from '../files/manifest/root.ts';
import { StagingWriter } from '../files/staging.ts';
import type { StagedVersions } from '../pages/stage-versions.ts';
import type { TreeParts } from '../publish/tree-parts.ts';
import type { Progress } from '../report/progress.ts';
import { type Dump, dumpPath, REFERENCES_DUMP, versionsDump } from '../state/dump.ts';
import type { StateStore } from '../state/store.ts';
import type { WorkerPool } from '../threads/pool.ts';
import { overviewOutputs } from './dump-index.ts';
import { dumpLines } from './dump-lines.ts';
import { DOCUMENTS_A_PIECE } from './dump-pieces.ts';
import { type DumpTask, type WrittenDump, writeDump } from './write-dump.ts';

export interface DumpsInput {
  tree: string;
  staging: string;
  store: StateStore;
  ledger: Ledger;
  treeParts: TreeParts;
  /** The parts of the manifest with references, and whether any may be other than before. */
  references: { parts: readonly string[]; isChanged: boolean };
  /** The former versions; null without an archive. */
  versions: StagedVersions | null;
  pool: WorkerPool;
  progress: Progress;
}

/** A document of the published tree has other content than the build wrote. */
export class DamagedDocument extends Error {}

/** How many documents are worth a thread. */
const DOCUMENTS_A_THREAD = 512;

/** To find a line in the published dump, and copy it, takes such a part of the time that deflating it takes. */
const COPIED_AS_ONE = 24;

/** What a dump holds. */
interface Dumped {
  /** The parts of the manifest with its files. */
  parts: readonly PlacedPart[];
  /** About as many lines. */
  count: number;
  isTouched: boolean;
}

/** Makes the dumps with changed documents, the index of dumps, and the parts that list them. @throws DamagedDocument */
export async function stageDumps(input: DumpsInput): Promise<void> {
  const { tree, staging, store, ledger, pool, progress } = input;
  const known = store.dumps.all();
  const published = publishedAmong(known, input.treeParts);
  const all = new Map([
    ...dumpsOfDocuments(input),
    ...dumpOfReferences(input),
    ...dumpsOfVersions(input, published),
  ]);
  const dumps = new Map<string, Dump>();
  for (const [part, dump] of published) if (all.get(part)?.isTouched === false) dumps.set(part, dump);
  const touched = (part: string): number => (ledger.parts.get(part)?.size ?? 1) * DOCUMENTS_A_PIECE;
  const work = [...all]
    .filter(([part]) => !dumps.has(part))
    .map(([part, { count }]) => {
      const deflated = published.has(part) ? Math.min(count, touched(part)) : count;
      return { part, deflated, cost: deflated + (count - deflated) / COPIED_AS_ONE };
    });
  // The longest first, so that all threads end at about the same time.
  work.sort((a, b) => b.cost - a.cost);
  const costs = new Map(work.map(({ part, deflated }) => [part, deflated]));
  const documents = work.reduce((sum, { deflated }) => sum + deflated, 0);
  if (work.length > 0) progress.start('dumps', work.length, documents);
  const take = (result: WrittenDump, { dumped }: DumpTask): void => {
    if ('damaged' in result) throw new DamagedDocument(result.damaged);
    store.dumps.put(result);
    const { pieces: _, ...dump } = result;
    dumps.set(dumped, dump);
    progress.advance(1, costs.get(dumped) ?? 0);
  };
  async function* tasks(): AsyncGenerator<DumpTask> {
    for (const { part } of work) yield taskFor(part);
  }
  function taskFor(part: string): DumpTask {
    const sha256 = published.get(part)?.sha256;
    const pieces = sha256 === undefined ? null : store.dumps.piecesOf(part);
    const { parts } = all.get(part) as Dumped;
    return { tree, staging, dumped: part, parts, published: sha256 && pieces ? { sha256, pieces } : null };
  }
  pool.start(Math.ceil(documents / DOCUMENTS_A_THREAD));
  if (pool.hasThreads) await pool.run<DumpTask, WrittenDump>(tasks(), 1, take);
  else for await (const task of tasks()) take(writeDump(task), task);
  for (const { part } of known) if (!dumps.has(part)) store.dumps.remove(part);
  list(
    input,
    [...all.keys()].map(part => dumps.get(part) as Dump),
  );
}

/** In the order of their parts. */
function* dumpsOfDocuments({ store, treeParts, tree, ledger }: DumpsInput): Generator<[string, Dumped]> {
  for (const [part, count] of store.documentCounts()) {
    const placed = treeParts.placed(part, tree);
    yield [part, { parts: placed ? [placed] : [], count, isTouched: ledger.parts.has(part) }];
  }
}

function* dumpOfReferences({ tree, treeParts, references }: DumpsInput): Generator<[string, Dumped]> {
  const parts = references.parts.flatMap(part => treeParts.placed(part, tree) ?? []);
  parts.sort((a, b) => (a.part.path < b.part.path ? -1 : 1));
  const count = parts.reduce((sum, { part }) => sum + part.files, 0);
  if (count > 0) yield [REFERENCES_DUMP, { parts, count, isTouched: references.isChanged }];
}

/** Those of former versions. There is none where the archive alone has their texts. */
function* dumpsOfVersions(
  { versions, treeParts, tree }: DumpsInput,
  published: ReadonlyMap<string, Dump>,
): Generator<[string, Dumped]> {
  for (const { archived, part, isTouched } of versions?.parts ?? []) {
    const dump = versionsDump(archived);
    const placed = treeParts.placed(part, tree);
    if (placed && ((!isTouched && published.has(dump)) || hasLines(dump, placed)))
      yield [dump, { parts: [placed], count: placed.part.files, isTouched }];
  }
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

function hasLines(dump: string, part: PlacedPart): boolean {
  for (const _ of dumpLines(dump, [part])) return true;
  return false;
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
