/** A target of `npm run edge`: a server or service that answers from the tree, with or without the shim behind it. */

/** An operator's choices for a deployment. */
export interface EdgeOptions {
  dist: string;
  listen: Listen;
  /** The shim's address; null without a shim. */
  origin: URL | null;
  /** More shims with the same answers, for servers that balance and retry requests. */
  others?: readonly URL[];
  /** The tree's path at a host that cannot rewrite, with slashes around; default: the root. */
  base?: string;
}

export interface Listen {
  /** A name or an address; IPv6 in brackets. */
  host: string;
  port: number;
}

export interface EdgeTarget {
  id: string;
  summary: string;
  /** Returns files by name, README.md included. @throws UsageError for options that the target cannot serve */
  files(options: EdgeOptions): Promise<Readonly<Record<string, string | Buffer>>>;
}
