/**
 * What is known of the search index that the last publication has replaced, and that is kept beside the tree: the next build brings it up
 * to date in its place, and has no index to copy (build/README.md, The search index at night).
 */
export interface SpareIndex {
  /** Names the documents that it holds, as its last update was told. */
  content: string;
  /** Identifiers of the documents that were put or removed by the build that replaced it. */
  touched: readonly string[];
}

/** With more documents than these it is quicker to copy the other index. */
export const MOST_TOUCHED = 20_000;
