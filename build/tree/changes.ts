/** Paths of what the manifest lists, by what has to become of them. */
export interface Changes {
  /** To be put in place in this order: documents, then the pages that name them, then dumps. */
  written: string[];
  /** Those among them that the published tree does not have. */
  added: string[];
  /** To be removed in this order: pages, dumps, then the documents that pages name. */
  removed: string[];
}
