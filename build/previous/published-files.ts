import fs from 'node:fs';
import { BULK_FOLDER } from '../contract/paths.ts';
import { type Entry, fingerprintOf } from '../files/entry.ts';
import { differences } from '../files/manifest/differences.ts';
import { readFormerManifest } from '../files/manifest/former.ts';
import { aliasedPart, partName } from '../files/manifest/parts.ts';
import type { PartChanges, PartText } from '../files/manifest/patch.ts';
import { readPart, readPartText } from '../files/manifest/read.ts';
import type { Part, Root } from '../files/manifest/root.ts';
import { type Changes, type FileChanges, isDocument } from './file-changes.ts';
import { isVacant } from './fixed-files.ts';
import { movedContent, publishedRoot, unsuitable } from './published-paths.ts';
import type { Workspace } from './workspace.ts';

/** Kinds of files that a part of the manifest lists, in the order of publication. */
const KINDS = ['documents', 'aliases', 'pages', 'dumps', 'site'] as const;

export type Kind = (typeof KINDS)[number];

const pathsByKind = (): Record<Kind, string[]> => ({
  ...{ documents: [], aliases: [] },
  ...{ pages: [], dumps: [], site: [] },
});

/** Compares the published tree with the new one, part by part. Only files of the manifest are ever replaced or removed. */
export class PublishedFiles {
  readonly root: Root | null;
  readonly exists: boolean;
  readonly #tree: string;
  readonly #isTrusted: boolean;
  readonly #parts: ReadonlyMap<string, Part>;
  /** Fingerprints of all files by path, if the tree has a manifest of an earlier version; else null. */
  readonly #former: Map<string, string> | null;
  /** Files of a killed publication that cannot be finished. */
  readonly #moved: Set<string>;
  readonly #compared = new Set<string>();
  readonly #fresh = pathsByKind();
  readonly #changed = pathsByKind();
  /** Unchanged files, noted only where the published tree is not trusted. */
  readonly #same = pathsByKind();
  readonly #removed = new Set<string>();
  /** Removed files that were aliases. */
  readonly #goneAliases = new Set<string>();

  private constructor(
    workspace: Workspace,
    root: Root | null,
    former: Map<string, string> | null,
    isTrusted: boolean,
  ) {
    this.#tree = workspace.tree;
    this.exists = fs.existsSync(workspace.tree);
    this.root = root;
    this.#isTrusted = isTrusted;
    this.#parts = new Map(root?.parts.map(part => [partName(part.path), part]));
    this.#former = former;
    this.#moved = new Set(movedContent(workspace));
  }

  /** @param isTrusted false: every file counts as another @throws UnsuitableFolder for files without a sound manifest */
  static async open(workspace: Workspace, isTrusted: boolean): Promise<PublishedFiles> {
    const { tree } = workspace;
    if (!fs.existsSync(tree) || isVacant(tree)) return new PublishedFiles(workspace, null, null, isTrusted);
    try {
      const root = publishedRoot(tree);
      if (root) return new PublishedFiles(workspace, root, null, isTrusted);
      const former = new Map<string, string>();
      for await (const entry of readFormerManifest(tree)) former.set(entry.path, fingerprintOf(entry));
      return new PublishedFiles(workspace, null, former, isTrusted);
    } catch (error) {
      throw unsuitable(tree, error as Error);
    }
  }

  /** The published part of this name; null where there is none, or the tree is not trusted. */
  partOf(name: string): Part | null {
    return this.#isTrusted ? (this.#parts.get(name) ?? null) : null;
  }

  get parts(): Iterable<string> {
    return this.#parts.keys();
  }

