import fs from 'node:fs';
import path from 'node:path';
import { takeLock } from './common/lock.ts';
import { CATALOG, SEARCH_INDEX } from './contract/paths.ts';
import type { CorpusFile } from './corpus/file.ts';
import { listCorpusFiles } from './corpus/files.ts';
import { corpusFingerprint, scanFile } from './corpus/scan.ts';
import { threadsFor } from './documents/batches.ts';
import { type BuildOptions, CorpusProblems } from './options.ts';
import { type BuildReport, makeReport, NO_CHANGES } from './report/report.ts';
import { readStateHeader, type StateHeader } from './state/state.ts';
import { WorkerPool } from './threads/pool.ts';
import { checkPlaces, UnsuitablePlace } from './tree/places.ts';
import { foreignFiles, publishedFingerprints } from './tree/published.ts';
import { manifestDigest, recover } from './tree/recover.ts';
import { openWorkspace, type Workspace } from './tree/workspace.ts';

/**
 * Builds the tree of a corpus and publishes it. Where nothing has changed since the last build, nothing is touched.
 *
 * @throws UnsuitablePlace, CorpusProblems, LockedError, ObstructedTree, UnfinishedPublication, errors of the file system; all but
 *   UnfinishedPublication leave the published tree as it was
 */
export async function build(options: BuildOptions): Promise<BuildReport> {
  checkPlaces(options.corpus, options.out);
  const workspace = openWorkspace(options.out);
  const unlock = takeLock(workspace.lock, 'Another build of this tree is running. Nothing was done.');
  try {
    const recovered = recover(workspace);
    if (recovered !== 'nothing') options.notice(RECOVERY[recovered]);
    return await buildLocked({ ...options, cold: options.cold || recovered === 'impossible' }, workspace);
  } finally {
    options.progress.stop();
    if (!fs.existsSync(workspace.journal)) fs.rmSync(workspace.staging, { recursive: true, force: true });
    unlock();
  }
}

const RECOVERY = {
  finished: 'Finished the publication that an interrupted build had begun.',
  impossible:
    'Rebuilding everything: a build was interrupted while it published, and its files have been changed since.',
} as const;

async function buildLocked(options: BuildOptions, workspace: Workspace): Promise<BuildReport> {
  const began = options.now();
  const header = await lastHeader(options, workspace);
  if (!header) await checkTree(options, workspace);
  const pool = new WorkerPool(new URL('./worker.ts', import.meta.url));
  try {
    const files = listFiles(options.corpus, header ? null : pool);
    const timestamps = header && files.map(file => scanFile(options.corpus, file, began));
    const isUpToDate =
      timestamps &&
      header.corpus !== null &&
      header.corpus === corpusFingerprint(files, timestamps) &&
      header.made.corpus === fs.realpathSync(options.corpus);
    if (isUpToDate && isComplete(options, workspace)) {
      const { problems, totals } = header;
      if (problems.length > 0 && !options.keepGoing) throw new CorpusProblems(problems);
      const seconds = (options.now() - began) / 1000;
      return makeReport({ totals, problems, rendered: 0, changes: NO_CHANGES, began, seconds });
    }
    // Most of the code is loaded only where there is something to do: loading it takes longer than finding that out.
    const { rebuild } = await import('./rebuild.ts');
    return await rebuild({ options, workspace, files, timestamps, pool, began });
  } finally {
    await pool.close();
  }
}

/** @param pool where every document is going to be read: its threads start while the listing goes on */
function listFiles(corpus: string, pool: WorkerPool | null): CorpusFile[] {
  const files: CorpusFile[] = [];
  for (const file of listCorpusFiles(corpus)) {
    files.push(file);
    pool?.start(threadsFor(files.length));
  }
  if (files.length === 0) throw new UnsuitablePlace(`There are no documents in ${corpus}.`);
  return files;
}

/** What the last build left, where it can be used; the user is told where it cannot. */
async function lastHeader(options: BuildOptions, workspace: Workspace): Promise<StateHeader | null> {
  const manifest = manifestDigest(workspace.tree);
  if (options.cold || manifest === null) return null;
  const header = await readStateHeader(workspace.state, { version: options.version, manifest });
  if (!('reason' in header)) return header;
  options.notice(`Rebuilding everything: the state of the last build cannot be used, ${header.reason}.`);
  return null;
}

/** What cannot be told from files of somebody else is refused before hours are spent, and these are named. */
async function checkTree({ notice }: BuildOptions, workspace: Workspace): Promise<void> {
  const foreign = foreignFiles(workspace, await publishedFingerprints(workspace, true));
  if (foreign.length === 0) return;
  const named = foreign.slice(0, MOST_NAMED).join(', ');
  notice(
    `In ${workspace.tree} there are files that no build has made; they are left alone: ${named}${foreign.length > MOST_NAMED ? `, and ${foreign.length - MOST_NAMED} more` : ''}.`,
  );
}

const MOST_NAMED = 10;

/** Whether the tree has the files, and only those, that its manifest says nothing about. */
const isComplete = ({ search }: BuildOptions, { tree }: Workspace): boolean =>
  fs.existsSync(path.join(tree, CATALOG)) && fs.existsSync(path.join(tree, SEARCH_INDEX)) === search;
