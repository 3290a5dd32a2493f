export interface SiteFile {
  /** Relative to the tree: `site/docs/index.html`. */
  path: string;
  content: Buffer | string;
}

/** A file that depends on the corpus. */
export interface DatedFile extends SiteFile {
  /** The day of its content, YYYY-MM-DD. */
  date: string;
}
