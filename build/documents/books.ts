import type { BaseCatalog } from '../previous/base-catalog.ts';
import type { Workspace } from '../previous/workspace.ts';
import { OTHER_ARCHIVE, type StateHeader, type Unusable } from '../state/header.ts';
import { StateStore } from '../state/store.ts';
import { ArchivedDocuments, type ArchiveOptions } from './archive-documents.ts';
import { Ledger } from './ledger.ts';

/** Where a build enters documents. */
export interface Books {
  store: StateStore;
  ledger: Ledger;
  /** Null: there is none. */
  archive: ArchivedDocuments | null;
  close(): Promise<void>;
}

interface Known {
  workspace: Workspace;
  last: StateHeader | null;
  /** The catalog of the tree to which `last` belongs. */
  base: BaseCatalog | null;
}

/** Opens the state of the last build for writing. Only the ledger holds the published catalog, which is freed when it closes. */
export async function openBooks(
  { workspace, last, base: published }: Known,
  options: ArchiveOptions | null,
): Promise<Books | Unusable> {
  const base = published && (await published.take());
  if (last && !base) return { reason: 'the catalog is not the one that belongs to it' };
  let archive: ArchivedDocuments | null = null;
  try {
    archive = options && new ArchivedDocuments(options, workspace.scratch);
    // An import may have committed since the archive was first compared, without its lock.
    if (last && archive && archive.digest !== last.made.archive?.digest) {
      archive.close();
      await base?.close();
      return OTHER_ARCHIVE;
    }
    const store = last ? StateStore.open(workspace.state) : StateStore.create(workspace.state);
    const ledger = new Ledger(store, base, workspace.scratch);
    const close = async (): Promise<void> => {
      await ledger.close();
      store.close();
      archive?.close();
    };
    return { store, ledger, archive, close };
  } catch (error) {
    archive?.close();
    await base?.close();
    throw error;
  }
}
