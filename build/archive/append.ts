import fs from 'node:fs';
import path from 'node:path';
import { takeLock } from '../common/lock.ts';
import type { EditionKey } from '../contract/version.ts';
import { type ArchiveRoot, type PartEntry, ROOT_FILE, readRoot, rootText } from './archive.ts';
import { DroppedBytes, damagedPacks, isEmpty, movedRuns, sparsePacks } from './compaction.ts';
import { editionKey, inOrder, newestOf, WHOLE } from './editions.ts';
import { isStill, type Run, type Sighting, withSighting } from './history.ts';
import { IndexFile } from './index-file.ts';
import type { IndexRow } from './index-rows.ts';
import { type Keep, keepText, keptRuns, keptSince } from './keep.ts';
import { removeLeftOvers } from './left-overs.ts';
import { type PackFile, PackReader, PackWriter, writeWhole } from './packs.ts';
import type { IndexHead } from './part-file.ts';
import { type Rewriting, rewriteIndex } from './rewrite-index.ts';

/** A document as an edition has it. */
export interface SeenDocument extends EditionKey {
  identifier: string;
  /** See `textDigest`. */
  text: string;
  /** Whether the day is given, and not told by the document: a text that stays is then no news. */
  isGiven?: boolean;
  /** Reads the corpus file. */
  read: () => Buffer;
}

export interface SeenPart {
  /** Of a title or a year, see `partOfHistory`: `usc/t17`, `fr/2018`. */
  name: string;
  seen: Iterable<SeenDocument>;
  /** Whether the edition no longer has a document that was not seen. */
  isGone: (identifier: string) => boolean;
  /** The edition that tells what is gone; null: the newest of those that were seen. */
  edition: EditionKey | null;
  /** Whether all documents of the title were seen, but for those that are gone. */
  isWhole: boolean;
  /** Whether this is the corpus of today, see `withSighting`. */
  isCurrent: boolean;
}

const NOTHING: IndexHead = { editions: [] };

const LOCK_FILE = '.lock';

/** Appends to an archive. Nothing is in it until `commit`; what an interrupted append left is removed by the next. */
export class ArchiveAppend {
  readonly #folder: string;
  readonly #unlock: () => void;
  readonly #root: ArchiveRoot;
  readonly #parts: Map<string, PartEntry>;
  readonly #packs: PackWriter;
  readonly #keep: Keep | null;
  readonly #dropped = new DroppedBytes();
  #isChanged = false;
  #staged: ArchiveRoot | null = null;

