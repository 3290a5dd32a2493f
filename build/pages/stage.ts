import { openCatalog } from '../common/catalog.ts';
import type { SourceCatalog } from '../contract/catalog.ts';
import { CATALOG } from '../contract/paths.ts';
import type { Entry } from '../files/entry.ts';
import { StagingWriter } from '../files/staging.ts';
import type { Progress } from '../report/progress.ts';
import type { WorkerPool } from '../threads/pool.ts';
import { outputOf, pageParts } from './pages.ts';

export interface PagesInput {
  catalogs: readonly SourceCatalog[];
  /** Where the catalog file of these catalogs is staged, too. */
  staging: string;
  /** Fingerprints of the published files by path, where they are known. */
  published: ReadonlyMap<string, string>;
  pool: WorkerPool;
  progress: Progress;
}

/** One of the parts of all pages, to be made and staged by a thread. */
export interface PagePart {
  /** Holds the catalog file. */
  staging: string;
  /** See `pageParts`. */
  part: number;
}

export interface StagedPart {
  part: number;
  entries: Entry[];
}

/** Makes all pages and stages those that differ from the published ones. @returns the entries of all */
export async function stagePages(input: PagesInput): Promise<Entry[]> {
  const { catalogs, staging, published, pool, progress } = input;
  const parts = pageParts(catalogs);
  const staged: Entry[][] = [];
  progress.start('page groups', parts.length);
  // Threads that have rendered documents are there already, and more are not worth it. They know nothing of what is
  // published.
  if (pool.hasThreads && ![...published.values()].some(fingerprint => fingerprint !== '')) {
    const tasks = parts.map((_, part) => ({ staging, part }));
    await pool.run<PagePart, StagedPart>(tasks, 1, ({ part, entries }) => {
      staged[part] = entries;
      progress.advance(1);
    });
    return staged.flat();
  }
  const writer = new StagingWriter(staging);
  for (const part of parts) {
    staged.push(Array.from(part(), page => writer.write(outputOf(page), published.get(page.path))));
    progress.advance(1);
  }
  return staged.flat();
}

/** A thread serves one build, and reads its catalog once. It stays open until the thread ends. */
let parts: Promise<ReturnType<typeof pageParts>> | null = null;

export async function stagePart({ staging, part }: PagePart): Promise<StagedPart> {
  parts ??= openCatalog(`${staging}/${CATALOG}`).then(({ sources }) => pageParts(sources));
  const pages = (await parts)[part]?.() ?? [];
  const writer = new StagingWriter(staging);
  return { part, entries: Array.from(pages, page => writer.write(outputOf(page))) };
}
