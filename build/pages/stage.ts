import { type HeldCatalog, type SharedCatalog, sourcesOf } from '../common/catalog.ts';
import { Listing } from '../contract/listing.ts';
import type { PagesExtent } from '../contract/precomputed.ts';
import { type Entry, fingerprintOf } from '../files/entry.ts';
import { isOfLists } from '../files/manifest/parts.ts';
import type { PartChanges } from '../files/manifest/patch.ts';
import { readPart } from '../files/manifest/read.ts';
import { StagingWriter } from '../files/staging.ts';
import type { Progress } from '../report/progress.ts';
import type { WorkerPool } from '../threads/pool.ts';
import type { TreeParts } from '../tree/parts.ts';
import { type GroupKey, groupOfPage, isPageByCursor, partOfGroup } from './group.ts';
import { outputOf, type PageGroup, pageGroups } from './pages.ts';
import { knownTitles, type PublishedPages } from './titles.ts';

/** The pages of one part of the manifest, to be made and staged by a thread. */
export interface PagePart {
  /** The catalog of the coming tree. */
  catalog: HeldCatalog;
  extent: PagesExtent;
  staging: string;
  /** The part's name. */
  part: string;
  /** Whether only pages in the mode `cursor` are made, or only the others; null: all. */
  isByCursor: boolean | null;
  published: PublishedPages | null;
}

export interface StagedPart {
  part: string;
  /** What differs from the published part, or from none. */
  changes: PartChanges;
}

/** The groups of pages by the part of the manifest that lists them. */
type GroupsByPart = ReadonlyMap<string, readonly PageGroup[]>;

export function groupsByPart(listings: readonly Listing[], extent: PagesExtent): GroupsByPart {
  const parts = new Map<string, PageGroup[]>();
  for (const group of pageGroups(listings, extent)) {
    const part = partOfGroup(group.key);
    const known = parts.get(part);
    if (known) known.push(group);
    else parts.set(part, [group]);
  }
  return parts;
}

/** Makes the pages of a part, and stages those that differ from the published ones. @param groups of the part */
export function makePart(groups: readonly PageGroup[], task: PagePart): StagedPart {
  const { staging, part, isByCursor, published } = task;
  const isOfMode = (mode: boolean): boolean => isByCursor === null || isByCursor === mode;
  const isWanted = (key: GroupKey): boolean => published?.groups?.has(key) ?? true;
  const known = new Map<string, Entry>();
  if (published?.part)
    for (const entry of readPart(published.tree, published.part))
      if (isOfMode(isPageByCursor(entry.path))) known.set(entry.path, entry);
  const writer = new StagingWriter(staging);
  const changes = new Map<string, Entry | null>();
  for (const path of known.keys()) if (isWanted(groupOfPage(path))) changes.set(path, null);
  const knownTitle = knownTitles(published, known);
  for (const group of groups) {
    if (!isOfMode(group.isByCursor) || !isWanted(group.key)) continue;
    for (const page of group.pages(knownTitle)) {
      const last = known.get(page.path);
      const entry = writer.write(outputOf(page), last && fingerprintOf(last));
      if (last && fingerprintOf(last) === fingerprintOf(entry)) changes.delete(entry.path);
      else changes.set(entry.path, entry);
    }
  }
  return { part, changes };
}

/** A thread serves one build, which has one catalog. */
let made: Promise<GroupsByPart> | null = null;

/** The same in a thread. */
export async function stagePart(task: PagePart): Promise<StagedPart> {
  made ??= sourcesOf(task.catalog).then(sources =>
    groupsByPart(
      sources.map(source => new Listing(source)),
      task.extent,
    ),
  );
  return makePart((await made).get(task.part) ?? [], task);
}

export interface PagesInput extends Pick<PagePart, 'extent' | 'staging'> {
  tree: string;
  /** Of the coming tree. It may be closed when all pages are made. */
  catalog: SharedCatalog;
  /** Takes the parts of the manifest. */
  treeParts: TreeParts;
  /** The groups that have to be made anew; null: all. */
  groups: ReadonlySet<GroupKey> | null;
  pool: WorkerPool;
  progress: Progress;
}

/** So many pages are worth a thread: it reads the catalog first. */
const PAGES_A_THREAD = 2000;

/** Makes all pages that are not as they are published, and the parts of the manifest that list pages. */
export async function stagePages(input: PagesInput): Promise<void> {
  const { catalog, extent, staging, tree, treeParts, groups, pool, progress } = input;
  const { published } = treeParts;
  const groupsOf = groupsByPart(
    catalog.sources.map(source => new Listing(source)),
    extent,
  );
  const touched = groups && new Set(Array.from(groups, partOfGroup));
  const [parts, kept] = [[] as string[], [] as string[]];
  for (const part of groupsOf.keys())
    (touched?.has(part) === false && published.partOf(part) ? kept : parts).push(part);
  for (const part of kept) treeParts.keep(part);
  const tasks = parts.flatMap((part): PagePart[] => {
    const last = published.partOf(part);
    const task = {
      catalog: catalog.held,
      extent,
      staging,
      part,
      published: last && { tree, part: last, groups },
    };
    return modesOf(part).map(isByCursor => ({ ...task, isByCursor }));
  });
  const halves = new Map<string, StagedPart>();
  const take = ({ part, changes }: StagedPart): void => {
    progress.advance(1);
    const other = halves.get(part);
    if (!other && modesOf(part).length > 1) return void halves.set(part, { part, changes });
    halves.delete(part);
    const all = new Map([...(other?.changes ?? []), ...changes]);
    if (treeParts.patch(part, 'pages', () => all)) return;
    const entries = [...all.values()].filter(entry => entry !== null);
    treeParts.make(part, 'pages', entries);
  };
  progress.start('page groups', tasks.length);
  const pages = parts.reduce((sum, part) => sum + (published.partOf(part)?.files ?? 0), 0);
  pool.start(Math.ceil(pages / PAGES_A_THREAD));
  if (pool.hasThreads) await pool.run<PagePart, StagedPart>(tasks, 1, take);
  else for (const task of tasks) take(makePart(groupsOf.get(task.part) ?? [], task));
}

/** Lists through a whole source are as long as all others together: two threads share them. */
const modesOf = (part: string): readonly (boolean | null)[] => (isOfLists(part) ? [false, true] : [null]);
