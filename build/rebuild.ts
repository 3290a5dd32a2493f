import { buildCatalog, type SourceCatalog } from './contract/catalog.ts';
import { SOURCES, type Source } from './contract/sources.ts';
import { sortProblems } from './corpus/problems.ts';
import { updateDocuments } from './documents.ts';

export { prepareRendering } from './documents.ts';

import { type BuildOptions, CorpusProblems } from './options.ts';
import { allPages, countPages } from './pages.ts';
import type { Progress } from './progress.ts';
import type { BuildReport } from './report.ts';
import type { Scan } from './scan.ts';
import { stageSearchIndex } from './search/stage.ts';
import { type DocumentState, readState, type State, type StateHeader } from './state.ts';
import { publishedMarks } from './tree/changes.ts';
import { type Entry, markOf } from './tree/entry.ts';
import { publishTree } from './tree/publish-tree.ts';
import { StagingWriter } from './tree/staging.ts';
import { emptyStaging, type Workspace } from './tree/workspace.ts';

export interface RebuildInput {
  options: BuildOptions;
  workspace: Workspace;
  scan: Scan;
  /** Of the last build's state; null where there is none that could be used. */
  header: StateHeader | null;
  /** Milliseconds since the epoch. */
  began: number;
}

/** Brings the tree up to date with a corpus that has changed. @throws as `build` does */
export async function rebuild({
  options,
  workspace,
  scan,
  header,
  began,
}: RebuildInput): Promise<BuildReport> {
  const { corpus, progress, cold, version } = options;
  const last = header && (await lastState(options, workspace));
  emptyStaging(workspace);
  const { documents, rendered, problems } = await updateDocuments({
    corpus,
    staging: workspace.staging,
    files: scan.files,
    known: last?.documents ?? new Map(),
    progress,
  });
  const all = sortProblems([...scan.problems, ...problems]);
  if (all.length > 0 && !options.keepGoing) throw new CorpusProblems(all);

  const catalogs = makeCatalogs(documents);
  const published = last ? pageMarks(last) : await publishedMarks(workspace.tree, cold);
  const pages =
    last && sameRecords(last.documents, documents)
      ? last.pages
      : stagePages(catalogs, workspace, published, progress);
  const state: State = { documents, pages };
  if (options.search) await stageSearchIndex(workspace, state, cold, progress);
  return publishTree({
    workspace,
    cold,
    catalogs,
    before: last ?? published,
    state,
    header: { version, corpus: scan.fingerprint, problems: all },
    report: { problems: all, rendered, began },
    now: options.now,
  });
}

async function lastState(options: BuildOptions, workspace: Workspace): Promise<State | null> {
  const last = await readState(workspace.state);
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

/** Whether lists and hierarchy come out the same: they follow from the records alone. */
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

const pageMarks = ({ pages }: State): Map<string, string> =>
  new Map(pages.map(page => [page.path, markOf(page)]));

/** Makes all pages and stages those that differ from the published ones. */
function stagePages(
  catalogs: readonly SourceCatalog[],
  { staging }: Workspace,
  published: ReadonlyMap<string, string>,
  progress: Progress,
): Entry[] {
  const writer = new StagingWriter(staging);
  const entries: Entry[] = [];
  progress.start('pages', countPages(catalogs));
  for (const page of allPages(catalogs)) {
    const { path, json: content, timestamp } = page;
    entries.push(writer.write({ path, content, timestamp }, published.get(path)));
    progress.advance(1);
  }
  return entries;
}
