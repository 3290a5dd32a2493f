import { type FolderId, listFolder } from './files.ts';
import { FolderTimes, fileTimestamps } from './timestamps.ts';

/** A folder to be scanned for changes. */
export interface FolderTask {
  corpus: string;
  folderId: FolderId;
  /** The folder's fingerprint at the last build; null where there is none. */
  known: string | null;
  began: number;
}

/** The state of a folder, compared with the last build. */
export interface FolderChanges {
  folderId: FolderId;
  /** The number of documents. */
  count: number;
  isEmpty: boolean;
  /** Null where nothing changed; else the text of `CorpusFolder` and the numbers of `FolderTimes`. */
  changed: { text: string; times: Float64Array } | null;
}

/** Tells whether the documents of a folder changed, without reading them. @throws as `listCorpus` */
export function folderChanges({ corpus, folderId, known, began }: FolderTask): FolderChanges {
  const folder = listFolder(corpus, folderId);
  const paths = folder.paths();
  // Compares numbers first: a folder may hold a hundred thousand files.
  const times = new FolderTimes(paths.length);
  for (const [i, path] of paths.entries()) times.set(i, fileTimestamps(corpus, path, began));
  const fingerprint = times.fingerprint(folder.text);
  const isSame = fingerprint !== null && fingerprint === known;
  return {
    folderId,
    count: folder.count,
    isEmpty: paths.length === 0,
    changed: isSame ? null : { text: folder.text, times: times.numbers },
  };
}
