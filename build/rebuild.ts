import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type OpenCatalog, openCatalog } from './common/catalog.ts';
import type { SourceCatalog } from './contract/catalog.ts';
import { CATALOG, documentPath } from './contract/paths.ts';
import { SOURCES, type SourceId, sourceOf } from './contract/sources.ts';
import type { CorpusFile } from './corpus/file.ts';
import { Ledger } from './documents/ledger.ts';
import { type FolderToUpdate, updateDocuments } from './documents/update.ts';
import type { Entry } from './files/entry.ts';
import type { PartChanges } from './files/manifest/patch.ts';
import { ManifestWriter } from './files/manifest/write.ts';
import { type BuildOptions, CorpusProblems } from './options.ts';
import { stagePages } from './pages/stage.ts';
import type { BuildReport } from './report/report.ts';
import { stageSearchIndex } from './search/stage.ts';
import { documentEntries, OUTPUTS } from './state/document.ts';
import {
  DAMAGED,
  isDamage,
  type Making,
  type StateHeader,
  type Totals,
  type Unusable,
} from './state/header.ts';
import { StateStore } from './state/store.ts';
import type { WorkerPool } from './threads/pool.ts';
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
  /** Of the corpus what is not as the last build found it. */
  folders: readonly FolderToUpdate[];
  /** Names of folders that are there no more. */
  gone: readonly string[];
  /** Files of other folders that the last build left out. */
  again: readonly CorpusFile[];
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
  const base = last && (await openBase(workspace, last));
  if (last && !base) return { reason: 'the catalog is not the one that belongs to it' };
  let ledger: Ledger | null = null;
  let store: StateStore | null = null;
  try {
    store = last ? StateStore.open(workspace.state) : StateStore.create(workspace.state);
    ledger = new Ledger(store, base?.sources ?? null, workspace.scratch);
    return await rebuildWith({ ...input, published, base, store, ledger });
  } catch (error) {
    if (last && isDamage(error)) return DAMAGED;
    throw error;
  } finally {
    ledger?.close();
    store?.close();
    await base?.close();
  }
}

/** The published catalog, if it is the one that the state belongs to. */
async function openBase({ tree }: Workspace, { catalog }: StateHeader): Promise<OpenCatalog | null> {
  const base = await openCatalog(path.join(tree, CATALOG)).catch(() => null);
  if (base?.build === catalog.build) return base;
  await base?.close();
  return null;
}

interface Means extends RebuildInput {
  published: PublishedFiles;
  base: OpenCatalog | null;
  store: StateStore;
  ledger: Ledger;
}

async function rebuildWith(means: Means): Promise<BuildReport> {
  const { options, made, workspace, last, published, base, store, ledger, pool, began } = means;
  const { corpus, progress, cold, version, now } = options;
  const { tree, staging } = workspace;
  const updated = await updateDocuments({ ...means, corpus, staging, progress });
  const { rendered, problems } = updated;
  if (problems.length > 0 && !options.keepGoing) throw new CorpusProblems(problems);

  const changed = ledger.catalogs();
  const catalogs = changed ?? base?.sources ?? [];
  const date = newestDate(catalogs);
  const catalog = changed ? await stageCatalog(staging, changed, date) : (last as StateHeader).catalog;
  if (!changed) stageSameCatalog(workspace);
  const counts = countsOf(catalogs);

  const manifest = new ManifestWriter(staging, cold ? null : published.root);
  const groups = last && last.made.pages === options.pages ? ledger.groups : null;
  const pages = stagePages({
    catalog: path.join(staging, CATALOG),
    extent: options.pages,
    ...{ staging, tree, catalogs, published, groups, manifest, pool, progress },
  });
  // They are waited for below, behind the documents: until then their failure is not one that nobody handles.
  pages.catch(() => {});
  await stageDocumentParts(means, manifest);
  await pages;
  const { root, digest } = manifest.finish(date, counts);
  // They end beside what is left to do; the build waits for them at its end.
  pool.close().catch(() => {});

  if (options.search) await stageIndex(means, counts, digest);

  const totals: Totals = { documents: counts, files: root.files, bytes: root.bytes };
  const header: StateHeader = { version, manifest: digest, catalog, problems, totals, made };
  return publishTree({
    workspace,
    cold,
    changes: published.exists ? published.changes() : null,
    totals,
    digests: { catalog: catalog.sha256, manifest: digest },
    report: { problems, rendered, began },
    commit: () => store.commit(header),
    now,
  });
}

/** The parts of the manifest that list documents. Other threads make the pages meanwhile, and wait for this one. */
async function stageDocumentParts(
  { published, store, ledger }: Means,
  manifest: ManifestWriter,
): Promise<void> {
  for (const part of store.parts()) {
    const touched = ledger.parts.get(part);
    const text = ledger.isAfresh || !touched ? null : published.textOf(part);
    if (!ledger.isAfresh && !touched && published.partOf(part)) {
      published.keep(part);
      manifest.keepPart(part);
      continue;
    }
    if (text && touched) {
      const changes = changesOf(store, part, touched);
      published.compareChanges(part, 'documents', text, changes);
      manifest.patchPart(part, text, changes);
      continue;
    }
    const entries = store.inPart(part).flatMap(documentEntries);
    published.compare(part, 'documents', entries);
    manifest.stagePart(part, entries);
    await setImmediate();
  }
}

/** What has become of the files of these documents in a part of the manifest. */
function changesOf(store: StateStore, part: string, identifiers: ReadonlySet<string>): PartChanges {
  const changes = new Map<string, Entry | null>();
  const source = sourceOf(part.slice(0, part.indexOf('/')) as SourceId);
  for (const identifier of identifiers) {
    for (const representation of OUTPUTS) changes.set(documentPath(source, identifier, representation), null);
    const document = store.withIdentifier(identifier);
    if (document?.part !== part) continue;
    for (const entry of documentEntries(document)) changes.set(entry.path, entry);
  }
  return changes;
}

function stageIndex(means: Means, counts: Record<string, number>, manifest: string): Promise<void> {
  const { options, workspace, last, store, ledger } = means;
  const put = Array.from(ledger.put, file => store.get(file)).filter(document => document !== null);
  const identifiers = new Set(put.map(({ identifier }) => identifier));
  return stageSearchIndex({
    ...{ tree: workspace.tree, staging: workspace.staging, manifest },
    changes: last && {
      from: last.manifest,
      put: put.flatMap(documentEntries),
      count: put.length,
      removed: [...ledger.removed].filter(identifier => !identifiers.has(identifier)),
    },
    all: () => allEntries(store),
    count: Object.values(counts).reduce((sum, number) => sum + number, 0),
    ...{ cold: options.cold, progress: options.progress },
  });
}

/** Of all documents, a part of the manifest at a time. */
function* allEntries(store: StateStore): Generator<Entry> {
  for (const part of store.parts())
    for (const document of store.inPart(part)) yield* documentEntries(document);
}

/** The day of the newest document, YYYY-MM-DD. */
function newestDate(catalogs: readonly SourceCatalog[]): string {
  const dates = catalogs.map(({ columns }) => String(columns.last_updated?.values.at(-1) ?? ''));
  return dates.reduce((a, b) => (a > b ? a : b), '') || '1970-01-01';
}

/** Documents by source. */
const countsOf = (catalogs: readonly SourceCatalog[]): Record<string, number> =>
  Object.fromEntries(
    SOURCES.map(({ id }) => [id, catalogs.find(({ source }) => source.id === id)?.count ?? 0]),
  );
