import type { SourceId } from './contract/sources.ts';
import { type CorpusFile, pathBytes } from './corpus/file.ts';
import { CorpusFolder, corpusFolders, listCorpus } from './corpus/files.ts';
import { type FolderChanges, type FolderTask, folderChanges } from './corpus/folder-changes.ts';
import type { Problem } from './corpus/problems.ts';
import { FolderTimes } from './corpus/timestamps.ts';
import { threadsFor } from './documents/batches.ts';
import type { FolderToUpdate } from './documents/update-documents.ts';
import type { BuildOptions } from './options.ts';
import type { Totals } from './state/header.ts';
import { folderOf } from './state/rows.ts';
import type { WorkerPool } from './threads/pool.ts';

/** The corpus, compared with what the last build found there. */
export interface CorpusScan {
  /** The number of documents. */
  count: number;
  /** Folders that changed. */
  folders: FolderToUpdate[];
  /** Names of folders that did not change. */
  same: Set<string>;
  /** Names of folders that are gone. */
  gone: string[];
}

export const isUnchanged = ({ folders, gone }: CorpusScan): boolean => folders.length + gone.length === 0;

/** Lists a corpus of which every document will be read. Threads start meanwhile. */
export function scanAll({ corpus }: BuildOptions, pool: WorkerPool): CorpusScan {
  const scan: CorpusScan = { count: 0, folders: [], same: new Set(), gone: [] };
  for (const folder of listCorpus(corpus)) {
    scan.count += folder.count;
    scan.folders.push({ folder, times: null });
    pool.start(threadsFor(scan.count));
  }
  return scan;
}

/** Up to this number of documents one thread is enough: others take longer to start. */
const SCANNED_BY_ONE_THREAD = 50_000;

/**
 * Lists a corpus that was built before.
 *
 * @param known fingerprints of folders by name
 * @param onChanged called for each changed folder with documents, as soon as it is found
 */
export async function scanChanges(
  { corpus }: BuildOptions,
  { documents }: Totals,
  known: ReadonlyMap<string, string | null>,
  pool: WorkerPool,
  began: number,
  onChanged: () => void,
): Promise<CorpusScan> {
  const folderIds = corpusFolders(corpus);
  const tasks = folderIds.map(
    (folderId): FolderTask => ({ corpus, folderId, known: known.get(folderId.name) ?? null, began }),
  );
  const changes = new Map<string, FolderChanges>();
  const take = (folder: FolderChanges): void => {
    changes.set(folder.folderId.name, folder);
    if (folder.changed && !folder.isEmpty) onChanged();
  };
  const expected = Object.values(documents).reduce((sum, number) => sum + number, 0);
  if (expected > SCANNED_BY_ONE_THREAD) {
    // Errors from threads lose their codes: a folder that failed there is scanned here, and fails again.
    await pool.run<FolderTask, FolderChanges>(tasks, tasks.length, take).catch(() => {});
  }
  for (const task of tasks) if (!changes.has(task.folderId.name)) take(folderChanges(task));
  const scan: CorpusScan = { count: 0, folders: [], same: new Set(), gone: [] };
  const gone = new Set(known.keys());
  for (const folderId of folderIds) {
    const { count, isEmpty, changed } = changes.get(folderId.name) as FolderChanges;
    if (isEmpty) continue;
    scan.count += count;
    gone.delete(folderId.name);
    if (!changed) {
      scan.same.add(folderId.name);
      continue;
    }
    const folder = new CorpusFolder(folderId, changed.text, count);
    scan.folders.push({ folder, times: new FolderTimes(changed.times) });
  }
  return { ...scan, gone: [...gone] };
}

/** Files with problems in unchanged folders. They are read again: another document may have been in their way. */
export function leftOut(problems: readonly Problem[], { same }: CorpusScan): CorpusFile[] {
  const paths = new Set(problems.map(problem => problem.path));
  return [...paths]
    .filter(file => same.has(folderOf(pathBytes(file))))
    .map(file => ({ path: file, source: file.slice(0, file.indexOf('/')) as SourceId }));
}
