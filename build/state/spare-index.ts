/**
 * The search index that the last publication replaced. It is kept beside the tree: the next build updates it and need not copy the
 * published one (build/README.md, The search index at night).
 */
export interface SpareIndex {
  /** Identifies the documents in it: the digest of its last update. */
  content: string;
  /** Identifiers of documents that were put or removed by the build that replaced it. */
  touched: readonly string[];
}

/** With more documents it is quicker to copy the published index. */
export const MOST_TOUCHED = 20_000;
