import fs from 'node:fs';
import path from 'node:path';
import { countsOf, newestDate } from './catalog/figures.ts';
import { type SharedCatalog, shareCatalog } from './common/catalog.ts';
import { collectGarbage } from './common/garbage.ts';
import { CATALOG } from './contract/paths.ts';
import type { CorpusFile } from './corpus/file.ts';
import { stageAliases } from './documents/aliases.ts';
import { Ledger } from './documents/ledger.ts';
import { stageDocumentParts } from './documents/parts.ts';
import { type DocumentsResult, type FolderToUpdate, updateDocuments } from './documents/update.ts';
import { DamagedDocument, stageDumps } from './dumps/stage.ts';
import { documentsDigest } from './files/manifest/root.ts';
import { ManifestWriter } from './files/manifest/write.ts';
import { stageHistory } from './history/stage.ts';
import type { TakenHistory } from './history/taken.ts';
import { type BuildOptions, CorpusProblems, KEPT_BUILDS } from './options.ts';
import { stagePages } from './pages/stage.ts';
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
import { StateStore } from './state/store.ts';
import type { WorkerPool } from './threads/pool.ts';
import type { BaseCatalog } from './tree/base.ts';
import { checkChanges } from './tree/max-removed.ts';
import { TreeParts } from './tree/parts.ts';
import { publishTree } from './tree/publish-tree.ts';
import { PublishedFiles } from './tree/published-files.ts';
import { stageCatalog, stageSameCatalog } from './tree/stage.ts';
import { emptyStaging, type Workspace } from './tree/workspace.ts';

export interface RebuildInput {
  options: BuildOptions;
  made: Making;
  workspace: Workspace;
  /** What the last build left; null where there is nothing that could be used. */
  last: StateHeader | null;
  /** Of the tree that `last` belongs to; null without it. */
  base: BaseCatalog | null;
  /** Of the corpus what is not as the last build found it; emptied. */
  folders: FolderToUpdate[];
  /** Names of folders that are there no more. */
  gone: readonly string[];
  /** Files of other folders that the last build left out. */
  again: readonly CorpusFile[];
  /** Goes on in place of the tree's own history; null: the tree's own goes on. */
  taken: TakenHistory | null;
  /** For the tasks of `worker.ts`. */
  pool: WorkerPool;
  /** Milliseconds since the epoch. */
  began: number;
}

/**
 * Brings the tree up to date with a corpus that has changed: documents, catalog, search index, pages, manifest,
 * publication. Everything is staged first, as far as it differs from what is published.
 *
 * @returns the report, or why what the last build left cannot be used after all
 * @throws as `build` does
 */
export async function rebuild(input: RebuildInput): Promise<BuildReport | Unusable> {
  const { workspace, last } = input;
  const published = await PublishedFiles.open(workspace, !input.options.cold);
  emptyStaging(workspace);
  try {
    const books = await openBooks(input);
    if ('reason' in books) return books;
    try {
      return await rebuildWith({ ...input, published, ...books });
    } finally {
      await books.ledger.close();
      books.store.close();
    }
  } catch (error) {
    if (last && isDamage(error)) return DAMAGED;
    if (last && error instanceof DamagedDocument)
      return { reason: `${error.message} is not as it was published` };
    throw error;
  }
}

interface Books {
  store: StateStore;
  ledger: Ledger;
}

/** What the last build left, to be written on. The ledger alone holds the published catalog, so that it goes when it is closed. */
async function openBooks({ workspace, last, base: published }: RebuildInput): Promise<Books | Unusable> {
  const base = published && (await published.take());
  if (last && !base) return { reason: 'the catalog is not the one that belongs to it' };
  try {
    const store = last ? StateStore.open(workspace.state) : StateStore.create(workspace.state);
    return { store, ledger: new Ledger(store, base, workspace.scratch) };
  } catch (error) {
    await base?.close();
    throw error;
  }
}

interface Means extends RebuildInput, Books {
  published: PublishedFiles;
}

