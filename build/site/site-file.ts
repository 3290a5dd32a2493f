/** A file that the site adds to the tree. */
export interface SiteFile {
  /** Relative to the tree: `site/docs/index.html`. */
  path: string;
  content: Buffer | string;
}
