import { documentOfFile } from '../files/document-file.ts';

/** Files of the manifest that a build writes or removes. Paths are relative to the tree. */
export interface Changes extends FileChanges {
  /** In the order of publication: documents, their aliases, pages that name them, dumps, the site. */
  written: string[];
  /** Files of documents themselves, without aliases. A document that becomes an alias counts as removed. */
  documents: FileChanges;
}

export interface FileChanges {
  added: string[];
  /** Written files that the published tree has with other content. A cold build also writes files that are the same. */
  changed: string[];
  /** In the order of removal: pages, dumps, documents that pages name. */
  removed: string[];
}

/** Whether a path is that of a document. Pages of lists and of references are none. */
export const isDocument = (path: string): boolean => documentOfFile(path) !== null;
