export interface Source {
  readonly name: string;
  readonly traffic: Traffic;
  /**
   * The root of the manifest.
   *
   * @param known SHA-256, hexadecimal, of the target's root
   * @param again any new text, where the last answer did not fit: makes caches on the way ask the server again
   * @returns `same` where it is the known one
   * @throws SourceError
   */
  root(known: string | null, again?: string): Promise<Buffer | 'same'>;
  /**
   * Copies a file of the tree to a file of this machine, which is replaced.
   * @param bytes the most that are taken
   * @param again the expected digest, for another attempt past caches
   * @returns null where there is no such file
   * @throws SourceError
   */
  copy(path: string, to: string, bytes: number, again?: string): Promise<Copied | null>;
  /** The file's place on this machine; null where it must be copied. */
  localFile(path: string): string | null;
  close(): void;
}

export interface Copied {
  bytes: number;
  /** Hexadecimal. Empty where the file is longer than the bytes that were taken. */
  sha256: string;
}

export interface Traffic {
  requests: number;
  /** As received, compressed or not. */
  bytes: number;
}
