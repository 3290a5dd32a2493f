import path from 'node:path';
import type { OpenCatalog } from '../common/catalog.ts';
import { CATALOG } from '../contract/paths.ts';
import type { StateHeader } from '../state/header.ts';
import type { Workspace } from './workspace.ts';

/** The published catalog, if it is of the last build's state. Reading it can begin beside other work. */
export class BaseCatalog {
  readonly #file: string;
  readonly #build: string;
  #opening: Promise<OpenCatalog | null> | null = null;

  constructor({ tree }: Workspace, { catalog }: StateHeader) {
    this.#file = path.join(tree, CATALOG);
    this.#build = catalog.build;
  }

  /** Begins to read, unless that has begun already. */
  open(): void {
    this.#opening ??= this.#read();
  }

  /** @returns the catalog, which the caller must close; null where it is damaged or of another build */
  take(): Promise<OpenCatalog | null> {
    const opening = this.#opening ?? this.#read();
    this.#opening = null;
    return opening;
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    await (await opening)?.close();
  }

  /** Never fails. */
  async #read(): Promise<OpenCatalog | null> {
    // Builds that change nothing never load this code.
    const { openCatalog } = await import('../common/catalog.ts');
    const opened = await openCatalog(this.#file).catch(() => null);
    if (opened?.build === this.#build) return opened;
    await opened?.close();
    return null;
  }
}
