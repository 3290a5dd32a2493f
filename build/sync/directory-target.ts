import fs from 'node:fs';
import path from 'node:path';
import { takeLock } from '../common/lock.ts';
import { CONTENT_FOLDERS } from '../contract/paths.ts';
import type { ManifestEntry } from '../files/manifest/line.ts';
import { PARTS_FOLDER } from '../files/manifest/parts.ts';
import { MANIFEST, type Part } from '../files/manifest/root.ts';
import { checkTarget } from '../previous/check-folders.ts';
import { manifestDigest } from '../previous/publication-plan.ts';
import { movedIn, publishedRoot, unsuitable } from '../previous/published-paths.ts';
import { openWorkspace, type Workspace, workspacesOf } from '../previous/workspace.ts';
import { checkObstacles } from '../publish/obstacles.ts';
import { publish } from '../publish/publish.ts';
import { recover } from '../publish/recover.ts';
import { entriesOf } from './compare.ts';
import type { Move } from './file-moves.ts';
import { hasContent } from './staged-files.ts';
import type { Publication, Published, Target } from './target.ts';

/**
 * A tree in a directory. It changes as by a build: files are renamed into it one by one. The plan is written down first, so that the
 * next run can finish it. A lock keeps builds and other runs away.
 */
export class DirectoryTarget implements Target {
  readonly name: string;
  readonly traffic = null;
  readonly needsCopies = true;
  readonly isTorn: boolean;
  readonly #workspace: Workspace;
  readonly #unlock: () => void;

  private constructor(workspace: Workspace, isTorn: boolean, unlock: () => void) {
    this.#workspace = workspace;
    this.name = workspace.tree;
    this.isTorn = isTorn;
    this.#unlock = unlock;
  }

  /** @param notice gets a message where an interrupted run left work @throws errors of places, locks and publication */
  static open(folder: string, notice: (message: string) => void): DirectoryTarget {
    checkTarget(folder);
    const workspace = openWorkspace(folder);
    const unlock = takeLock(
      workspace.lock,
      'A build or another sync of this tree is running. Nothing was done.',
    );
    try {
      const recovered = recover(workspace);
      if (recovered === 'finished') notice('Finished the publication that an interrupted run had begun.');
      if (recovered === 'impossible')
        notice(
          'Comparing every file: a run was interrupted while it published, and files have been changed since.',
        );
      return new DirectoryTarget(workspace, recovered === 'impossible', unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  }

  /** Opens a tree to read it, without a lock or changes. @param folder for fetched files @throws UnsuitableFolder */
  static inspect(tree: string, folder: string): DirectoryTarget {
    checkTarget(tree);
    const [workspace] = workspacesOf(tree);
    const folders = { staging: path.join(folder, 'staging'), scratch: path.join(folder, 'scratch') };
    return new DirectoryTarget({ ...workspace, ...folders }, false, () => {});
  }

  get staging(): string {
    return this.#workspace.staging;
  }

  get scratch(): string {
    return this.#workspace.scratch;
  }

  async published(): Promise<Published | null> {
    const { tree } = this.#workspace;
    if (manifestDigest(tree) === null) return null;
    try {
      const root = publishedRoot(tree);
      if (root) return { root, bytes: fs.readFileSync(path.join(tree, MANIFEST)) };
    } catch (error) {
      throw unsuitable(tree, error as Error);
    }
    throw unsuitable(tree, new Error('it is of an earlier version'));
  }

  async readPart(part: Part): Promise<Iterable<ManifestEntry> | null> {
    return entriesOf(this.#workspace.tree, part);
  }

  async read(name: string): Promise<Buffer | null> {
    const file = this.#fileOf(name);
    return fs.statSync(file, { throwIfNoEntry: false })?.isFile() ? fs.readFileSync(file) : null;
  }

  doubts(): boolean {
    return this.isTorn;
  }

  isThere(name: string): boolean {
    return fs.existsSync(this.#fileOf(name));
  }

  ownFile(name: string): string {
    return this.#fileOf(name);
  }

  async holds(file: Pick<Move, 'path' | 'bytes' | 'sha256'>): Promise<boolean> {
    return hasContent(this.#fileOf(file.path), file);
  }

  leftOver(): Iterable<string> {
    return [...CONTENT_FOLDERS, PARTS_FOLDER].flatMap(folder => movedIn(this.#workspace, folder));
  }

  async finish(): Promise<number> {
    this.#removeLeftovers();
    return 0;
  }

  async publish({ moves, to, removes, onFile }: Publication): Promise<void> {
    const { tree } = this.#workspace;
    const added = new Set<string>();
    const renames: string[] = [];
    for (const move of moves.inOrder()) {
      renames.push(move.path);
      if (move.isNew && !move.isDoubtful) added.add(move.path);
    }
    const deletions = removes ? [...moves.removed()] : [];
    const from = manifestDigest(tree);
    // Without a folder yet, the staging folder becomes the tree.
    const isWhole = !fs.existsSync(tree);
    if (!isWhole) checkObstacles(this.#workspace, [...renames, ...deletions], added);
    publish(
      this.#workspace,
      { from, to, renames: isWhole ? [] : renames, deletions: isWhole ? [] : deletions },
      () => {},
    );
    for (const _ of renames) onFile();
    this.#removeLeftovers();
  }

  close(): void {
    fs.rmSync(this.scratch, { recursive: true, force: true });
    this.#unlock();
  }

  #removeLeftovers(): void {
    fs.rmSync(this.staging, { recursive: true, force: true });
  }

  #fileOf(name: string): string {
    return path.join(this.#workspace.tree, name);
  }
}
