/** Where a tree is copied from: a directory, or a server. */
export interface Source {
  /** For messages, without passwords. */
  readonly name: string;
  readonly traffic: Traffic;
  /**
   * The root of the manifest.
   *
   * @param known SHA-256, hexadecimal, of the one that the target has
   * @param again anything new, where what was given before did not fit: caches on the way are told to look anew
   * @returns `same` where it is that one
   * @throws SourceError
   */
  root(known: string | null, again?: string): Promise<Buffer | 'same'>;
  /**
   * Copies a file.
   *
   * @param path in the tree @param to a file of this machine, which is replaced
   * @param bytes so many are taken at most
   * @param again what the content should be, where it was something else before: caches on the way are told to look anew
   * @returns null where there is no such file @throws SourceError
   */
  copy(path: string, to: string, bytes: number, again?: string): Promise<Copied | null>;
  /** Where the file lies on this machine already; null where it has to be copied. */
  localFile(path: string): string | null;
  close(): void;
}

export interface Copied {
  bytes: number;
  /** Hexadecimal. Empty where the file goes on behind the bytes that were asked for. */
  sha256: string;
}

/** What a run has asked of a source. */
export interface Traffic {
  requests: number;
  /** As they came, compressed or not. */
  bytes: number;
}
