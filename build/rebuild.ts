import fs from 'node:fs';
import path from 'node:path';
import { countsOf, newestDate } from './catalog/figures.ts';
import { type SharedCatalog, shareCatalog } from './common/catalog.ts';
import { collectGarbage, letGo } from './common/garbage.ts';
import { CATALOG } from './contract/paths.ts';
import type { CorpusFile } from './corpus/file.ts';
import { type Books, openBooks } from './documents/books.ts';
import { stageDocumentParts } from './documents/manifest-parts.ts';
import { stageAliases } from './documents/stage-aliases.ts';
import { type DocumentsResult, type FolderToUpdate, updateDocuments } from './documents/update-documents.ts';
import { DamagedDocument, stageDumps } from './dumps/stage-dumps.ts';
import { documentsDigest } from './files/manifest/root.ts';
import { ManifestWriter } from './files/manifest/write.ts';
import type { TakenHistory } from './history/published-history.ts';
import { stageHistory } from './history/stage-history.ts';
import { type BuildOptions, CorpusProblems, KEPT_BUILDS } from './options.ts';
import { LevelTrees } from './pages/level-trees.ts';
import { stageLevels } from './pages/stage-levels.ts';
import { stagePages } from './pages/stage-pages.ts';
import { doublesOf, stageVersions } from './pages/stage-versions.ts';
import type { BaseCatalog } from './previous/base-catalog.ts';
import { PublishedFiles } from './previous/published-files.ts';
import { emptyStaging, type Workspace } from './previous/workspace.ts';
import { checkChanges } from './publish/max-removed.ts';
import { publishTree } from './publish/publish-tree.ts';
import { stageCatalog, stageSameCatalog } from './publish/stage-catalog.ts';
import { TreeParts } from './publish/tree-parts.ts';
import { shown, silent } from './report/progress.ts';
import type { BuildReport } from './report/report.ts';
import { BackgroundIndex } from './search/embedded/index/background-index.ts';
import { nextSpare } from './search/embedded/index/stage.ts';
import { stageSite } from './site/stage.ts';
import {
  type CatalogMark,
  DAMAGED,
  isDamage,
  type Making,
  type StateHeader,
  type Totals,
  type Unusable,
} from './state/header.ts';
import type { WorkerPool } from './threads/pool.ts';

export interface RebuildInput {
  options: BuildOptions;
  made: Making;
  workspace: Workspace;
  /** What the last build left; null where there is nothing that could be used. */
  last: StateHeader | null;
  /** The catalog of the tree to which `last` belongs; null without `last`. */
  base: BaseCatalog | null;
  /** Folders that changed since the last build. `rebuild` empties the array. */
  folders: FolderToUpdate[];
  /** Names of folders that are gone. */
  gone: readonly string[];
  /** Files of unchanged folders that the last build left out. */
  again: readonly CorpusFile[];
  /** The history to continue; null: the tree's own. */
  taken: TakenHistory | null;
  /** Threads for the tasks of `worker.ts`. */
  pool: WorkerPool;
  /** Milliseconds since the epoch. */
  began: number;
}

/**
 * Updates the tree after changes of the corpus: documents, catalog, search index, pages, manifest, publication. All files that differ
 * from the published ones are staged first.
 *
 * @returns the report, or why the state of the last build cannot be used after all
 * @throws as `build` does
 */
export async function rebuild(input: RebuildInput): Promise<BuildReport | Unusable> {
  const { workspace, last } = input;
  const published = await PublishedFiles.open(workspace, !input.options.cold);
  emptyStaging(workspace);
  try {
    const books = await openBooks(input, input.options.archive ?? null);
    if ('reason' in books) return books;
    try {
      return await rebuildWith({ ...input, published, ...books });
    } finally {
      await books.close();
    }
  } catch (error) {
    if (last && isDamage(error)) return DAMAGED;
    if (last && error instanceof DamagedDocument)
      return { reason: `${error.message} is not as it was published` };
    throw error;
  }
}

interface Means extends RebuildInput, Books {
  published: PublishedFiles;
}

async function rebuildWith(means: Means): Promise<BuildReport> {
  const { options, workspace, last, published, ledger, pool } = means;
  const { staging } = workspace;
  const updated = await updateDocuments({ ...options, ...means, staging });
  await pool.renew(updated.rendered);
  if (updated.problems.length > 0 && !options.keepGoing) throw new CorpusProblems(updated.problems);

  const mark = await stageCatalogs(means);
  // The published catalog and the data for the new one take twice as much memory as the new one.
  await ledger.close();
  const file = path.join(staging, CATALOG);
  letGo(2 * fs.statSync(file).size);
  const catalog = await shareCatalog(file);
  const counts = countsOf(catalog.sources);
  const from = last && published.root && documentsDigest(published.root.parts);
  const index = options.search ? new BackgroundIndex({ ...means, ...options, counts, from }) : null;
  try {
    return await completeTree({ ...means, updated, catalog, mark, counts, from, index });
  } catch (error) {
    await index?.giveUp(error);
    // Threads may still read the catalog, which is closed below.
    await pool.close();
    throw error;
  } finally {
    await catalog.close();
  }
}

async function stageCatalogs({ workspace, last, ledger }: Means): Promise<CatalogMark> {
  const catalogs = ledger.catalogs();
  if (catalogs) return stageCatalog(workspace.staging, catalogs, newestDate(catalogs));
  stageSameCatalog(workspace);
  return (last as StateHeader).catalog;
}

interface WithDocuments extends Means {
  updated: DocumentsResult;
  /** The staged catalog. */
  catalog: SharedCatalog;
  mark: CatalogMark;
  counts: Record<string, number>;
  /** Digest of the published tree's documents, see `documentsDigest`; null where the tree is not trusted. */
  from: string | null;
  /** Null: there is none. */
  index: BackgroundIndex | null;
}

