import { type FolderPlace, listFolder } from './files.ts';
import { folderFingerprint, scanFile, type Timestamps } from './scan.ts';

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
  /** Null where they are as they were. */
  changed: { paths: string[]; timestamps: (Timestamps | null)[] } | null;
}

/** Looks whether the documents of a folder are as they were, without reading them. @throws as `listCorpus` */
export function lookAtFolder({ corpus, place, known, began }: FolderTask): FolderLook {
  const files = listFolder(corpus, place).files();
  const timestamps = files.map(file => scanFile(corpus, file, began));
  const fingerprint = folderFingerprint(files, timestamps);
  const isSame = fingerprint !== null && fingerprint === known;
  const changed = isSame ? null : { paths: files.map(({ path }) => path), timestamps };
  return { place, count: files.length, changed };
}
