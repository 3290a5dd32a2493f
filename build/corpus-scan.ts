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
export interface Look {
  /** The number of documents. */
  count: number;
  /** Folders that changed. */
  folders: FolderToUpdate[];
  /** Names of folders that did not change. */
  same: Set<string>;
  /** Names of folders that are gone. */
  gone: string[];
}

export const isAsItWas = ({ folders, gone }: Look): boolean => folders.length + gone.length === 0;

/** Lists a corpus of which every document will be read. Threads start meanwhile. */
export function lookAfresh({ corpus }: BuildOptions, pool: WorkerPool): Look {
  const look: Look = { count: 0, folders: [], same: new Set(), gone: [] };
  for (const folder of listCorpus(corpus)) {
    look.count += folder.count;
    look.folders.push({ folder, times: null });
    pool.start(threadsFor(look.count));
  }
  return look;
}

/** Up to this number of documents one thread is enough: others take longer to start. */
const LOOKED_AT_ALONE = 50_000;

/**
 * Lists a corpus that was built before.
 *
 * @param known fingerprints of folders by name
 * @param onChanged called for each changed folder with documents, as soon as it is found
 */
export async function lookAgain(
  { corpus }: BuildOptions,
  { documents }: Totals,
  known: ReadonlyMap<string, string | null>,
  pool: WorkerPool,
  began: number,
  onChanged: () => void,
): Promise<Look> {
  const places = corpusFolders(corpus);
  const tasks = places.map(
    (place): FolderTask => ({ corpus, place, known: known.get(place.name) ?? null, began }),
  );
  const looks = new Map<string, FolderChanges>();
  const take = (look: FolderChanges): void => {
    looks.set(look.place.name, look);
    if (look.changed && look.count > 0) onChanged();
  };
  const expected = Object.values(documents).reduce((sum, number) => sum + number, 0);
  if (expected > LOOKED_AT_ALONE) {
    // Errors from threads lose their codes: a folder that failed there is looked at here, and fails again.
    await pool.run<FolderTask, FolderChanges>(tasks, tasks.length, take).catch(() => {});
  }
  for (const task of tasks) if (!looks.has(task.place.name)) take(folderChanges(task));
  const look: Look = { count: 0, folders: [], same: new Set(), gone: [] };
  const gone = new Set(known.keys());
  for (const place of places) {
    const { count, changed } = looks.get(place.name) as FolderChanges;
    if (count === 0) continue;
    look.count += count;
    gone.delete(place.name);
    if (!changed) {
      look.same.add(place.name);
      continue;
    }
    const folder = new CorpusFolder(place, changed.text, count);
    look.folders.push({ folder, times: new FolderTimes(changed.times) });
  }
  return { ...look, gone: [...gone] };
}

/** Files with problems in unchanged folders. They are read again: another document may have been in their way. */
export function leftOut(problems: readonly Problem[], { same }: Look): CorpusFile[] {
  const paths = new Set(problems.map(problem => problem.path));
  return [...paths]
    .filter(file => same.has(folderOf(pathBytes(file))))
    .map(file => ({ path: file, source: file.slice(0, file.indexOf('/')) as SourceId }));
}
