import { openCatalog } from '../common/catalog.ts';
import type { SourceCatalog } from '../contract/catalog.ts';
import { Listing } from '../contract/listing.ts';
import type { PagesExtent } from '../contract/precomputed.ts';
import { type Entry, fingerprintOf } from '../files/entry.ts';
import type { PartChanges } from '../files/manifest/patch.ts';
import { readPart } from '../files/manifest/read.ts';
import { StagingWriter } from '../files/staging.ts';
import type { Progress } from '../report/progress.ts';
import type { WorkerPool } from '../threads/pool.ts';
import type { TreeParts } from '../tree/parts.ts';
import { type GroupKey, groupOfPage, partOfGroup } from './group.ts';
import { outputOf, pageGroups } from './pages.ts';
import { knownTitles, type PublishedPages } from './titles.ts';

/** The pages of one part of the manifest, to be made and staged by a thread. */
export interface PagePart {
  /** The catalog file of the coming tree. */
  catalog: string;
  extent: PagesExtent;
  staging: string;
  /** The part's name. */
  part: string;
  published: PublishedPages | null;
}

export interface StagedPart {
  part: string;
  /** What differs from the published part, or from none. */
  changes: PartChanges;
}

/** Makes the pages of a part, and stages those that differ from the published ones. */
export function makePart(listings: readonly Listing[], task: PagePart): StagedPart {
  const { extent, staging, part, published } = task;
  const known = new Map<string, Entry>();
  if (published?.part)
    for (const entry of readPart(published.tree, published.part)) known.set(entry.path, entry);
  const isWanted = (key: GroupKey): boolean => published?.groups?.has(key) ?? true;
  const writer = new StagingWriter(staging);
  const changes = new Map<string, Entry | null>();
  for (const path of known.keys()) if (isWanted(groupOfPage(path))) changes.set(path, null);
  for (const { key, pages } of pageGroups({ listings, extent, knownTitle: knownTitles(published, known) })) {
    if (partOfGroup(key) !== part || !isWanted(key)) continue;
    for (const page of pages()) {
      const last = known.get(page.path);
      const entry = writer.write(outputOf(page), last && fingerprintOf(last));
      if (last && fingerprintOf(last) === fingerprintOf(entry)) changes.delete(entry.path);
      else changes.set(entry.path, entry);
    }
  }
  return { part, changes };
}

/** A thread serves one build, and reads its catalog once. It stays open until the thread ends. */
let listings: Promise<Listing[]> | null = null;

/** The same in a thread. */
export async function stagePart(task: PagePart): Promise<StagedPart> {
  listings ??= openCatalog(task.catalog).then(({ sources }) => sources.map(source => new Listing(source)));
  return makePart(await listings, task);
}

export interface PagesInput extends Pick<PagePart, 'catalog' | 'extent' | 'staging'> {
  tree: string;
  /** The catalogs of the catalog file. */
  catalogs: readonly SourceCatalog[];
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
  const { catalog, extent, staging, tree, catalogs, treeParts, groups, pool, progress } = input;
  const { published } = treeParts;
  const listings = catalogs.map(source => new Listing(source));
  const coming = new Set(Array.from(pageGroups({ listings, extent }), ({ key }) => partOfGroup(key)));
  const touched = groups && new Set(Array.from(groups, partOfGroup));
  const [parts, kept] = [[] as string[], [] as string[]];
  for (const part of coming)
    (touched?.has(part) === false && published.partOf(part) ? kept : parts).push(part);
  for (const part of kept) treeParts.keep(part);
  const tasks = parts.map((part): PagePart => {
    const last = published.partOf(part);
    return { catalog, extent, staging, part, published: last && { tree, part: last, groups } };
  });
  const take = ({ part, changes }: StagedPart): void => {
    if (!treeParts.patch(part, 'pages', () => changes)) {
      const entries = [...changes.values()].filter(entry => entry !== null);
      treeParts.make(part, 'pages', entries);
    }
    progress.advance(1);
  };
  progress.start('page groups', tasks.length);
  const pages = tasks.reduce((sum, task) => sum + (task.published?.part?.files ?? 0), 0);
  pool.start(Math.ceil(pages / PAGES_A_THREAD));
  if (pool.hasThreads) await pool.run<PagePart, StagedPart>(tasks, 1, take);
  else for (const task of tasks) take(makePart(listings, task));
}