  /** The files that a part lists. @throws UnsuitableFolder where it is missing or damaged */
  *entries(name: string): Generator<Entry> {
    const part = this.#parts.get(name);
    if (!part) return;
    try {
      yield* readPart(this.#tree, part);
    } catch (error) {
      throw unsuitable(this.#tree, error as Error);
    }
  }

  /** The text of a published part; null where there is none, or the tree is not trusted. @throws UnsuitableFolder where it is damaged */
  textOf(name: string): PartText | null {
    const part = this.partOf(name);
    try {
      return part && readPartText(this.#tree, part);
    } catch (error) {
      throw unsuitable(this.#tree, error as Error);
    }
  }

  /** Notes that a part lists the same files in the new tree. */
  keep(name: string): void {
    this.#compared.add(name);
  }

  /** Compares a part of the new tree with the published one. @param entries all files of the new part */
  compare(name: string, kind: Kind, entries: Iterable<Entry>): void {
    // A tree that is published as a whole needs no list of its files, which may be millions.
    if (!this.exists) return;
    this.#compared.add(name);
    const known =
      this.#former ?? new Map(Array.from(this.entries(name), entry => [entry.path, fingerprintOf(entry)]));
    const isSame = (fingerprint: string, entry: Entry): boolean =>
      this.#isTrusted && !this.#moved.has(entry.path) && fingerprint === fingerprintOf(entry);
    for (const { path, before, after } of differences(known, entries, isSame)) {
      if (after === null) {
        // The former manifest is one list: other parts of the new tree may have what is left of it.
        if (this.#former) return;
        this.#remove(name, path);
        continue;
      }
      const isMoved = this.#moved.delete(path);
      if (before === null && !isMoved) this.#fresh[kind].push(path);
      else if (before !== fingerprintOf(after)) this.#changed[kind].push(path);
      else if (!this.#isTrusted) this.#same[kind].push(path);
    }
  }

  /** Compares a part in which only these files differ. @param text of the published part */
  compareChanges(name: string, kind: Kind, text: PartText, changes: PartChanges): void {
    this.#compared.add(name);
    for (const [path, entry] of changes) {
      const last = text.find(path);
      if (!entry) {
        if (last) this.#remove(name, path);
      } else if (!last) this.#fresh[kind].push(path);
      else if (fingerprintOf(last) !== fingerprintOf(entry)) this.#changed[kind].push(path);
    }
  }

  #remove(part: string, path: string): void {
    this.#removed.add(path);
    if (aliasedPart(part) !== null) this.#goneAliases.add(path);
  }

  /** Called when all removed files are known, and before files that moved between parts are taken out of them. */
  #documents(): FileChanges {
    const gone = new Set<string>();
    for (const path of this.#removed) if (isDocument(path) && !this.#goneAliases.has(path)) gone.add(path);
    const [fresh, changed] = [this.#fresh.documents, this.#changed.documents];
    const moved = new Set(fresh.filter(path => gone.delete(path)));
    const added = fresh.filter(path => !moved.has(path));
    return { added, changed: [...changed, ...moved], removed: [...gone] };
  }

  /** All changes. Parts that were neither kept nor compared count as removed. */
  changes(): Changes {
    for (const name of this.#parts.keys()) {
      if (!this.#compared.has(name)) for (const { path } of this.entries(name)) this.#remove(name, path);
    }
    for (const path of [...(this.#former?.keys() ?? []), ...this.#moved]) this.#removed.add(path);
    const documents = this.#documents();
    // A file may move from one part to another.
    const isOld = (path: string): boolean => this.#removed.delete(path);
    const written: string[] = [];
    const added: string[] = [];
    const allChanged: string[] = [];
    for (const kind of KINDS) {
      const fresh = this.#fresh[kind].filter(path => !isOld(path));
      const changed = new Set(this.#fresh[kind]);
      for (const path of fresh) changed.delete(path);
      for (const path of this.#changed[kind]) changed.add(path);
      // New pages come before changed ones, so that `next` never leads to a missing page.
      for (const path of [...fresh, ...changed, ...this.#same[kind]]) written.push(path);
      for (const path of fresh) added.push(path);
      for (const path of changed) allChanged.push(path);
    }
    return {
      documents,
      written,
      added,
      changed: allChanged,
      removed: [...this.#removed].sort((a, b) => rankOf(a) - rankOf(b)),
    };
  }
}

/** The order of removal: files that name others go first. */
const rankOf = (path: string): number => (isDocument(path) ? 2 : path.startsWith(`${BULK_FOLDER}/`) ? 1 : 0);
