import type { Client } from 'typesense';
import type { Progress } from '../../../report/progress.ts';
import type { TreeDocument } from '../../documents/tree-documents.ts';

export interface IndexRun {
  client: Client;
  /** A client for each node alone. */
  nodeClients: readonly Client[];
  alias: string;
  /** Reads the tree from its beginning. @param parts of the manifest, by path: only their documents */
  readTree: (parts?: ReadonlySet<string>) => AsyncIterable<TreeDocument>;
  /** Reads the digests of the parts of the tree's manifest that list documents, by path; empty where it has no manifest. */
  readDigests: () => ReadonlyMap<string, string>;
  /** Compare everything, whatever the collection tells of itself. */
  full: boolean;
  now: Date;
  progress: Progress;
}

export interface IndexSummary {
  result: 'unchanged' | 'updated' | 'replaced';
  collection: string;
  documents: number;
  records: number;
  /** Documents of the tree that were compared with what the collection holds; the others are in parts that it holds as they are. */
  compared: number;
  /** Records written. */
  imported: number;
  /** Documents that went, or whose former content did. */
  removed: number;
}

/** Where more of the tree differs, a new collection is filled beside the one that serves. */
const FEW_CHANGES = 0.2;

/** Whether so many changes go into the collection that serves. */
export const areFew = (changes: number, documents: number): boolean =>
  changes <= Math.max(1, FEW_CHANGES * documents);
