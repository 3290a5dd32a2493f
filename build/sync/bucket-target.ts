import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { takeLock } from '../common/lock.ts';
import { isTreePath } from '../contract/file-names.ts';
import type { ManifestEntry } from '../files/manifest/line.ts';
import { MANIFEST, MOST_ROOT_BYTES, type Part, parseRoot, type Root } from '../files/manifest/root.ts';
import type { Bucket } from './bucket.ts';
import { entriesOf } from './compare.ts';
import { TargetError } from './errors.ts';
import { type Move, RANKS } from './file-moves.ts';
import { MOST_HISTORY_BYTES } from './history.ts';
import { inParallel } from './parallel.ts';
import type { Traffic } from './source.ts';
import type { Publication, Published, Target } from './target.ts';

/** Steps of a run on a bucket, put there first, since a killed run leaves a root that does not fit the files. */
interface Journal {
  to: string;
  parts: Readonly<Record<string, string>>;
  added: readonly string[];
  removed: readonly string[];
}

const JOURNAL = '.sync/journal.json';
const MOST_JOURNAL_BYTES = 1024 ** 3;

/** A tree in a bucket. Objects are put in the order of publication, rank by rank. */
export class BucketTarget implements Target {
  readonly name: string;
  readonly traffic: Traffic;
  readonly needsCopies = false;
  readonly staging: string;
  readonly scratch: string;
  readonly #bucket: Bucket;
  readonly #unlock: () => void;
  readonly #jobs: number;
  #journal: Journal | null = null;
  isTorn = false;

  /** @throws LockedError */
  constructor(bucket: Bucket, folder: string, jobs: number) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.name = bucket.name;
    this.traffic = bucket.traffic;
    this.#bucket = bucket;
    this.#jobs = jobs;
    this.staging = path.join(folder, 'staging');
    this.scratch = path.join(folder, 'scratch');
    this.#unlock = takeLock(
      path.join(folder, 'lock'),
      `Another sync to ${bucket.name} is running. Nothing was done.`,
    );
  }

  async published(): Promise<Published | null> {
    this.#journal = await this.#readJournal();
    const bytes = await this.#bucket.get(MANIFEST, MOST_ROOT_BYTES);
    this.isTorn = this.#journal !== null && (!bytes || hash('sha256', bytes) !== this.#journal.to);
    if (!bytes) return null;
    try {
      return { root: parseRoot(bytes.toString()), bytes };
    } catch (error) {
      throw new TargetError(
        `What is in ${this.name} is no tree: ${(error as Error).message}. Nothing was done.`,
      );
    }
  }

  async readPart(part: Part): Promise<Iterable<ManifestEntry> | null> {
    const bytes = await this.#bucket.get(part.path, Math.max(part.bytes, 1) + MOST_ROOT_BYTES);
    if (!bytes) return null;
    const sha256 = hash('sha256', bytes);
    // A part that an interrupted run put there is as good.
    if (sha256 !== part.sha256 && sha256 !== this.#journal?.parts[part.path]) return null;
    const folder = path.join(this.scratch, 'base');
    fs.mkdirSync(path.dirname(path.join(folder, part.path)), { recursive: true });
    fs.writeFileSync(path.join(folder, part.path), bytes);
    return entriesOf(folder, { ...part, sha256, bytes: bytes.length });
  }

  read(name: string): Promise<Buffer | null> {
    return this.#bucket.get(name, MOST_HISTORY_BYTES);
  }

  /** Parts that the interrupted run did not change are known. */
  doubts(part: string, sha256: string | null): boolean {
    return this.isTorn && this.#journal?.parts[part] !== sha256;
  }

  /** Each real answer would take a request. */
  isThere(): boolean {
    return false;
  }

  ownFile(): null {
    return null;
  }

  async holds({ path: name, sha256 }: Pick<Move, 'path' | 'sha256'>): Promise<boolean> {
    return (await this.#bucket.digestOf(name)) === sha256;
  }

  leftOver(): Iterable<string> {
    const { added = [], removed = [] } = this.#journal ?? {};
    return this.isTorn ? [...added, ...removed] : removed;
  }

  async finish(): Promise<number> {
    const left = this.#journal?.removed ?? [];
    await inParallel(left, this.#jobs, name => this.#bucket.remove(name));
    if (this.#journal) await this.#bucket.remove(JOURNAL);
    this.#journal = null;
    fs.rmSync(this.staging, { recursive: true, force: true });
    return left.length;
  }

  async publish({ moves, to, root, removes, fileOf, jobs, onFile }: Publication): Promise<void> {
    const put = async ({ path: name, sha256 }: Move): Promise<void> => {
      await this.#bucket.putFile(name, { file: fileOf(name), sha256 });
      onFile();
    };
    const newPaths = Array.from(moves.inOrder(), move => (move.isNew ? move.path : ''));
    await this.#writeJournal({
      to,
      parts: partsOf(root),
      added: newPaths.filter(name => name !== ''),
      removed: removes ? [...moves.removed()] : [],
    });
    for (const rank of RANKS) await inParallel(moves.inOrder(rank), jobs, put);
    await this.finish();
  }

  close(): void {
    fs.rmSync(this.scratch, { recursive: true, force: true });
    this.#bucket.close();
    this.#unlock();
  }

  async #readJournal(): Promise<Journal | null> {
    const bytes = await this.#bucket.get(JOURNAL, MOST_JOURNAL_BYTES);
    if (!bytes) return null;
    const {
      to = '',
      parts = {},
      added = [],
      removed = [],
    } = JSON.parse(bytes.toString()) as Partial<Journal>;
    if (![...added, ...removed].every(isTreePath))
      throw new TargetError(`${this.name}${JOURNAL} is damaged.`);
    return { to, parts, added, removed };
  }

  async #writeJournal(journal: Journal): Promise<void> {
    await this.#bucket.putText(JOURNAL, JSON.stringify(journal));
    this.#journal = journal;
  }
}

const partsOf = ({ parts }: Root): Journal['parts'] =>
  Object.fromEntries(parts.map(({ path: name, sha256 }) => [name, sha256]));
