/** The search index that the last publication replaced, for the next build to update (build/README.md). */
export interface SpareIndex {
  /** Identifies the documents in it: the digest of its last update. */
  content: string;
  /** Identifiers of documents that were put or removed by the build that replaced it. */
  touched: readonly string[];
}

/** With more documents it is quicker to copy the published index. */
export const MOST_TOUCHED = 20_000;
