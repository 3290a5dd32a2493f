import fs from 'node:fs';
import path from 'node:path';
import { archiveDigest, readRoot } from './archive/archive.ts';
import { keepText } from './archive/keep.ts';
import { takeLock } from './common/lock.ts';
import { CATALOG, SEARCH_INDEX } from './contract/paths.ts';
import { shareCorpus } from './corpus/lock.ts';
import { MARK_FILE, readMark } from './corpus/mark.ts';
import { isUnchanged, leftOut, scanAll, scanChanges } from './corpus-scan.ts';
import { readHistory } from './files/history-files.ts';
import { type TakenHistory, takeHistory } from './history/published-history.ts';
import { type BuildOptions, CorpusProblems } from './options.ts';
import { BaseCatalog } from './previous/base-catalog.ts';
import { checkFolders, UnsuitableFolder } from './previous/check-folders.ts';
import { isWhole, manifestDigest, readPlan } from './previous/publication-plan.ts';
import { foreignFiles, publishedPaths } from './previous/published-paths.ts';
import { recordedProblems } from './previous/published-report.ts';
import { openWorkspace, type Workspace } from './previous/workspace.ts';
import { allFiles, changesOfPlan } from './publish/published-changes.ts';
import { recover } from './publish/recover.ts';
import { signTree } from './publish/signatures.ts';
import { type BuildReport, makeReport, NO_CHANGES } from './report/report.ts';
import {
  type ArchiveMark,
  headerOf,
  isSameSite,
  knownFolders,
  type Making,
  OTHER_ARCHIVE,
  readStateHeader,
  type StateHeader,
  type Unusable,
} from './state/header.ts';
import { WorkerPool } from './threads/pool.ts';

/**
 * Builds the tree of a corpus and publishes it. Where nothing has changed since the last build, nothing is touched.
 *
 * @throws UnsuitableFolder, CorpusProblems, LockedError, ObstructedTree, UnfinishedPublication, errors of the file system; all but
 *   UnfinishedPublication leave the published tree as it was
 */
export async function build(options: BuildOptions): Promise<BuildReport> {
  checkFolders(options.corpus, options.out);
  const workspace = openWorkspace(options.out);
  const unlock = takeLock(workspace.lock, 'Another build of this tree is running. Nothing was done.');
  let release = (): void => {};
  try {
    release = shareCorpus(options.corpus);
    const plan = readPlan(workspace);
    const recovered = recover(workspace);
    if (recovered !== 'nothing') options.notice(RECOVERY[recovered]);
    // The interrupted build did not report its changes.
    if (plan && recovered === 'finished')
      options.onPublished?.(isWhole(plan) ? allFiles(workspace.tree) : changesOfPlan(plan));
    const taken = await historyFor(options, workspace);
    const report = await buildLocked(
      { ...options, cold: options.cold || recovered === 'impossible' },
      workspace,
      taken,
    );
    // Files that were published before may have no signature, or one of another key.
    if (options.signer) signTree(workspace, options.signer, options.now());
    return report;
  } finally {
    options.progress.stop();
    for (const folder of [workspace.scratch, takenFolder(workspace)])
      fs.rmSync(folder, { recursive: true, force: true });
    if (!fs.existsSync(workspace.journal)) fs.rmSync(workspace.staging, { recursive: true, force: true });
    release();
    unlock();
  }
}

const RECOVERY = {
  finished: 'Finished the publication that an interrupted build had begun.',
  impossible:
    'Rebuilding everything: a build was interrupted while it published, and its files have been changed since.',
} as const;

/** The folder for a history that is taken over. It is not the scratch folder, which a rebuild empties. */
const takenFolder = ({ folder }: Workspace): string => path.join(folder, 'history');

/** The published history, if it replaces the tree's own. The user gets a message. @throws where it cannot be read */
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
  given: BuildOptions,
  workspace: Workspace,
  taken: TakenHistory | null,
): Promise<BuildReport> {
  const archive = archiveOf(given);
  const options = archive ? withDayTold(given, workspace, archive) : given;
  const last = lastHeader(options, workspace, archive);
  const built = await buildFrom(last, options, workspace, taken, archive);
  if (!('reason' in built)) return built;
  reportUnusable(options, built.reason);
  return (await buildFrom(null, options, workspace, taken, archive)) as BuildReport;
}

