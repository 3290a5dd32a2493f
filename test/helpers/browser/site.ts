/** A site that is being served, for a browser to visit. */
export interface Site {
  /** The root of the site; ends in a slash. */
  base: URL;
  /** What every request of a visitor carries, unless a test says otherwise. */
  headers: Readonly<Record<string, string>>;
  /** A host of files: what is no file is answered with its page for what is missing, and with 404. */
  isOfFiles: boolean;
  stop(): Promise<void>;
}

/** A way to serve a tree. */
export interface SiteKind {
  /** For the names of tests. */
  name: string;
  /** Whether there is a shim: search, and lists that are no files. */
  hasShim: boolean;
  /** Why it cannot run here; null where it can. */
  hindrance(): string | null;
  start(dist: string): Promise<Site>;
}
