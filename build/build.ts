import fs from 'node:fs';
import path from 'node:path';
import { buildCatalog, type SourceCatalog } from './contract/catalog.ts';
import { SOURCES, type Source } from './contract/sources.ts';
import type { Problem } from './corpus/problems.ts';
import { updateDocuments } from './documents.ts';
import { allPages, countPages } from './pages.ts';
import type { Progress } from './progress.ts';
import { type BuildReport, makeReport, REPORT } from './report.ts';
import { scanCorpus } from './scan.ts';
import { type DocumentState, readState, type State } from './state.ts';
import { type Entry, makeEntry, mtimeOf } from './tree/entry.ts';
import { takeLock } from './tree/lock.ts';
import { digestOfFile, MANIFEST } from './tree/manifest.ts';
import { finishPublication } from './tree/publish.ts';
import { NO_CHANGES, publishTree } from './tree/publish-tree.ts';
import { StagingWriter } from './tree/staging.ts';
import { emptyStaging, type Workspace, workspaceOf } from './tree/workspace.ts';

export interface BuildOptions {
  corpus: string;
  out: string;
  /** Leave bad documents out instead of failing. */
  keepGoing: boolean;
  /** Ignore what earlier builds left. */
  cold: boolean;
  /** See `codeVersion`. */
  version: string;
  progress: Progress;
  /** Told of what the user may want to know, such as a state that could not be used. */
  notice(message: string): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The corpus has problems, and the build was not told to keep going. Nothing was published. */
export class CorpusProblems extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`The corpus has ${problems.length} problem${problems.length === 1 ? '' : 's'}.`);
    this.problems = problems;
  }
}

/** Builds the tree of a corpus and publishes it. @throws CorpusProblems, LockedError, errors of the file system */
export async function build(options: BuildOptions): Promise<BuildReport> {
  const workspace = workspaceOf(options.out);
  fs.mkdirSync(workspace.folder, { recursive: true });
  const unlock = takeLock(workspace.lock);
  try {
    if (finishPublication(workspace))
      options.notice('Finished the publication that an interrupted build had begun.');
    emptyStaging(workspace);
    return await buildLocked(options, workspace);
  } finally {
    options.progress.stop();
    fs.rmSync(workspace.staging, { recursive: true, force: true });
    unlock();
  }
}

async function buildLocked(options: BuildOptions, workspace: Workspace): Promise<BuildReport> {
  const { corpus, progress, version, cold } = options;
  const began = options.now();
  const files = await scanCorpus(corpus);
  const last = await lastState(options, workspace);
  const { documents, rendered, problems } = await updateDocuments({
    corpus,
    staging: workspace.staging,
    files,
    known: last?.documents ?? new Map(),
    progress,
  });
  if (problems.length > 0 && !options.keepGoing) throw new CorpusProblems(problems);

  const catalogs = makeCatalogs(documents);
  const pages =
    last && sameRecords(last.documents, documents) ? last.pages : stagePages(catalogs, workspace, progress);
  const state: State = { documents, pages };
  const isUnchanged = last !== null && rendered === 0 && last.documents.size === documents.size;
  const changes = isUnchanged
    ? NO_CHANGES
    : await publishTree({ workspace, version, cold, catalogs, last, state });
  const seconds = (options.now() - began) / 1000;
  const report = makeReport({ state, problems, rendered, changes, began, seconds });
  fs.writeFileSync(path.join(workspace.tree, REPORT), `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

/** What the last build knew, where it can be used; the user is told where it cannot. */
async function lastState(options: BuildOptions, { tree, state }: Workspace): Promise<State | null> {
  const manifest = path.join(tree, MANIFEST);
  if (options.cold || !fs.existsSync(manifest)) return null;
  const last = await readState(state, { version: options.version, manifest: await digestOfFile(manifest) });
  if (!('reason' in last)) return last;
  options.notice(`Rebuilding everything: the state of the last build cannot be used, ${last.reason}.`);
  return null;
}

function makeCatalogs(documents: ReadonlyMap<string, DocumentState>): SourceCatalog[] {
  const states = [...documents.values()];
  const recordsOf = (source: Source) =>
    states.filter(({ file }) => file.source === source.id).map(({ record }) => record);
  return SOURCES.map(source => buildCatalog(source, recordsOf(source)));
}

/** Whether lists, hierarchy and catalog come out the same: they follow from the records alone. */
function sameRecords(
  last: ReadonlyMap<string, DocumentState>,
  now: ReadonlyMap<string, DocumentState>,
): boolean {
  if (last.size !== now.size) return false;
  for (const [file, { record }] of now) {
    const known = last.get(file)?.record;
    if (known !== record && JSON.stringify(known) !== JSON.stringify(record)) return false;
  }
  return true;
}

function stagePages(catalogs: readonly SourceCatalog[], { staging }: Workspace, progress: Progress): Entry[] {
  const writer = new StagingWriter(staging);
  const entries: Entry[] = [];
  progress.start('pages', countPages(catalogs));
  for (const page of allPages(catalogs)) {
    const content = Buffer.from(page.json);
    const entry = makeEntry(page.path, content, page.timestamp);
    writer.write(entry.path, [content], () => mtimeOf(entry));
    entries.push(entry);
    progress.advance(1);
  }
  return entries;
}
