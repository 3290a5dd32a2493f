import fs from 'node:fs';
import path from 'node:path';
import { isTreePath } from '../../contract/segment.ts';
import type { Edition } from '../schema.ts';
import { Names } from './names.ts';
import { type EditionRecord, readRecord, recordText } from './record.ts';
import { type Held, isWithoutWholeEcfr } from './shelf.ts';

export interface Changes {
  written: number;
  unchanged: number;
  removed: number;
}

/** What earlier imports and the former converter leave in a title's folder. */
const OURS = /(?:\.md|\/_meta\.json|\/_annual\/[^/]+\.json)$/;

/**
 * The files of one title or issue on their way into the corpus. Until all of it is read they lie aside, so that a file that breaks
 * off changes nothing; then each takes its place by a rename. Files that are equal already are left alone.
 */
export class CorpusStore {
  readonly #corpus: string;
  readonly #staging: string;
  readonly #held: Held | null;
  /** Documents that others hold, and the record of one of these. */
  readonly held = { documents: 0, by: '' };
  readonly #names = new Names();
  readonly #sizes: Record<string, number> = {};
  /** Where they will lie; in the staging folder each has its number for a name. */
  readonly #staged: string[] = [];
  #unchanged = 0;

  /**
   * @param staging a folder of its own on the corpus's file system; need not exist
   * @param held files that stay as they are
   */
  constructor(corpus: string, staging: string, held: Held | null = null) {
    this.#corpus = corpus;
    this.#staging = staging;
    this.#held = held;
  }

  put(edition: Edition, segments: readonly string[], identity: string, content: string): void {
    const file = this.place(edition, segments, identity);
    const holder = this.#held?.by(file) ?? null;
    if (holder !== null) {
      if (!file.endsWith('/_level.md')) this.held.documents += 1;
      this.held.by = holder;
      return;
    }
    const bytes = Buffer.from(content);
    this.#sizes[file] = bytes.length;
    if (isEqual(path.join(this.#corpus, file), bytes)) this.#unchanged += 1;
    else {
      if (this.#staged.length === 0) fs.mkdirSync(this.#staging, { recursive: true });
      fs.writeFileSync(this.#stagedFile(this.#staged.push(file) - 1), bytes);
    }
  }

  /** Where the next file lies; each is asked for once. */
  place({ folder }: Edition, segments: readonly string[], identity: string): string {
    const file = `${folder}/${this.#names.give(segments, identity)}.md`;
    if (!isTreePath(file)) throw new Error(`${file} is no name for a file`);
    return file;
  }

  /** Puts all of it into the corpus; what the edition no longer has is removed. */
  publish(edition: Edition, record: Omit<EditionRecord, 'files'>): Changes {
    const before = readRecord(this.#corpus, edition);
    const isPart = edition.part !== undefined;
    const isOfParts = isPart && isWithoutWholeEcfr(this.#corpus, edition.folder);
    for (const [i, file] of this.#staged.entries()) this.#move(this.#stagedFile(i), file);
    const removed = edition.isWhole ? this.#removeOthers(edition, before) : 0;
    const files = edition.isWhole ? this.#sizes : { ...before?.files, ...this.#sizes };
    // A part of a title does not make the title another edition.
    const told = isPart && before ? before : { ...record, ...(isOfParts ? { isOfParts } : {}) };
    this.#writeRecord(edition, recordText({ ...told, files: sorted(files) }));
    return { written: this.#staged.length, unchanged: this.#unchanged, removed };
  }

  /** Throws away what was not published. */
  discard(): void {
    fs.rmSync(this.#staging, { recursive: true, force: true });
  }

  /** A folder of one title is all the edition's; of an issue's folder only what its record names. */
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
    if (isEqual(target, Buffer.from(text))) return;
    const staged = path.join(this.#staging, 'record');
    fs.mkdirSync(this.#staging, { recursive: true });
    fs.writeFileSync(staged, text);
    this.#move(staged, record);
  }

  #stagedFile(i: number): string {
    return path.join(this.#staging, String(i));
  }

  /** Makes the folder where it is missing: another thread may have removed it, empty. */
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

function isEqual(file: string, bytes: Buffer): boolean {
  const { size } = fs.statSync(file, { throwIfNoEntry: false }) ?? {};
  return size === bytes.length && fs.readFileSync(file).equals(bytes);
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
