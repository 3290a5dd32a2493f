import { type FolderPlace, listFolder } from './files.ts';
import { FolderTimes, scanFile } from './scan.ts';

/** A folder to be looked at. */
export interface FolderTask {
  corpus: string;
  place: FolderPlace;
  /** Its fingerprint when it was last built from. */
  known: string | null;
  /** When the build began, milliseconds since the epoch. */
  began: number;
}

/** What is there, beside what was. */
export interface FolderLook {
  place: FolderPlace;
  /** How many documents lie in it. */
  count: number;
  /** Null where they are as they were; else the text of `CorpusFolder` and the numbers of `FolderTimes`. */
  changed: { text: string; times: Float64Array } | null;
}

/** Looks whether the documents of a folder are as they were, without reading them. @throws as `listCorpus` */
export function lookAtFolder({ corpus, place, known, began }: FolderTask): FolderLook {
  const folder = listFolder(corpus, place);
  const paths = folder.paths();
  // Numbers, as long as they are those of the last build: a folder may have a hundred thousand files.
  const times = new FolderTimes(paths.length);
  for (const [i, path] of paths.entries()) times.set(i, scanFile(corpus, path, began));
  const fingerprint = times.fingerprint(folder.text);
  const isSame = fingerprint !== null && fingerprint === known;
  return { place, count: folder.count, changed: isSame ? null : { text: folder.text, times: times.numbers } };
}
