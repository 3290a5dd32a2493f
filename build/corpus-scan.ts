import type { SourceId } from './contract/sources.ts';
import { type CorpusFile, pathBytes } from './corpus/file.ts';
import { CorpusFolder, corpusFolders, listCorpus } from './corpus/files.ts';
import { type FolderLook, type FolderTask, lookAtFolder } from './corpus/look.ts';
import type { Problem } from './corpus/problems.ts';
import { FolderTimes } from './corpus/scan.ts';
import { threadsFor } from './documents/batches.ts';
import type { FolderToUpdate } from './documents/update-documents.ts';
import type { BuildOptions } from './options.ts';
import type { Totals } from './state/header.ts';
import { folderOf } from './state/rows.ts';
import type { WorkerPool } from './threads/pool.ts';

/** What is in the corpus, beside what the last build found there. */
export interface Look {
  /** How many documents there are. */
  count: number;
  /** Folders that are not as they were. */
  folders: FolderToUpdate[];
  /** The names of the others. */
  same: Set<string>;
  /** The names of those that are there no more. */
  gone: string[];
}

export const isAsItWas = ({ folders, gone }: Look): boolean => folders.length + gone.length === 0;

/** Every document is going to be read: threads start while the listing goes on. */
export function lookAfresh({ corpus }: BuildOptions, pool: WorkerPool): Look {
  const look: Look = { count: 0, folders: [], same: new Set(), gone: [] };
  for (const folder of listCorpus(corpus)) {
    look.count += folder.count;
    look.folders.push({ folder, times: null });
    pool.start(threadsFor(look.count));
  }
  return look;
}

/** So many documents are looked at by one thread before others are worth their start. */
const LOOKED_AT_ALONE = 50_000;

/**
 * @param known fingerprints of folders by name
 * @param onChanged called for each folder with documents that is not as it was, as soon as that is known
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
  const looks = new Map<string, FolderLook>();
  const take = (look: FolderLook): void => {
    looks.set(look.place.name, look);
    if (look.changed && look.count > 0) onChanged();
  };
  const expected = Object.values(documents).reduce((sum, number) => sum + number, 0);
  if (expected > LOOKED_AT_ALONE) {
    // An error that comes from a thread has lost its code: what failed there is looked at here, and fails again.
    await pool.run<FolderTask, FolderLook>(tasks, tasks.length, take).catch(() => {});
  }
  for (const task of tasks) if (!looks.has(task.place.name)) take(lookAtFolder(task));
  const look: Look = { count: 0, folders: [], same: new Set(), gone: [] };
  const gone = new Set(known.keys());
  for (const place of places) {
    const { count, changed } = looks.get(place.name) as FolderLook;
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

/** The files with problems in folders that are as they were: another document may have been in their way. */
export function leftOut(problems: readonly Problem[], { same }: Look): CorpusFile[] {
  const paths = new Set(problems.map(problem => problem.path));
  return [...paths]
    .filter(file => same.has(folderOf(pathBytes(file))))
    .map(file => ({ path: file, source: file.slice(0, file.indexOf('/')) as SourceId }));
}
