import type { SourceCatalog } from '../contract/catalog.ts';
import type { Entry } from '../files/entry.ts';
import type { Progress } from '../report/progress.ts';
import type { WorkerPool } from '../threads/pool.ts';
import { StagingWriter } from '../tree/staging.ts';
import type { PagePart, StagedPart } from '../worker.ts';
import { countPages, outputOf, pageParts } from './pages.ts';

export interface PagesInput {
  catalogs: readonly SourceCatalog[];
  /** Where the catalog file of these catalogs is staged, too. */
  staging: string;
  /** Marks of the published files by path, where they are known. */
  published: ReadonlyMap<string, string>;
  pool: WorkerPool;
  progress: Progress;
}

/** Makes all pages and stages those that differ from the published ones. @returns the entries of all */
export async function stagePages(input: PagesInput): Promise<Entry[]> {
  const { catalogs, staging, published, pool, progress } = input;
  progress.start('pages', countPages(catalogs));
  const parts = pageParts(catalogs);
  // Threads that have rendered documents are there already, and more are not worth it. They know nothing of what is
  // published.
  if (pool.hasThreads && ![...published.values()].some(mark => mark !== '')) {
    const tasks = parts.map((_, part) => ({ staging, part }));
    const staged: Entry[][] = [];
    await pool.run<PagePart, StagedPart>(tasks, 1, ({ part, entries }) => {
      staged[part] = entries;
      progress.advance(entries.length);
    });
    return staged.flat();
  }
  const writer = new StagingWriter(staging);
  const entries: Entry[] = [];
  for (const part of parts) {
    for (const page of part()) {
      entries.push(writer.write(outputOf(page), published.get(page.path)));
      progress.advance(1);
    }
  }
  return entries;
}
