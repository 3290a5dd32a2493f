import path from 'node:path';
import type { OpenCatalog } from '../common/catalog.ts';
import { CATALOG } from '../contract/paths.ts';
import type { StateHeader } from '../state/header.ts';
import type { Workspace } from './workspace.ts';

/**
 * The published catalog, as far as it is the one that the state of the last build belongs to. Reading all of it takes the disk a while: it
 * can begin beside other work.
 */
export class BaseCatalog {
  readonly #file: string;
  readonly #build: string;
  #opening: Promise<OpenCatalog | null> | null = null;

  constructor({ tree }: Workspace, { catalog }: StateHeader) {
    this.#file = path.join(tree, CATALOG);
    this.#build = catalog.build;
  }

  /** Begins to read it, unless that has begun already. */
  open(): void {
    this.#opening ??= this.#read();
  }

  /** @returns the catalog, which the caller closes and nothing here refers to any more; null where it is another, or damaged */
  take(): Promise<OpenCatalog | null> {
    const opening = this.#opening ?? this.#read();
    this.#opening = null;
    return opening;
  }

  /** Closes what nobody has taken. */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    await (await opening)?.close();
  }

  /** Never fails. */
  async #read(): Promise<OpenCatalog | null> {
    // Builds that change nothing are over before this code is loaded.
    const { openCatalog } = await import('../common/catalog.ts');
    const opened = await openCatalog(this.#file).catch(() => null);
    if (opened?.build === this.#build) return opened;
    await opened?.close();
    return null;
  }
}
