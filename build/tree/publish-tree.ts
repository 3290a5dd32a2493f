import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { SourceCatalog } from '../contract/catalog.ts';
import { encodeCatalog } from '../contract/catalog-file.ts';
import { CATALOG } from '../contract/paths.ts';
import { entriesOf, type State, writeState } from '../state.ts';
import { mtimeOf } from './entry.ts';
import { encodeManifest, MANIFEST, readManifest } from './manifest.ts';
import { publish } from './publish.ts';
import { StagingWriter } from './staging.ts';
import type { Workspace } from './workspace.ts';

export interface ComingTree {
  workspace: Workspace;
  /** Of the code, for the state. */
  version: string;
  cold: boolean;
  catalogs: readonly SourceCatalog[];
  /** What the last build knew; null where that is lost, or not wanted. */
  last: State | null;
  /** What this build knows. Documents and pages that `last` does not have are staged. */
  state: State;
}

/** Paths below `api/` that the publication wrote and removed. */
export interface Changes {
  written: number;
  removed: number;
}

export const NO_CHANGES: Changes = { written: 0, removed: 0 };

/** Completes the staged tree with catalog and manifest, and publishes what differs from the published one. */
export async function publishTree(coming: ComingTree): Promise<Changes> {
  const { workspace, state, version, catalogs } = coming;
  const entries = entriesOf(state);
  const published = await publishedFiles(coming);
  const written = entries
    .filter(entry => published.get(entry.path) !== entry.sha256)
    .map(({ path: file }) => file);
  const present = new Set(entries.map(entry => entry.path));
  const removed = [...published.keys()].filter(file => !present.has(file));

  const date = entries.reduce((newest, entry) => (entry.date > newest ? entry.date : newest), '1970-01-01');
  const writer = new StagingWriter(workspace.staging);
  stageDated(writer, CATALOG, date, encodeCatalog(catalogs));
  const manifest = stageDated(writer, MANIFEST, date, encodeManifest(entries));
  writeState(`${workspace.state}.next`, { version, manifest }, state);
  publish(workspace, { renames: [...written, CATALOG, MANIFEST], deletions: removed });
  return { written: written.length, removed: removed.length };
}

/** Path and SHA-256 of what the tree now holds under `api/`. A cold build trusts no hash. */
async function publishedFiles({ workspace, last, cold }: ComingTree): Promise<Map<string, string>> {
  if (last) return new Map(entriesOf(last).map(entry => [entry.path, entry.sha256]));
  const manifest = path.join(workspace.tree, MANIFEST);
  const published = new Map<string, string>();
  if (!fs.existsSync(manifest)) return published;
  for await (const entry of readManifest(manifest)) published.set(entry.path, cold ? '' : entry.sha256);
  return published;
}

/** @returns the file's SHA-256 */
function stageDated(writer: StagingWriter, file: string, date: string, chunks: Iterable<Buffer>): string {
  const hash = createHash('sha256');
  let sha256 = '';
  function* hashed(): Iterable<Buffer> {
    for (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  writer.write(file, hashed(), () => {
    sha256 = hash.digest('hex');
    return mtimeOf({ date, sha256 });
  });
  return sha256;
}