async function rebuildWith(means: Means): Promise<BuildReport> {
  const { options, workspace, last, published, ledger, pool } = means;
  const { corpus, progress } = options;
  const { staging } = workspace;
  const updated = await updateDocuments({ ...means, corpus, staging, progress });
  await pool.renew(updated.rendered);
  if (updated.problems.length > 0 && !options.keepGoing) throw new CorpusProblems(updated.problems);

  const mark = await stageCatalogs(means);
  // The published catalog and what was gathered for this one take twice as much memory as this one.
  await ledger.close();
  collectGarbage();
  const catalog = await shareCatalog(path.join(staging, CATALOG));
  const counts = countsOf(catalog.sources);
  const from = last && published.root && documentsDigest(published.root.parts);
  const index = options.search ? new BackgroundIndex({ ...means, ...options, counts, from }) : null;
  try {
    // That of a night waits for the disk more than it works; a whole one takes what processors there are.
    if (last) index?.start();
    return await completeTree({ ...means, updated, catalog, mark, counts, from, index });
  } catch (error) {
    await index?.giveUp(error);
    // Threads may still read from the catalog, which is closed below.
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
  /** As it is staged. */
  catalog: SharedCatalog;
  mark: CatalogMark;
  counts: Record<string, number>;
  /** Of the published tree, see `documentsDigest`; null where nothing of it is to be relied on. */
  from: string | null;
  /** Null: there is none. */
  index: BackgroundIndex | null;
}

/** All that follows from the documents, which are staged. */
async function completeTree(means: WithDocuments): Promise<BuildReport> {
  const { options, made, workspace, last, published, store, ledger, pool, began } = means;
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
  // They are waited for below, behind the documents: until then their failure is not one that nobody handles.
  pages.catch(() => {});
  await stageDocumentParts(store, ledger, treeParts);
  stageAliases({ workspace, store, ledger, treeParts, notice: options.notice });
  index?.name(manifest.documentsDigest());
  const dumps = { tree, staging, store, ledger, treeParts, pool };
  // Dumps of a night are made beside its pages, by the same threads: one behind the other, threads would wait at the end of both.
  const isNight = last !== null && rendered <= MOST_AT_NIGHT;
  const beside = options.bulk && isNight ? stageDumps({ ...dumps, progress: silent }) : null;
  beside?.catch(() => {});
  await pages;
  if (beside) await shown(progress, 'dumps', beside);
  else if (options.bulk) {
    // The threads that made pages hold what lists need of all documents; dumps start others where they need them.
    await pool.dismiss(Object.values(counts).reduce((sum, count) => sum + count, 0));
    await stageDumps({ ...dumps, progress });
  }
  await stageSite({
    ...{ staging, store, catalogs: catalog.sources, treeParts },
    site: made.site,
    last: last?.made.site ?? null,
    sample,
    isOtherwiseMarked: last?.made.sample !== sample,
    touched: ledger.isAfresh ? null : ledger.parts,
  });
  const { root, digest } = manifest.finish(newestDate(catalog.sources), counts);
  const changes = published.exists ? published.changes() : null;
  if (changes && options.maxRemoved) checkChanges(options.maxRemoved, changes, counts);
  // They end beside what is left to do; the build waits for them at its end.
  pool.close().catch(() => {});

  const staged = index && (await index.complete());
  const spare = index && options.spare !== false ? nextSpare(ledger, from) : null;
  store.setSpare(spare);
  if (!spare) fs.rmSync(workspace.spare, { recursive: true, force: true });

  const totals: Totals = {
    documents: counts,
    files: root.files,
    bytes: root.bytes,
    index: staged?.bytes ?? null,
  };
  const header: StateHeader = { version, manifest: digest, catalog: mark, problems, totals, made };
  const builds = { from: published.root?.build ?? null, to: root.build };
  const keep = options.changesKeep ?? KEPT_BUILDS;
  const told = { ...builds, taken, keep, first: options.firstNumber, site: made.site };
  const history = await stageHistory({ ...told, workspace, store, changes, now });
  return publishTree({
    workspace,
    cold,
    changes,
    history,
    totals,
    digests: { catalog: mark.sha256, manifest: digest, index: staged?.sha256 ?? null },
    keepsIndex: spare !== null,
    report: { problems, rendered, began },
    commit: () => store.commit(header),
    signer: options.signer,
    onPublished: options.onPublished,
    now,
  });
}

/** Documents that are rendered anew. Of more, dumps take long enough to be shown, and memory that pages should have given back. */
const MOST_AT_NIGHT = 10_000;
