import type { Client } from 'typesense';
import type { Progress } from '../../../report/progress.ts';
import type { TreeDocument } from '../../documents/tree-documents.ts';

export interface IndexRun {
  client: Client;
  nodeClients: readonly Client[];
  alias: string;
  /** Lists the tree's documents. @param parts manifest parts to list, by path */
  readTree: (parts?: ReadonlySet<string>) => AsyncIterable<TreeDocument>;
  /** Reads the digests of the manifest parts that list documents, by path; empty without a manifest. */
  readDigests: () => ReadonlyMap<string, string>;
  /** Compares everything and ignores the inventory. */
  full: boolean;
  now: Date;
  progress: Progress;
}

export interface IndexSummary {
  result: 'unchanged' | 'updated' | 'replaced';
  collection: string;
  documents: number;
  records: number;
  /** Compared documents; the others are in unchanged parts. */
  compared: number;
  imported: number;
  /** Documents that were removed or replaced. */
  removed: number;
}

/** Above this share of changes, a new collection is filled beside the serving one. */
const FEW_CHANGES = 0.2;

/** Tells whether the serving collection takes so many changes. */
export const areFew = (changes: number, documents: number): boolean =>
  changes <= Math.max(1, FEW_CHANGES * documents);