/** @param last what the last build left; null: everything is made anew @returns the report, or why `last` cannot be used after all */
async function buildFrom(
  last: StateHeader | null,
  options: BuildOptions,
  workspace: Workspace,
  taken: TakenHistory | null,
  archive: ArchiveMark | null,
): Promise<BuildReport | Unusable> {
  const began = options.now();
  const { corpus, keepGoing, search, pages, bulk, site = null } = options;
  if (!last) await checkTree(options, workspace);
  const pool = new WorkerPool(new URL('./worker.ts', import.meta.url));
  const base = last && new BaseCatalog(workspace, last);
  // Loads what a rebuild needs first, while the rest of the corpus is scanned.
  const prepare = (): void => {
    base?.open();
    loadRebuild().catch(() => {});
  };
  try {
    const sample = sampleMark(corpus);
    const scan = last
      ? await scanChanges(options, last.totals, knownFolders(workspace.state), pool, began, prepare)
      : scanAll(options, pool);
    if (scan.count === 0) throw new UnsuitableFolder(`There are no documents in ${corpus}.`);
    const made: Making = {
      ...{ corpus: fs.realpathSync(corpus), keepGoing, search, pages, bulk, sample, site },
      ...(archive && { archive }),
      ...(options.archive?.versions === 'archive' && { versions: 'archive' as const }),
      ...(options.archive?.keep && { keep: keepText(options.archive.keep) }),
      ...(options.archive && { asOf: options.archive.asOf ?? options.archive.told ?? null }),
    };
    const isMadeAlike =
      last?.made.corpus === made.corpus &&
      last.made.pages === pages &&
      last.made.bulk === bulk &&
      last.made.sample === sample &&
      last.made.versions === made.versions &&
      last.made.keep === made.keep &&
      Boolean(last.made.asOf) === Boolean(made.asOf) &&
      isBounded(options) &&
      isSameSite(last.made.site, site);
    if (last && !taken && isMadeAlike && isUnchanged(scan) && isComplete(options, workspace)) {
      const { problems, totals } = last;
      if (problems.length > 0 && !keepGoing) throw new CorpusProblems(problems);
      const seconds = (options.now() - began) / 1000;
      const known = recordedProblems(workspace.tree);
      return makeReport({ totals, problems, known, rendered: 0, changes: NO_CHANGES, began, seconds });
    }
    // New threads load their code while this one updates the documents. `close` waits for the old ones, and throws their failures.
    if (last) pool.renew(scan.count).catch(() => {});
    const { rebuild } = await loadRebuild();
    const again = leftOut(last?.problems ?? [], scan);
    return await rebuild({ options, made, workspace, last, base, ...scan, taken, again, pool, began });
  } finally {
    await Promise.all([pool.close(), base?.close()]);
  }
}

/** Whether the corpus is marked as a sample. @throws UnsuitableFolder where the mark cannot be read: a sample must not pass for the law */
function sampleMark(corpus: string): boolean {
  const mark = readMark(corpus);
  if ('reason' in mark) throw new UnsuitableFolder(`${path.join(corpus, MARK_FILE)} ${mark.reason}.`);
  return mark.sample;
}

/** Most code is loaded only if something has changed: loading it takes longer than finding out. */
const loadRebuild = () => import('./rebuild.ts');

/** The state of the last build; null where it cannot be used, in which case the user gets a message. */
function lastHeader(
  options: BuildOptions,
  workspace: Workspace,
  archive: ArchiveMark | null,
): StateHeader | null {
  const manifest = manifestDigest(workspace.tree);
  if (options.cold || manifest === null) return null;
  const header = readStateHeader(workspace.state, { version: options.version, manifest });
  const isOther = !('reason' in header) && header.made.archive?.digest !== archive?.digest;
  if (!('reason' in header) && !isOther) return header;
  reportUnusable(options, 'reason' in header ? header.reason : OTHER_ARCHIVE.reason);
  return null;
}

/** The archive before the build; null without one. @throws ArchiveDamage */
const archiveOf = ({ archive }: BuildOptions): ArchiveMark | null =>
  archive ? { folder: path.resolve(archive.folder), digest: archiveDigest(readRoot(archive.folder)) } : null;

/** With the last day that a build of this tree with this archive was told, by whatever version. Warns of an earlier one. */
function withDayTold(options: BuildOptions, { state }: Workspace, { folder }: ArchiveMark): BuildOptions {
  const made = headerOf(state)?.made;
  const told = (made?.archive?.folder === folder && made.asOf) || null;
  const asOf = options.archive?.asOf;
  if (told && asOf && asOf < told)
    options.notice(
      `What is new is entered as of ${asOf}, before ${told}, which an earlier build of this tree was told (--as-of).`,
    );
  return { ...options, archive: options.archive ? { ...options.archive, told } : null };
}

/** Whether the archive has no more versions than it may have. */
const isBounded = ({ archive }: BuildOptions): boolean =>
  !archive?.keep || readRoot(archive.folder).keep === keepText(archive.keep);

const reportUnusable = ({ notice }: BuildOptions, reason: string): void =>
  notice(`Rebuilding everything: the state of the last build cannot be used, ${reason}.`);

/** Names files that no build made. Refuses early a folder in which they cannot be distinguished from the tree's files. */
async function checkTree({ notice }: BuildOptions, workspace: Workspace): Promise<void> {
  const foreign = foreignFiles(workspace, await publishedPaths(workspace));
  if (foreign.length === 0) return;
  const named = foreign.slice(0, MOST_NAMED).join(', ');
  notice(
    `In ${workspace.tree} there are files that no build has made; they are left alone: ${named}${foreign.length > MOST_NAMED ? `, and ${foreign.length - MOST_NAMED} more` : ''}.`,
  );
}

const MOST_NAMED = 10;

/** Whether the tree has exactly the expected files outside of the manifest. */
const isComplete = ({ search }: BuildOptions, { tree }: Workspace): boolean =>
  fs.existsSync(path.join(tree, CATALOG)) && fs.existsSync(path.join(tree, SEARCH_INDEX)) === search;
