import fs from 'node:fs';
import path from 'node:path';
import { takeLock } from './common/lock.ts';
import { CATALOG, SEARCH_INDEX } from './contract/paths.ts';
import { MARK_FILE, readMark } from './corpus/mark.ts';
import { isAsItWas, leftOut, lookAfresh, lookAgain } from './corpus-scan.ts';
import { readHistory } from './files/history-files.ts';
import { type TakenHistory, takeHistory } from './history/published-history.ts';
import { type BuildOptions, CorpusProblems } from './options.ts';
import { BaseCatalog } from './previous/base-catalog.ts';
import { checkPlaces, UnsuitablePlace } from './previous/check-folders.ts';
import { isWhole, manifestDigest, readPlan } from './previous/publication-plan.ts';
import { foreignFiles, publishedPaths } from './previous/published-paths.ts';
import { recordedProblems } from './previous/published-report.ts';
import { openWorkspace, type Workspace } from './previous/workspace.ts';
import { allFiles, changesOfPlan } from './publish/published-changes.ts';
import { recover } from './publish/recover.ts';
import { signTree } from './publish/signatures.ts';
import { type BuildReport, makeReport, NO_CHANGES } from './report/report.ts';
import {
  isSameSite,
  knownFolders,
  type Making,
  readStateHeader,
  type StateHeader,
  type Unusable,
} from './state/header.ts';
import { WorkerPool } from './threads/pool.ts';

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
    const plan = readPlan(workspace);
    const recovered = recover(workspace);
    if (recovered !== 'nothing') options.notice(RECOVERY[recovered]);
    // Nobody has been told what the interrupted build has changed.
    if (plan && recovered === 'finished')
      options.onPublished?.(isWhole(plan) ? allFiles(workspace.tree) : changesOfPlan(plan));
    const taken = await historyFor(options, workspace);
    const report = await buildLocked(
      { ...options, cold: options.cold || recovered === 'impossible' },
      workspace,
      taken,
    );
    // What was published before may be without a signature, or have one of another key.
    if (options.signer) signTree(workspace, options.signer, options.now());
    return report;
  } finally {
    options.progress.stop();
    for (const folder of [workspace.scratch, takenFolder(workspace)])
      fs.rmSync(folder, { recursive: true, force: true });
    if (!fs.existsSync(workspace.journal)) fs.rmSync(workspace.staging, { recursive: true, force: true });
    unlock();
  }
}

const RECOVERY = {
  finished: 'Finished the publication that an interrupted build had begun.',
  impossible:
    'Rebuilding everything: a build was interrupted while it published, and its files have been changed since.',
} as const;

/** Not the scratch folder: that is emptied whenever a rebuild begins. */
const takenFolder = ({ folder }: Workspace): string => path.join(folder, 'history');

/** What goes on in place of the tree's own history; the user is told. @throws where the place cannot be asked */
async function historyFor(options: BuildOptions, workspace: Workspace): Promise<TakenHistory | null> {
  const { historyFrom, notice } = options;
  if (!historyFrom) return null;
  const own = readHistory(workspace.tree)?.[0]?.number;
  const taken = await takeHistory(historyFrom, workspace.tree, takenFolder(workspace));
  const here = own === undefined ? 'has none' : `ends with number ${own}`;
  if (taken)
    notice(
      `The history goes on from ${historyFrom.name}, behind its number ${taken.newest.number}: the tree here ${here}.`,
    );
  else if (own === undefined)
    notice(`There is no history at ${historyFrom.name}, nor in the tree here: a new one begins.`);
  return taken;
}

async function buildLocked(
  options: BuildOptions,
  workspace: Workspace,
  taken: TakenHistory | null,
): Promise<BuildReport> {
  const built = await buildFrom(lastHeader(options, workspace), options, workspace, taken);
  if (!('reason' in built)) return built;
  tellUnusable(options, built.reason);
  return (await buildFrom(null, options, workspace, taken)) as BuildReport;
}

/** @param last what the last build left; null: everything is made afresh @returns why it cannot be used after all, where it cannot */
async function buildFrom(
  last: StateHeader | null,
  options: BuildOptions,
  workspace: Workspace,
  taken: TakenHistory | null,
): Promise<BuildReport | Unusable> {
  const began = options.now();
  const { corpus, keepGoing, search, pages, bulk, site = null } = options;
  if (!last) await checkTree(options, workspace);
  const pool = new WorkerPool(new URL('./worker.ts', import.meta.url));
  const base = last && new BaseCatalog(workspace, last);
  // What a rebuild begins with: the rest of the corpus may be looked at meanwhile.
  const prepare = (): void => {
    base?.open();
    loadRebuild().catch(() => {});
  };
  try {
    const sample = sampleMark(corpus);
    const look = last
      ? await lookAgain(options, last.totals, knownFolders(workspace.state), pool, began, prepare)
      : lookAfresh(options, pool);
    if (look.count === 0) throw new UnsuitablePlace(`There are no documents in ${corpus}.`);
    const made: Making = { corpus: fs.realpathSync(corpus), keepGoing, search, pages, bulk, sample, site };
    const isMadeAlike =
      last?.made.corpus === made.corpus &&
      last.made.pages === pages &&
      last.made.bulk === bulk &&
      last.made.sample === sample &&
      isSameSite(last.made.site, site);
    if (last && !taken && isMadeAlike && isAsItWas(look) && isComplete(options, workspace)) {
      const { problems, totals } = last;
      if (problems.length > 0 && !keepGoing) throw new CorpusProblems(problems);
      const seconds = (options.now() - began) / 1000;
      const known = recordedProblems(workspace.tree);
      return makeReport({ totals, problems, known, rendered: 0, changes: NO_CHANGES, began, seconds });
    }
    // New threads load their code while this one brings the documents up to date. `close` waits for the old ones, and tells if they fail.
    if (last) pool.renew(look.count).catch(() => {});
    const { rebuild } = await loadRebuild();
    const again = leftOut(last?.problems ?? [], look);
    return await rebuild({ options, made, workspace, last, base, ...look, taken, again, pool, began });
  } finally {
    await Promise.all([pool.close(), base?.close()]);
  }
}

/** @throws UnsuitablePlace where the corpus has a mark that cannot be read: what is a sample must not pass for the law */
function sampleMark(corpus: string): boolean {
  const mark = readMark(corpus);
  if ('reason' in mark) throw new UnsuitablePlace(`${path.join(corpus, MARK_FILE)} ${mark.reason}.`);
  return mark.sample;
}

/** Most of the code is loaded only where there is something to do: loading it takes longer than finding that out. */
const loadRebuild = () => import('./rebuild.ts');

/** What the last build left, where it can be used; the user is told where it cannot. */
function lastHeader(options: BuildOptions, workspace: Workspace): StateHeader | null {
  const manifest = manifestDigest(workspace.tree);
  if (options.cold || manifest === null) return null;
  const header = readStateHeader(workspace.state, { version: options.version, manifest });
  if (!('reason' in header)) return header;
  tellUnusable(options, header.reason);
  return null;
}

const tellUnusable = ({ notice }: BuildOptions, reason: string): void =>
  notice(`Rebuilding everything: the state of the last build cannot be used, ${reason}.`);

/** What cannot be told from files of somebody else is refused before hours are spent, and these are named. */
async function checkTree({ notice }: BuildOptions, workspace: Workspace): Promise<void> {
  const foreign = foreignFiles(workspace, await publishedPaths(workspace));
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
