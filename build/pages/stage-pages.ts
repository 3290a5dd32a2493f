import { type LoadedCatalog, type SharedCatalog, sourcesOf } from '../common/catalog.ts';
import { isDated } from '../contract/levels.ts';
import type { PagesExtent } from '../contract/precomputed.ts';
import { type Entry, fingerprintOf } from '../files/entry.ts';
import { isOfLists, sourceOfPart } from '../files/manifest/parts.ts';
import type { PartChanges } from '../files/manifest/patch.ts';
import { readPart } from '../files/manifest/read.ts';
import { StagingWriter } from '../files/staging.ts';
import type { StoredCatalog } from '../formats/catalog.ts';
import { type LevelNode, type LevelTree, treeOf } from '../lists/level-tree.ts';
import { Listing } from '../lists/listing.ts';
import type { TreeParts } from '../publish/tree-parts.ts';
import type { Progress } from '../report/progress.ts';
import type { WorkerPool } from '../threads/pool.ts';
import { type GroupKey, groupOfPage, kindOfPage, type PageKind, partOfGroup } from './group.ts';
import type { OuterSummary } from './hierarchy.ts';
import { listsOfLevels, outputOf, type PageGroup, pageGroups, titlesByGroup } from './pages.ts';
import { type PublishedPages, publishedSummaries, Summaries } from './summaries.ts';

/** A thread's task: make and stage the pages of one part of the manifest. */
export interface PagePart {
  catalog: LoadedCatalog;
  extent: PagesExtent;
  sample: boolean;
  staging: string;
  part: string;
  /** The pages to make; null: all. */
  kind: PageKind | null;
  /** Known summaries of titles whose pages are remade. */
  summaries: readonly OuterSummary[];
  /** The groups to remake; null: all. */
  groups: ReadonlySet<GroupKey> | null;
  published: PublishedPages | null;
  /** The outermost levels whose lists are to be made, with those in them: a thread does not make the levels of all documents. */
  titles: readonly LevelNode[];
}

export interface StagedPart {
  part: string;
  /** Differences from the published part, or from an empty one. */
  changes: PartChanges;
  summaries: readonly OuterSummary[];
}

/**
 * Groups pages by the part of the manifest that lists them: all parts, with the groups to make. A million documents have fifty
 * thousand groups; most are unchanged in a nightly build, and each thread makes others.
 * @param task whose `groups` are wanted; null: all
 */
function groupsByPart(
  listings: readonly Listing[],
  task: Pick<PagePart, 'extent' | 'sample' | 'groups'>,
): ReadonlyMap<string, readonly PageGroup[]> {
  const { extent, sample, groups: wanted } = task;
  const parts = new Map<string, PageGroup[]>();
  for (const group of pageGroups(listings, extent, sample)) {
    const part = partOfGroup(group.key);
    const groups = parts.get(part) ?? [];
    parts.set(part, groups);
    if (wanted?.has(group.key) ?? true) groups.push(group);
  }
  return parts;
}

/** Makes the pages of a part and stages those that differ from the published ones. @param candidates groups of the part to make */
function makePart(candidates: readonly PageGroup[], task: PagePart): StagedPart {
  const { staging, part, groups, published } = task;
  const isOfTask = (kind: PageKind): boolean => task.kind === null || task.kind === kind;
  const known = new Map<string, Entry>();
  if (published?.part)
    for (const entry of readPart(published.tree, published.part))
      if (isOfTask(kindOfPage(entry.path))) known.set(entry.path, entry);
  const writer = new StagingWriter(staging);
  const changes = new Map<string, Entry | null>();
  for (const path of known.keys()) if (groups?.has(groupOfPage(path)) ?? true) changes.set(path, null);
  const asPublished = published && groups && publishedSummaries(published.tree, groups, known);
  const summaries = new Summaries(task.summaries, asPublished ?? (() => undefined));
  for (const group of candidates) {
    if (!isOfTask(group.kind)) continue;
    for (const page of group.pages(summaries)) {
      const last = known.get(page.path);
      const entry = writer.write(outputOf(page), last && fingerprintOf(last));
      if (last && fingerprintOf(last) === fingerprintOf(entry)) changes.delete(entry.path);
      else changes.set(entry.path, entry);
    }
  }
  return { part, changes, summaries: summaries.made };
}

/** Pages of a list are made one after the other: those of the lists before it need not be kept. */
const KEPT_BYTES = 1024 * 1024;

const listingsOf = (sources: readonly StoredCatalog[], levels?: () => LevelTree): Listing[] =>
  sources.map(source => new Listing(source, { keptBytes: KEPT_BYTES, ...(levels && { levels }) }));

/** The levels of a thread's task. */
let levels = treeOf([]);

/** A thread serves one build with one catalog and the same groups to make. Lists of levels are not among them. */
let made: Promise<{ listings: Listing[]; groupsOf: ReturnType<typeof groupsByPart> }> | null = null;

