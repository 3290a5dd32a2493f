import fs from 'node:fs';
import path from 'node:path';
import { isTreePath } from '../../contract/file-names.ts';
import type { Edition } from '../schema.ts';
import { type Claims, isWithoutWholeEcfr } from './annual-overlaps.ts';
import { Names } from './names.ts';
import { type EditionRecord, readRecord, recordText } from './record.ts';

export interface Changes {
  written: number;
  unchanged: number;
  removed: number;
}

/** Files of earlier imports and of the former converter in a title's folder. */
const OURS = /(?:\.md|\/_meta\.json|\/_annual\/[^/]+\.json)$/;

/**
 * The files of one title or issue on their way into the corpus. They are staged until all of the input is read, so that a
 * truncated file changes nothing. Then each file is renamed into place, or a whole folder if the corpus lacks it. Equal files
 * are left alone.
 */
export class CorpusStore {
  readonly #corpus: string;
  readonly #staging: string;
  readonly #claims: Claims | null;
  /** Documents that other inputs keep, and the record of one of them. */
  readonly keptByOthers = { documents: 0, by: '' };
  readonly #names = new Names();
  readonly #sizes: Record<string, number> = {};
  /** Folders of staged files, and whether the corpus had them before. */
  readonly #folders = new Map<string, { isThere: boolean; isStaged: boolean }>();
  #written = 0;
  #unchanged = 0;

  /** @param staging a separate folder on the corpus's file system; need not exist @param claims files that stay unchanged */
  constructor(corpus: string, staging: string, claims: Claims | null = null) {
    this.#corpus = corpus;
    this.#staging = staging;
    this.#claims = claims;
  }

  put(edition: Edition, segments: readonly string[], identity: string, content: string): void {
    const file = this.pathFor(edition, segments, identity);
    const holder = this.#claims?.by(file) ?? null;
    if (holder !== null) {
      if (!file.endsWith('/_level.md')) this.keptByOthers.documents += 1;
      this.keptByOthers.by = holder;
      return;
    }
    const size = Buffer.byteLength(content);
    this.#sizes[file] = size;
    const name = path.posix.dirname(file);
    const folder = this.#folder(name);
    if (folder.isThere && isEqual(`${this.#corpus}/${file}`, content, size)) this.#unchanged += 1;
    else {
      if (!folder.isStaged) fs.mkdirSync(`${this.#aside}/${name}`, { recursive: true });
      folder.isStaged = true;
      fs.writeFileSync(`${this.#aside}/${file}`, content);
      this.#written += 1;
    }
  }

  /** Returns the place of the next file. Call it once for each file. */
  pathFor({ folder }: Edition, segments: readonly string[], identity: string): string {
    const file = `${folder}/${this.#names.give(segments, identity)}.md`;
    if (!isTreePath(file)) throw new Error(`${file} is no name for a file`);
    return file;
  }

  /** Moves all files into the corpus, and removes files that the edition no longer has. */
  publish(edition: Edition, record: Omit<EditionRecord, 'files'>): Changes {
    const before = readRecord(this.#corpus, edition);
    const isPart = edition.part !== undefined;
    const isOfParts = isPart && isWithoutWholeEcfr(this.#corpus, edition.folder);
    const isNew = before === null && !fs.existsSync(path.join(this.#corpus, edition.folder));
    if (this.#written > 0) this.#moveAll('');
    const removed = edition.isWhole && !isNew ? this.#removeOthers(edition, before) : 0;
    const files = edition.isWhole ? this.#sizes : { ...before?.files, ...this.#sizes };
    // A part of a title does not change the title's edition.
    const facts = isPart && before ? before : { ...record, ...(isOfParts ? { isOfParts } : {}) };
    this.#writeRecord(edition, recordText({ ...facts, files: sorted(files) }));
    return { written: this.#written, unchanged: this.#unchanged, removed };
  }

  /** Deletes unpublished files. */
  discard(): void {
    fs.rmSync(this.#staging, { recursive: true, force: true });
  }

  /** A title's folder belongs to the edition entirely; in an issue's folder, only the files of its record do. */
  #removeOthers(edition: Edition, before: EditionRecord | null): number {
    const { folder, record } = edition;
    const isOwner = path.posix.dirname(record) === folder;
    const candidates = isOwner ? filesBelow(this.#corpus, folder) : Object.keys(before?.files ?? {});
    const gone = candidates.filter(
      file => isTreePath(file) && OURS.test(file) && !Object.hasOwn(this.#sizes, file),
    );
    for (const file of gone) {
      fs.rmSync(path.join(this.#corpus, file), { force: true });
      this.#removeEmpty(path.posix.dirname(file));
    }
    return gone.length;
  }

  #removeEmpty(folder: string): void {
    if (!folder.includes('/')) return;
    try {
      fs.rmdirSync(path.join(this.#corpus, folder));
    } catch {
      return;
    }
    this.#removeEmpty(path.posix.dirname(folder));
  }

  #writeRecord({ record }: Edition, text: string): void {
    const target = path.join(this.#corpus, record);
    if (isEqual(target, text, Buffer.byteLength(text))) return;
    const staged = path.join(this.#staging, 'record');
    fs.mkdirSync(this.#staging, { recursive: true });
    fs.writeFileSync(staged, text);
    this.#move(staged, record);
  }

  #folder(name: string): { isThere: boolean; isStaged: boolean } {
    const known = this.#folders.get(name);
    if (known) return known;
    const folder = { isThere: fs.existsSync(path.join(this.#corpus, name)), isStaged: false };
    this.#folders.set(name, folder);
    return folder;
  }

  /** Folder of the staged files, under their names in the corpus. */
  get #aside(): string {
    return path.join(this.#staging, 'files');
  }

  /** Moves the staged content of a folder: the folder itself if the corpus lacks it, else its entries. */
  #moveAll(folder: string): void {
    const staged = path.join(this.#aside, folder);
    if (folder !== '' && movedWhole(staged, path.join(this.#corpus, folder))) return;
    for (const entry of fs.readdirSync(staged, { withFileTypes: true })) {
      const inner = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) this.#moveAll(inner);
      else this.#move(path.join(staged, entry.name), inner);
    }
  }

  /** Creates the folder if it is missing: another thread may have removed it while empty. */
  #move(staged: string, file: string): void {
    const target = path.join(this.#corpus, file);
    try {
      fs.renameSync(staged, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.renameSync(staged, target);
    }
  }
}

/** @returns false if the target exists, which another thread may have just created */
function movedWhole(folder: string, target: string): boolean {
  if (fs.existsSync(target)) return false;
  try {
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.renameSync(folder, target);
    return true;
  } catch {
    return false;
  }
}

function isEqual(file: string, content: string, size: number): boolean {
  const there = fs.statSync(file, { throwIfNoEntry: false });
  return there?.size === size && fs.readFileSync(file).equals(Buffer.from(content));
}

function filesBelow(corpus: string, folder: string): string[] {
  const directory = path.join(corpus, folder);
  if (!fs.existsSync(directory)) return [];
  return fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(corpus, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
}

const sorted = (files: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