/** All that follows from the documents, which are staged. */
async function completeTree(means: WithDocuments): Promise<BuildReport> {
  const { options, made, workspace, last, published, store, ledger, archive, pool, began } = means;
  const { updated, catalog, mark, counts, from, index, taken } = means;
  const { progress, cold, version, now } = options;
  const { tree, staging } = workspace;
  const { rendered, problems } = updated;
  const manifest = new ManifestWriter(staging, cold ? null : published.root);
  const treeParts = new TreeParts(published, manifest);
  const { sample } = made;
  const isAlike = last?.made.pages === options.pages && last.made.sample === sample;
  const groups = isAlike ? ledger.groups : null;
  const pages = stagePages({
    extent: options.pages,
    ...{ staging, tree, catalog, sample, treeParts, groups, pool, progress },
  });
  // Pages are awaited below, after the documents. Until then this handles a failure.
  pages.catch(() => {});
  const isSmall = last !== null && rendered <= MOST_OF_SMALL_UPDATE;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  // Threads that made pages of many documents hold data for lists, which is freed before levels and references are made. This thread writes these.
  const isOneByOne = total >= (options.oneByOne ?? (isSmall ? MANY_IN_SMALL_UPDATE : MANY));
  if (isOneByOne) {
    await pages;
    await pool.dismiss();
    collectGarbage();
  }
  await stageDocumentParts(store, ledger, treeParts);
  stageAliases({ workspace, store, ledger, treeParts, notice: options.notice });
  const { references, entered, archived } = await stageWhatNeedsLevels(means, treeParts);
  // What follows needs the memory of the levels.
  if (total >= MANY) collectGarbage();
  const forVersions = { corpus: options.corpus, tree, staging, store, treeParts };
  const versions = archived ? await stageVersions({ ...forVersions, ...archived }) : null;
  if (total >= MANY) collectGarbage();
  // An update of the index, which needs the references, mostly waits for the disk; a whole index uses all processors.
  if (last) index?.start();
  index?.name(manifest.documentsDigest());
  const dumps = { tree, staging, store, ledger, treeParts, references, versions, pool };
  // Most small updates make dumps beside pages, with the same threads: one after the other, threads would wait at the end of both.
  const beside = options.bulk && isSmall && !isOneByOne ? stageDumps({ ...dumps, progress: silent }) : null;
  beside?.catch(() => {});
  await pages;
  if (beside) await shown(progress, 'dumps', beside);
  else if (options.bulk) await stageDumps({ ...dumps, progress });
  await stageSite({
    ...{ tree, staging, store, catalogs: catalog.sources, treeParts, sample },
    site: made.site,
    last: last?.made.site ?? null,
    isOtherwiseMarked: last?.made.sample !== sample,
    touched: ledger.isAfresh ? null : ledger.parts,
    archive: entered ?? null,
  });
  const { root, digest } = manifest.finish(newestDate(catalog.sources), counts);
  const changes = published.exists ? published.changes() : null;
  if (changes && options.maxRemoved) checkChanges(options.maxRemoved, changes, counts);
  // The threads end during the remaining work; the build waits for them at its end.
  pool.close().catch(() => {});

  const staged = index && (await index.complete());
  const spare = index && options.spare !== false ? nextSpare(ledger, from) : null;
  store.setSpare(spare);
  if (!spare) fs.rmSync(workspace.spare, { recursive: true, force: true });

  const { files, bytes } = root;
  const totals: Totals = { documents: counts, files, bytes, index: staged?.bytes ?? null };
  const madeNow = entered ? { ...made, archive: entered.mark } : made;
  const header: StateHeader = { version, manifest: digest, catalog: mark, problems, totals, made: madeNow };
  const builds = { from: published.root?.build ?? null, to: root.build };
  const keep = options.changesKeep ?? KEPT_BUILDS;
  const common = { ...builds, taken, keep, first: options.firstNumber, site: made.site };
  const history = await stageHistory({ ...common, workspace, store, changes, now });
  archive?.commit();
  return publishTree({
    ...{ workspace, cold, changes, history, totals, now },
    digests: { catalog: mark.sha256, manifest: digest, index: staged?.sha256 ?? null },
    keepsIndex: spare !== null,
    report: { problems, rendered, began },
    commit: () => store.commit(header),
    signer: options.signer,
    onPublished: options.onPublished,
  });
}

/** Levels, references, and what enters the archive. The trees of levels are gone when this returns: an asynchronous function keeps all that it names to its end. */
async function stageWhatNeedsLevels(means: WithDocuments, treeParts: TreeParts) {
  const { made, workspace, last, store, ledger, archive, pool, updated, catalog } = means;
  const trees = new LevelTrees(catalog.sources, store);
  const references = await stageLevels({
    ...{ staging: workspace.staging, store, catalogs: catalog.sources, trees, treeParts, pool },
    ...{ ledger, structures: ledger.isAfresh ? null : ledger.structures },
  });
  const problems = { problems: updated.problems, formerProblems: last?.problems ?? [] };
  const entered = archive?.enter({ ledger, store, staging: workspace.staging, ...problems });
  const places = { now: made.versions ?? 'files', before: last && (last.made.versions ?? 'files') };
  const archived = entered && { archive: entered, places, doubles: doublesOf(trees, entered, places) };
  return { references, entered, archived };
}

/** The most rendered documents of a small update. With more, dumps take long enough to be shown, and memory that pages must free first. */
const MOST_OF_SMALL_UPDATE = 10_000;
/** With fewer documents, threads make pages while this one looks up references. */
const MANY = 100_000;
/** With fewer documents, a small update makes pages, references and dumps side by side. */
const MANY_IN_SMALL_UPDATE = 400_000;
