import type { ArchivedVersions } from '../../build/archive/archived-versions.ts';
import { ApiError, contentUnavailable } from '../../build/contract/errors.ts';
import type { ReadFile } from '../../build/contract/paths.ts';
import { isVersionFile } from '../../build/contract/version.ts';

/** Former versions that the tree leaves in the archive (build/archive/README.md, Versions in the archive). */
export class FormerVersions {
  readonly #folder: string;
  readonly #warn: (message: string) => void;
  #archive: Promise<ArchivedVersions> | null = null;

  /** @param folder of the archive @param warn gets what is wrong with it */
  constructor(folder: string, warn: (message: string) => void) {
    this.#folder = folder;
    this.#warn = warn;
  }

  /**
   * @param file relative to the tree @param read reads files of the tree
   * @returns the bytes that the file would have; null for another file, or one that no list names
   * @throws ApiError 503 where the archive cannot be read, or lacks the version
   */
  async content(file: string, read: ReadFile): Promise<Buffer | null> {
    if (!isVersionFile(file)) return null;
    try {
      return await (await this.#open()).content(file, read);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      this.#warn(`${file} cannot be read from the archive: ${(error as Error).message}`);
      throw contentUnavailable();
    }
  }

  async close(): Promise<void> {
    (await this.#archive?.catch(() => null))?.close();
  }

  /** The code of the archive and its parser of documents are loaded where they are needed. */
  #open(): Promise<ArchivedVersions> {
    this.#archive ??= import('../../build/archive/archived-versions.ts').then(
      module => new module.ArchivedVersions(this.#folder),
    );
    return this.#archive;
  }
}