/** Makes and stages a part in a thread. */
export async function stagePart(task: PagePart): Promise<StagedPart> {
  made ??= sourcesOf(task.catalog).then(sources => {
    const listings = listingsOf(sources, () => levels);
    return { listings, groupsOf: groupsByPart(listings, task) };
  });
  const { listings, groupsOf } = await made;
  levels = treeOf(task.titles);
  const listing = listings.find(({ catalog }) => catalog.source.id === task.part.split('/')[0]);
  const ofLevels = listing && task.titles.length > 0 ? listsOfLevels(listing, task.extent) : [];
  const staged = makePart([...(groupsOf.get(task.part) ?? []), ...ofLevels], task);
  levels = treeOf([]);
  return staged;
}

/** By part of the manifest: the outermost levels whose lists are to be made. @param wanted groups; null: all */
function titlesByPart(
  listings: readonly Listing[],
  { extent, groups: wanted }: Pick<PagePart, 'extent' | 'groups'>,
): ReadonlyMap<string, readonly LevelNode[]> {
  const parts = new Map<string, LevelNode[]>();
  for (const listing of listings)
    for (const [key, nodes] of titlesByGroup(listing, extent))
      if (wanted?.has(key) ?? true) {
        const part = partOfGroup(key);
        parts.set(part, [...(parts.get(part) ?? []), ...nodes]);
      }
  return parts;
}

export interface PagesInput extends Pick<PagePart, 'extent' | 'sample' | 'staging' | 'groups'> {
  tree: string;
  /** The catalog of the new tree. It may be closed when all pages are made. */
  catalog: SharedCatalog;
  treeParts: TreeParts;
  pool: WorkerPool;
  progress: Progress;
}

/** The number of pages that justifies a thread, which reads the catalog first. */
const PAGES_A_THREAD = 2000;

/** Makes all pages that differ from the published ones, and the parts of the manifest that list pages. */
export async function stagePages(input: PagesInput): Promise<void> {
  const { catalog, extent, sample, staging, tree, treeParts, groups, pool, progress } = input;
  const { published } = treeParts;
  const filesIn = (part: string): number => published.partOf(part)?.files ?? 0;
  const listings = listingsOf(catalog.sources);
  const groupsOf = groupsByPart(listings, input);
  const titles = titlesByPart(listings, input);
  const touched = groups && new Set(Array.from(groups, partOfGroup));
  const [parts, kept] = [[] as string[], [] as string[]];
  for (const part of groupsOf.keys())
    (touched?.has(part) === false && published.partOf(part) ? kept : parts).push(part);
  for (const part of kept) treeParts.keep(part);
  const tasks = parts.flatMap((part): PagePart[] => {
    const last = published.partOf(part);
    const task = {
      catalog: catalog.loaded,
      extent,
      sample,
      staging,
      part,
      groups,
      summaries: [],
      published: last && { tree, part: last },
      titles: titles.get(part) ?? [],
    };
    return kindsOf(part, filesIn(part)).map(kind => ({ ...task, kind }));
  });
  // The longest first, so that no thread is left with one at the end.
  tasks.sort((a, b) => filesIn(b.part) - filesIn(a.part));
  const pieces = new Map<string, StagedPart[]>();
  const summaries: OuterSummary[] = [];
  const take = (staged: StagedPart): void => {
    progress.advance(1);
    summaries.push(...staged.summaries);
    const { part } = staged;
    const all = [...(pieces.get(part) ?? []), staged];
    pieces.set(part, all);
    if (all.length < kindsOf(part, filesIn(part)).length) return;
    pieces.delete(part);
    const changes = new Map(all.flatMap(piece => [...piece.changes]));
    if (treeParts.patch(part, 'pages', () => changes)) return;
    const entries = [...changes.values()].filter(entry => entry !== null);
    treeParts.make(part, 'pages', entries);
  };
  progress.start('page groups', tasks.length);
  const pages = parts.reduce((sum, part) => sum + filesIn(part), 0);
  pool.start(Math.ceil(pages / PAGES_A_THREAD));
  const run = async (some: readonly PagePart[]): Promise<void> => {
    if (pool.hasThreads) await pool.run<PagePart, StagedPart>(some, 1, take);
    else for (const task of some) take(makePart(groupsOf.get(task.part) ?? [], task));
  };
  await run(tasks.filter(({ kind }) => kind !== 'overview'));
  await run(tasks.filter(({ kind }) => kind === 'overview').map(task => ({ ...task, summaries })));
}

/** A part with more files is made by two tasks. */
const MOST_FILES = 2000;

/** Lists of a whole source take as long as all others together: two threads share them. @param files in the published part */
function kindsOf(part: string, files: number): readonly (PageKind | null)[] {
  if (!isOfLists(part)) return files > MOST_FILES ? ['others', 'cursor'] : [null];
  return isDated(sourceOfPart(part)) ? ['others', 'cursor'] : ['others', 'cursor', 'overview'];
}
