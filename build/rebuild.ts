import fs from 'node:fs';
import type { CorpusFile } from './corpus/file.ts';
import type { Timestamps } from './corpus/scan.ts';
import { catalogsOf, newestDate, sameRecords } from './documents/records.ts';
import { keptDocuments, updateDocuments } from './documents/update.ts';
import { fingerprintOf } from './files/entry.ts';
import { ManifestWriter } from './files/manifest/write.ts';
import { type BuildOptions, CorpusProblems } from './options.ts';
import { stagePages } from './pages/stage.ts';
import type { BuildReport } from './report/report.ts';
import { stageSearchIndex } from './search/stage.ts';
import { type BuildState, encodeState, type Making, readState } from './state/state.ts';
import type { WorkerPool } from './threads/pool.ts';
import { publishTree } from './tree/publish-tree.ts';
import { publishedFingerprints, publishedRoot } from './tree/published.ts';
import { stageCatalog, stageManifest } from './tree/stage.ts';
import { emptyStaging, type Workspace } from './tree/workspace.ts';

export interface RebuildInput {
  options: BuildOptions;
  workspace: Workspace;
  files: readonly CorpusFile[];
  /** Of the files, null where one cannot be looked at. Null where there is no state that could be used. */
  timestamps: readonly (Timestamps | null)[] | null;
  /** For the tasks of `worker.ts`. */
  pool: WorkerPool;
  /** Milliseconds since the epoch. */
  began: number;
}

/**
 * Brings the tree up to date with a corpus that has changed: documents, catalog, search index, pages, manifest,
 * publication. Everything is staged first, as far as it differs from what is published.
 *
 * @throws as `build` does
 */
export async function rebuild(input: RebuildInput): Promise<BuildReport> {
  const { options, workspace, files, timestamps, pool, began } = input;
  const { corpus, progress, cold, version, now } = options;
  const { staging } = workspace;
  const last = timestamps && (await lastState(options, workspace));
  emptyStaging(workspace);

  const kept = last ? keptDocuments(corpus, files, timestamps, last.documents, began) : new Map();
  const updated = await updateDocuments({ corpus, staging, files, kept, pool, progress, began });
  const { documents, fingerprint, rendered, problems } = updated;
  if (problems.length > 0 && !options.keepGoing) throw new CorpusProblems(problems);

  const date = newestDate(documents);
  const catalogs = catalogsOf(documents);
  const catalog = await stageCatalog(staging, catalogs, date);

  if (options.search) await stageSearchIndex(workspace, documents, cold, progress);

  const published = last ? pageFingerprints(last) : await publishedFingerprints(workspace, cold);
  const pages =
    last && sameRecords(last.documents, documents)
      ? Promise.resolve(last.pages)
      : stagePages({ catalogs, staging, published, pool, progress });
  // They are waited for below, behind the documents: until then their failure is not one that nobody handles.
  pages.catch(() => {});

  // The documents' lines are made while other threads make the pages.
  const writer = new ManifestWriter(staging, cold ? null : publishedRoot(workspace.tree));
  const [manifest, stateBody] = await Promise.all([
    stageManifest(writer, documents, pages, date),
    encodeState(documents, pages),
  ]);
  // They end beside what is left to do; the build waits for them at its end.
  pool.close().catch(() => {});

  return publishTree({
    workspace,
    cold,
    before: last ?? published,
    state: { documents, pages: await pages },
    stateBody,
    digests: { catalog, manifest: manifest.digest },
    header: { version, corpus: fingerprint, problems, made: makingOf(options) },
    report: { problems, rendered, began },
    now,
  });
}

async function lastState(options: BuildOptions, workspace: Workspace): Promise<BuildState | null> {
  const last = await readState(workspace.state);
  if (!('reason' in last)) return last;
  options.notice(`Rebuilding everything: the state of the last build cannot be used, ${last.reason}.`);
  return null;
}

const pageFingerprints = ({ pages }: BuildState): Map<string, string> =>
  new Map(pages.map(page => [page.path, fingerprintOf(page)]));

const makingOf = ({ corpus, keepGoing, search }: BuildOptions): Making => ({
  corpus: fs.realpathSync(corpus),
  keepGoing,
  search,
});
