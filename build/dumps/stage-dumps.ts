import { letGo } from '../common/garbage.ts';
import { documentPath } from '../contract/paths.ts';
import type { Ledger } from '../documents/ledger.ts';
import type { Entry } from '../files/entry.ts';
import { DUMPS, partOfDump, sourceOfPart } from '../files/manifest/parts.ts';
import { StagingWriter } from '../files/staging.ts';
import type { StagedVersions } from '../pages/stage-versions.ts';
import type { TreeParts } from '../publish/tree-parts.ts';
import type { Progress } from '../report/progress.ts';
import { type Dump, dumpPath, REFERENCES_DUMP, versionsDump } from '../state/dump.ts';
import type { StateStore } from '../state/store.ts';
import type { WorkerPool } from '../threads/pool.ts';
import { overviewOutputs } from './dump-index.ts';
import { DOCUMENTS_A_PIECE, type DumpedFile, listOf } from './dump-pieces.ts';
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

/** Makes the dumps with changed documents, the index of dumps, and the parts that list them. @throws DamagedDocument */
export async function stageDumps(input: DumpsInput): Promise<void> {
  const { store, ledger, references, pool, progress } = input;
  const known = store.dumps();
  const published = publishedAmong(known, input.treeParts);
  const counts = store.documentCounts();
  const kept = references.isChanged ? undefined : published.get(REFERENCES_DUMP);
  const cited = kept ? null : referencesIn(input);
  const citing = kept?.documents ?? cited?.files ?? 0;
  if (citing > 0) counts.set(REFERENCES_DUMP, citing);
  const former = formerVersions(input, published);
  for (const [part, { count }] of former) if (count > 0) counts.set(part, count);
  const dumps = new Map<string, Dump>();
  const isTouched = (part: string): boolean =>
    part === REFERENCES_DUMP ? references.isChanged : (former.get(part)?.isTouched ?? ledger.parts.has(part));
  for (const [part, dump] of published) if (counts.has(part) && !isTouched(part)) dumps.set(part, dump);
  const touched = (part: string): number => (ledger.parts.get(part)?.size ?? 1) * DOCUMENTS_A_PIECE;
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
    if (typeof list === 'string') letGo(list.length);
  };
  async function* tasks(): AsyncGenerator<DumpTask> {
    for (const [part] of work) yield taskFor(part);
  }
  function taskFor(part: string): DumpTask {
    const { tree, staging } = input;
    const known = published.get(part);
    const lines = former.get(part)?.lines() ?? documentLines(store, part);
    const listing =
      part === REFERENCES_DUMP && cited ? { documents: cited.parts, newest: cited.newest } : listed(lines);
    const pieces = known ? { sha256: known.sha256, pieces: known.pieces } : null;
    return { tree, staging, dumped: part, ...listing, published: pieces };
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

interface FormerVersions {
  /** Lines of the dump. */
  count: number;
  isTouched: boolean;
  lines(): Iterable<Line>;
}

/** By dump: the former versions of each part. They have none where the archive alone has their texts. */
function formerVersions(
  { versions, treeParts, tree }: DumpsInput,
  published: ReadonlyMap<string, Dump>,
): Map<string, FormerVersions> {
  const all = new Map<string, FormerVersions>();
  for (const { archived, part, isTouched } of versions?.parts ?? []) {
    const dump = versionsDump(archived);
    function* lines(): Generator<Line> {
      for (const entry of treeParts.entries(part, tree)) if (isFormerJson(entry.path)) yield entry;
    }
    const known = isTouched ? undefined : published.get(dump);
    const count = known?.documents ?? Array.from(lines()).length;
    all.set(dump, { count, isTouched, lines });
  }
  return all;
}

const isFormerJson = (file: string): boolean => /\/versions\/[^/]+\.json$/.test(file);

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

/** A line of a dump with its day. */
interface Line extends DumpedFile {
  date: string;
}

function* documentLines(store: StateStore, part: string): Generator<Line> {
  const source = sourceOfPart(part);
  for (const { identifier, date, sha256 } of store.jsonInPart(part))
    yield { path: documentPath(source, identifier, 'json'), sha256, date };
}

/** The parts of the manifest with references, how many files they list, and the newest day in them. */
function referencesIn({ tree, treeParts, references }: DumpsInput) {
  const parts = references.parts.flatMap(part => treeParts.placed(part, tree) ?? []);
  parts.sort((a, b) => (a.part.path < b.part.path ? -1 : 1));
  const files = parts.reduce((sum, { part }) => sum + part.files, 0);
  const newest = parts.reduce((day, { part }) => (part.newest > day ? part.newest : day), '');
  return { parts, files, newest };
}

/** The list of a dump, and the newest day in it. */
function listed(lines: Iterable<Line>): Pick<DumpTask, 'documents' | 'newest'> {
  let newest = '';
  function* dumped(): Generator<Line> {
    for (const line of lines) {
      if (line.date > newest) newest = line.date;
      yield line;
    }
  }
  return { documents: listOf(dumped()), newest };
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
