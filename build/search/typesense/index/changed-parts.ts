import type { Client } from 'typesense';
import type { TreeDocument } from '../../documents/tree-documents.ts';
import { type DocumentList, type Inventory, readList } from './collection-inventory.ts';
import { areFew } from './index-run.ts';
import { keyOf } from './stored-documents.ts';

/** Compares a collection's inventory with the tree, one manifest part at a time. */

export interface UpdateInput {
  client: Client;
  collection: string;
  inventory: Inventory;
  digests: ReadonlyMap<string, string>;
  readTree(parts: ReadonlySet<string>): AsyncIterable<TreeDocument>;
}

interface ChangedPart {
  path: string;
  /** Documents of the tree that the collection lacks. */
  missing: TreeDocument[];
  /** Keys of documents that the tree lacks. */
  superfluous: string[];
}

export interface Changes {
  parts: ChangedPart[];
  compared: number;
  missing: number;
  superfluous: number;
}

/** Above this everything is compared: an incremental update holds its changes in memory. */
const MOST_CHANGES = 20_000;

/** Returns null if the collection lacks a list of its inventory, or too much differs for an incremental update. */
export async function changedParts(input: UpdateInput): Promise<Changes | null> {
  const { inventory, digests } = input;
  const changes: Changes = { parts: [], compared: 0, missing: 0, superfluous: 0 };
  for (const path of new Set([...Object.keys(inventory.parts), ...digests.keys()])) {
    if (inventory.parts[path]?.sha256 === digests.get(path)) continue;
    const stored = await listIn(input, path);
    if (!stored) return null;
    const { part, compared } = await comparePart(input, path, stored);
    changes.parts.push(part);
    changes.compared += compared;
    changes.missing += part.missing.length;
    changes.superfluous += part.superfluous.length;
    if (changes.missing + changes.superfluous > MOST_CHANGES) return null;
  }
  const { missing, superfluous } = changes;
  const now = inventory.documents + missing - superfluous;
  return now > 0 && areFew(missing + superfluous, now) ? changes : null;
}

/** Returns the stored documents of a part; null if the collection lacks their list. */
export const listIn = async (
  { client, collection, inventory }: UpdateInput,
  path: string,
): Promise<DocumentList | null> => {
  const part = inventory.parts[path];
  return part ? readList(client, collection, path, part) : new Map();
};

async function comparePart(
  { digests, readTree }: UpdateInput,
  path: string,
  stored: DocumentList,
): Promise<{ part: ChangedPart; compared: number }> {
  const seen = new Set<string>();
  const missing: TreeDocument[] = [];
  if (digests.has(path)) {
    for await (const document of readTree(new Set([path]))) {
      const key = keyOf(document);
      seen.add(key);
      if (!stored.has(key)) missing.push(document);
    }
  }
  const superfluous = [...stored.keys()].filter(key => !seen.has(key));
  return { part: { path, missing, superfluous }, compared: seen.size };
}