  /** @param keep which versions are kept; null: all @throws LockedError where another process appends, ArchiveDamage */
  constructor(folder: string, keep: Keep | null = null) {
    fs.mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#keep = keep;
    this.#unlock = takeLock(
      path.join(folder, LOCK_FILE),
      `Another process appends to the archive ${folder}. Nothing was done.`,
    );
    try {
      this.#root = readRoot(folder);
      this.#parts = new Map(this.#root.parts.map(part => [part.name, part]));
      removeLeftOvers(folder, this.#root);
      // From here on packs without a root are damage, and not what an interrupted first append left.
      const rootFile = path.join(folder, ROOT_FILE);
      if (!fs.existsSync(rootFile)) writeWhole(rootFile, rootText(this.#root));
      const last = this.#root.packs.at(-1)?.path ?? '';
      this.#packs = new PackWriter(folder, Number(/(\d+)\.pack$/.exec(last)?.[1] ?? 0) + 1);
    } catch (error) {
      this.#unlock();
      throw error;
    }
  }

  /** As it is before the append. */
  get root(): ArchiveRoot {
    return this.#root;
  }

  /** The names of all parts. */
  get parts(): Iterable<string> {
    return this.#parts.keys();
  }

  /**
   * Enters what an edition has of a part. Versions go into packs in the order of identifiers, so that the same documents give the same
   * bytes in whatever order they were read.
   *
   * @returns the identifiers of documents whose history is other than before
   */
  enter({ name, seen, isGone, edition, isWhole, isCurrent }: SeenPart): Set<string> {
    const index = this.#indexOf(name);
    const { editions: before, ...head } = index?.head ?? NOTHING;
    const documents = [...seen].sort((a, b) =>
      a.identifier < b.identifier ? -1 : Number(a.identifier > b.identifier),
    );
    const newest = edition ?? newestOf(documents) ?? before.at(-1) ?? null;
    const here = newest ? [{ ...newest, ...(isWhole && WHOLE) }] : [];
    const editions = inOrder([...before, ...documents.map(editionKey), ...here]);
    const all = { editions, wholes: editions.filter(({ whole }) => whole) };
    const enter = (runs: readonly Run[], sighting: Sighting, now: IndexHead): readonly Run[] => {
      const seen = withSighting(runs, sighting, all, isCurrent);
      // The file of an older edition with the same text takes the place of a newer one.
      return seen === runs ? runs : this.#drop(now, seen, [...runs, ...seen]);
    };
    const change = (row: IndexRow<SeenDocument>, now: IndexHead): readonly Run[] | null => {
      if (row.seen.length > 0)
        return row.seen.reduce((runs, { text, read, isGiven, ...key }) => {
          if (isGiven && isStill(runs, key, text)) return runs;
          const store = () => this.#packs.put(text, read());
          return enter(runs, { key: editionKey(key), text, store }, now);
        }, row.runs);
      if (!newest || !isGone(row.identifier)) return null;
      return enter(row.runs, { key: newest, text: null, store: neverStored }, now);
    };
    // A day that is given says nothing where no text is new, unless the title was never seen as a whole.
    const isFirstWhole = isWhole && before.length > 0 && !before.some(({ whole }) => whole);
    const isNews = isFirstWhole || (edition === null && editions.length > before.length);
    return this.#rewrite({ name, index, head: { ...head, editions }, seen: documents, change, isNews });
  }

  /** Bounds all histories, where they are not bounded so already. @returns by part: identifiers of documents with fewer versions */
  bound(): Map<string, Set<string>> {
    const bounded = new Map<string, Set<string>>();
    const keep = this.#keep;
    if (!keep || this.#root.keep === keepText(keep)) return bounded;
    for (const name of [...this.parts]) {
      const changed = this.#change(name, (runs, head) => this.#drop(head, runs, runs));
      if (changed.size > 0) bounded.set(name, changed);
    }
    this.#isChanged = true;
    return bounded;
  }

  /** The runs that are kept. @param head notes since when @param before with files that may no longer be needed */
  #drop(head: IndexHead, runs: readonly Run[], before: readonly Run[]): readonly Run[] {
    const now = this.#keep ? keptRuns(runs, this.#keep) : runs;
    this.#dropped.count(before, now);
    if (now === runs) return runs;
    const since = keptSince(runs, now);
    if (since > (head.kept_since ?? '')) head.kept_since = since;
    return now;
  }

  /** Moves what is left in packs of which most was dropped into new ones. @returns the packs of before that are still needed */
  #compact(): PackFile[] {
    const packs = this.#root.packs.map(pack => this.#dropped.of(pack));
    const sparse = sparsePacks(packs);
    const leaving = new Set(sparse.map(pack => pack.path));
    if (!sparse.every(isEmpty)) this.#empty(leaving);
    return packs.filter(pack => !leaving.has(pack.path));
  }

  /** Moves all versions out of packs. @param leaving loses those that are damaged */
  #empty(leaving: Set<string>): void {
    const reader = new PackReader(this.#folder);
    try {
      for (const damaged of damagedPacks(this.#histories(), leaving, reader)) leaving.delete(damaged);
      for (const name of leaving.size > 0 ? [...this.parts] : [])
        this.#change(name, runs => movedRuns(runs, leaving, reader, this.#packs));
    } finally {
      reader.close();
    }
  }

  *#histories(): Generator<readonly Run[]> {
    for (const entry of this.#parts.values())
      for (const { runs } of new IndexFile(this.#folder, entry)) yield runs;
  }

  /** Changes histories of a part. @returns the identifiers of those that are other than before */
  #change(name: string, change: (runs: readonly Run[], head: IndexHead) => readonly Run[]): Set<string> {
    const index = this.#indexOf(name);
    const head = { ...(index?.head ?? NOTHING) };
    return this.#rewrite({
      ...{ name, index, head, seen: [], isNews: false },
      change: ({ runs }, now) => change(runs, now),
    });
  }

  #indexOf(name: string): IndexFile | null {
    const entry = this.#parts.get(name);
    return entry ? new IndexFile(this.#folder, entry) : null;
  }

  #rewrite(rewriting: Rewriting<SeenDocument>): Set<string> {
    const { entry, changed } = rewriteIndex(this.#folder, rewriting);
    if (entry) this.#parts.set(entry.name, entry);
    if (entry) this.#isChanged = true;
    return changed;
  }

  /** Writes all that was entered, so that it can be read. @returns the root that `commit` gives the archive */
  stage(): ArchiveRoot {
    this.#staged ??= this.#isChanged ? this.#stage() : this.#root;
    return this.#staged;
  }

  #stage(): ArchiveRoot {
    const packs = this.#compact();
    this.#packs.flush();
    const parts = [...this.#parts.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    const keep = this.#keep && keepText(this.#keep);
    // A version that is dropped as it is entered lies in a new pack.
    const added = this.#packs.packs.map(pack => this.#dropped.of(pack));
    return { packs: [...packs, ...added], parts, ...(keep && { keep }) };
  }

  /** Makes all that was entered part of the archive at once. @returns its root */
  commit(): ArchiveRoot {
    const root = this.stage();
    if (root === this.#root) return root;
    // What only the former root names stays until the next append: somebody may be reading it.
    writeWhole(path.join(this.#folder, ROOT_FILE), rootText(root));
    return root;
  }

  close(): void {
    this.#packs.close();
    this.#unlock();
  }
}

const neverStored = (): never => {
  throw new Error('what is gone has no file');
};
