/** Paths of what the manifest lists, by what has to become of them. */
export interface Changes extends FileChanges {
  /** To be put in place in this order: documents, their aliases, then the pages that name them, then dumps, then the site. */
  written: string[];
  /** The documents' own files among the others: what becomes an alias is no document any more, and the other way round. */
  documents: FileChanges;
}

export interface FileChanges {
  /** Those that are written and that the published tree does not have. */
  added: string[];
  /** Those that it has otherwise. The rest of what is written it has alike: a cold build puts that in place once more. */
  changed: string[];
  /** To be removed in this order: pages, dumps, then the documents that pages name. */
  removed: string[];
}

/** By its place; `_q` is reserved for pages (`paths.ts`). */
export const isDocument = (path: string): boolean => /^api\/[^/]+\/documents\/(?!_q\/)/.test(path);
