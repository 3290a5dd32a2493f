import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { digestOfFile } from '../files/digest.ts';
import { roomIn } from '../files/disk-space.ts';
import { mtimeOf } from '../files/entry.ts';
import { filesUnder } from '../files/walk.ts';
import { checkRoom } from './disk-space.ts';
import { WrongContent } from './errors.ts';
import type { Move } from './file-moves.ts';
import { mostOfCatalog } from './size-limits.ts';
import type { Source } from './source.ts';

/** How often a file with wrong content is requested, and the milliseconds between: caches and publications pass. */
const ATTEMPTS = 3;
const PAUSE_MS = 300;

/** How many contents of this run are remembered. Aliases stand near their documents in the order of paths. */
const MOST_CONTENTS = 50_000;

export type Staged = Pick<Move, 'path' | 'bytes' | 'sha256' | 'date'>;

/**
 * Checked files of the coming tree. They stay from one run to the next, so that a run does not fetch again what a killed run fetched.
 */
export class Stage {
  readonly folder: string;
  readonly #scratch: string;
  readonly #source: Source;
  #drafts = 0;
  resumed = 0;
  /** Files that this run fetched first; they come again when the rest is fetched. */
  readonly #made = new Set<string>();
  /** By digest: a file that this run fetched or is fetching. */
  readonly #contents = new Map<string, { path: string; brought: Promise<unknown> }>();

  /** @param folder below which files have their paths @param scratch for unfinished files */
  constructor(folder: string, scratch: string, source: Source) {
    this.folder = folder;
    this.#scratch = scratch;
    this.#source = source;
    for (const name of [folder, scratch]) fs.mkdirSync(name, { recursive: true });
  }

  fileOf(name: string): string {
    return path.join(this.folder, name);
  }

  /** @param own a file of this machine that may have the same content @throws WrongContent, SourceError */
  async bring(file: Staged, own: string | null = null): Promise<void> {
    const target = this.fileOf(file.path);
    if (hasContent(target, file)) {
      if (!this.#made.has(file.path)) this.resumed++;
      setTime(target, file);
      return;
    }
    const first = own === null ? this.#contents.get(file.sha256) : undefined;
    if (first === undefined) {
      const brought = this.#make(file, target, own);
      this.#remember(file, brought);
      return await brought;
    }
    // The same content under another name is not requested again, unless the first request failed.
    await first.brought.catch(() => {});
    await this.#make(file, target, this.fileOf(first.path));
  }

  async #make(file: Staged, target: string, own: string | null): Promise<void> {
    const draft = path.join(this.#scratch, `draft-${this.#drafts++}`);
    try {
      if (own !== null && hasContent(own, file)) fs.copyFileSync(own, draft, fs.constants.COPYFILE_FICLONE);
      else await this.#fetch(file, draft);
      setTime(draft, file);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.renameSync(draft, target);
    } finally {
      fs.rmSync(draft, { force: true });
    }
  }

  #remember({ path: name, sha256 }: Staged, brought: Promise<unknown>): void {
    this.#contents.set(sha256, { path: name, brought });
    const [oldest] = this.#contents.keys();
    if (this.#contents.size > MOST_CONTENTS && oldest !== undefined) this.#contents.delete(oldest);
  }

  /** As `bring`, for files that tell which other files are needed. */
  async bringFirst(file: Staged): Promise<void> {
    await this.bring(file);
    this.#made.add(file.path);
  }

  async #fetch({ path: name, bytes, sha256 }: Staged, draft: string): Promise<void> {
    const most = bytes ?? this.#mostOf(mostOfCatalog(name));
    let problem = '';
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (attempt > 1) await wait(PAUSE_MS * attempt);
      const again = attempt > 1 ? sha256 : undefined;
      if (bytes !== null) checkRoom(this.#scratch, bytes);
      const copied = await this.#source.copy(name, draft, most, again);
      if (copied?.sha256 === sha256 && copied.bytes === (bytes ?? copied.bytes)) return;
      if (copied?.sha256 === '') checkRoom(this.#scratch, copied.bytes);
      problem = copied === null ? 'is missing' : 'is not what the manifest names';
    }
    throw new WrongContent(`${name} ${problem}`);
  }

  /** The most bytes of a file of unknown size: no more than the disk has room for. */
  #mostOf(plausible: number): number {
    return Math.min(plausible, roomIn(this.#scratch));
  }

  /** Reads a small file of unknown content; null where there is none. @param most bytes @param again see `Source` @throws WrongContent where it is longer */
  async read(name: string, most: number, again?: string): Promise<Buffer | null> {
    const draft = path.join(this.#scratch, `draft-${this.#drafts++}`);
    try {
      const copied = await this.#source.copy(name, draft, this.#mostOf(most), again);
      if (copied?.sha256 === '') {
        checkRoom(this.#scratch, copied.bytes);
        throw new WrongContent(`${name} is longer than ${most} bytes`);
      }
      return copied && fs.readFileSync(draft);
    } finally {
      fs.rmSync(draft, { force: true });
    }
  }

  write({ path: name, date, sha256 }: Omit<Staged, 'bytes'>, content: Buffer): void {
    const target = this.fileOf(name);
    this.#made.add(name);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, content);
    setTime(target, { date, sha256 });
  }

  /** Removes files that an earlier run left of another tree. @returns bytes of the remaining files */
  clean(isWanted: (name: string) => boolean): number {
    let bytes = 0;
    for (const name of [...filesUnder(this.folder, '')]) {
      if (isWanted(name)) bytes += fs.statSync(this.fileOf(name)).size;
      else fs.rmSync(this.fileOf(name));
    }
    removeEmpty(this.folder);
    return bytes;
  }
}

export function hasContent(file: string, { bytes, sha256 }: Pick<Staged, 'bytes' | 'sha256'>): boolean {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size === (bytes ?? stat.size) && digestOfFile(file) === sha256;
}

function setTime(file: string, entry: Pick<Staged, 'date' | 'sha256'>): void {
  const time = mtimeOf(entry);
  fs.utimesSync(file, time, time);
}

function removeEmpty(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const inner = path.join(folder, entry.name);
    if (!entry.isDirectory()) continue;
    removeEmpty(inner);
    if (fs.readdirSync(inner).length === 0) fs.rmdirSync(inner);
  }
}
