import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SEARCH_INDEX } from '../../build/contract/paths.ts';
import type { SearchAnswer, SearchHit, SearchQuery } from '../../build/contract/search.ts';
import { listTree } from '../../build/search/documents/tree-documents.ts';
import { answerQuery } from '../../build/search/embedded/find/answer.ts';
import { createEmbeddedEngine } from '../../build/search/embedded/find/engine.ts';
import { SearchIndex } from '../../build/search/embedded/find/open-index.ts';
import { updateSearchIndex } from '../../build/search/embedded/index/update.ts';
import type { SearchEngine } from '../../build/search/engine.ts';
import { SEARCH_MEMORY } from '../../shim/search/configure.ts';

export type ListDocuments = typeof listTree;

/** A search engine as the contract suite and the benchmarks take it. */
export interface Subject {
  name: string;
  /** What engines may differ in. */
  traits: {
    /** Words match by their stem, and nothing but: hits and counts can be told from the texts. */
    exact: boolean;
  };
  /**
   * An engine filled with the documents of a tree. Closing it removes what it needed.
   * @param list which documents; without it all
   */
  open(tree: string, list?: ListDocuments): Promise<OpenSubject>;
}

export interface OpenSubject extends SearchEngine {
  /** The same search without threads and the shim's other parts: what benchmarks hold the shim against. */
  bare?(query: SearchQuery, signal: AbortSignal): Promise<unknown>;
  /** Resident memory of a server, in bytes. */
  memory?(): Promise<number>;
}

export const hitsIn = ({ hits }: SearchAnswer): SearchHit[] => hits.map(hit => JSON.parse(hit));

const traits = { exact: true };

export const embedded: Subject = {
  name: 'embedded',
  traits,
  async open(tree, list = listTree) {
    const folder = mkdtempSync(join(tmpdir(), 'pandect-search-'));
    const file = join(folder, 'search.sqlite');
    await updateSearchIndex({
      content: '',
      changes: null,
      documents: () => list(tree),
      out: file,
      previous: null,
    });
    return openFile(file, () => rmSync(folder, { recursive: true }));
  },
};

/** The embedded engine over the index that the build has put into the tree, which may be large, and holds all documents. */
export const embeddedAsBuilt: Subject = {
  name: 'embedded',
  traits,
  open: tree => openFile(join(tree, SEARCH_INDEX), () => {}),
};

async function openFile(file: string, onClose: () => void): Promise<OpenSubject> {
  const engine = createEmbeddedEngine({ file, processes: 2, memory: SEARCH_MEMORY });
  const index = await SearchIndex.open(file, SEARCH_MEMORY);
  return {
    name: engine.name,
    slots: engine.slots,
    search: engine.search,
    bare: (query, signal) => answerQuery(index, query, signal),
    async close() {
      index.close();
      await engine.close();
      onClose();
    },
  };
}
