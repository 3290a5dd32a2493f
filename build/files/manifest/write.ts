import fs from 'node:fs';
import path from 'node:path';
import { type Entry, fingerprintOf, manifestLine } from '../entry.ts';
import { StagingWriter } from '../staging.ts';
import { partName, partPath } from './parts.ts';
import { type PartChanges, type PartText, type PatchedPart, sortedByPath } from './patch.ts';
import {
  documentsDigest,
  encodeRoot,
  MANIFEST,
  makeRoot,
  type Part,
  type PlacedPart,
  type Root,
} from './root.ts';

/** The result for the manifest of a new tree. Paths are relative to the tree. */
export interface WrittenManifest {
  root: Root;
  /** SHA-256 of the root, hexadecimal: it identifies the tree. */
  digest: string;
}

/** Stages the parts of a new manifest that differ from the published one. The order of the parts does not matter. */
export class ManifestWriter {
  readonly #staging: string;
  readonly #target: StagingWriter;
  readonly #published: ReadonlyMap<string, Part>;
  readonly #parts = new Map<string, Part>();

  /** @param published the root of the published tree; null to keep no part of it */
  constructor(staging: string, published: Root | null) {
    this.#staging = staging;
    this.#target = new StagingWriter(staging);
    this.#published = new Map(published?.parts.map(part => [part.path, part]));
  }

  /** Makes a part, unless it has no files. @param entries in any order */
  stagePart(name: string, entries: Iterable<Entry>): void {
    const sorted = sortedByPath([...entries], ({ path }) => path);
    this.#stage(name, {
      content: contentOf(sorted),
      files: sorted.length,
      content_bytes: sorted.reduce((sum, entry) => sum + entry.bytes, 0),
      newest: sorted.reduce((newest, entry) => (entry.date > newest ? entry.date : newest), ''),
    });
  }

  patchPart(name: string, published: PartText, changes: PartChanges): void {
    this.#stage(name, published.patch(changes));
  }

  /** Takes over an unchanged part. @throws where the published tree has no such part */
  keepPart(name: string): void {
    const path = this.#pathOf(name);
    const part = this.#published.get(path);
    if (!part) throw new Error(`The published manifest has no part ${path}`);
    this.#parts.set(path, part);
  }

  /** Of the parts of the new manifest. */
  get names(): string[] {
    return Array.from(this.#parts.keys(), partName);
  }

  /** SHA-256 of a part of the new manifest; null where it has no such part. */
  digestOf(name: string): string | null {
    return this.#parts.get(partPath(name))?.sha256 ?? null;
  }

  /** A part of the new manifest, and the folder where it is; null where there is none. @param tree the published tree, which has the parts that are kept */
  placed(name: string, tree: string): PlacedPart | null {
    const part = this.#parts.get(partPath(name));
    if (!part) return null;
    const isStaged = fs.existsSync(path.join(this.#staging, part.path));
    return { folder: isStaged ? this.#staging : tree, part };
  }

  /** See `documentsDigest`; to be called when all parts with documents are made. */
  documentsDigest(): string {
    return documentsDigest(this.#parts.values());
  }

  /** Stages the root. @param newest YYYY-MM-DD @param documents by source @throws ManifestError for too many parts */
  finish(newest: string, documents: Readonly<Record<string, number>>): WrittenManifest {
    const parts = [...this.#parts.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    const root = makeRoot(parts, { newest, documents });
    const content = encodeRoot(root);
    const { sha256 } = this.#target.write({ path: MANIFEST, content, timestamp: newest });
    return { root, digest: sha256 };
  }

  /** Stages a part where it differs from the published one. */
  #stage(name: string, { content, files, content_bytes, newest }: PatchedPart): void {
    const path = this.#pathOf(name);
    if (files === 0) return;
    const published = this.#published.get(path);
    // The day does not matter: the same lines have the same.
    const { bytes, sha256 } = this.#target.write(
      { path, content, timestamp: newest },
      published && fingerprintOf({ date: newest, sha256: published.sha256 }),
    );
    this.#parts.set(path, { path, files, bytes, sha256, content_bytes, newest });
  }

  #pathOf(name: string): string {
    const path = partPath(name);
    if (this.#parts.has(path)) throw new Error(`The part ${path} is there already`);
    return path;
  }
}

const LINES_A_CHUNK = 1000;

/** All lines of a part may be more than one string can hold. */
function contentOf(entries: readonly Entry[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let i = 0; i < entries.length; i += LINES_A_CHUNK) {
    const lines = entries.slice(i, i + LINES_A_CHUNK).map(manifestLine);
    chunks.push(Buffer.from(lines.join('')));
  }
  return chunks;
}
