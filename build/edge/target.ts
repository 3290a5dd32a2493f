/** What a target of `npm run edge` is: a server or service that answers from the tree, with or without the shim behind it. */

/** What an operator says of a deployment. */
export interface EdgeOptions {
  /** The tree, as an absolute path. */
  dist: string;
  listen: Listen;
  /** Where the shim is; null where there is none. */
  origin: URL | null;
  /** More shims that answer as it does, where a server shares requests out and passes them on when one goes. */
  others?: readonly URL[];
  /** Where the tree lies at a host that cannot rewrite, with slashes around; at the root where it is left out. */
  base?: string;
}

export interface Listen {
  /** A name or an address; IPv6 stands in brackets. */
  host: string;
  port: number;
}

export interface EdgeTarget {
  id: string;
  /** One line, for `--help`. */
  summary: string;
  /**
   * The files of a deployment, by their names: README.md among them.
   * @throws UsageError where the target cannot do what the options say
   */
  files(options: EdgeOptions): Promise<Readonly<Record<string, string | Buffer>>>;
}
