import { LRUCache } from 'lru-cache';
import { inPieces } from '../../build/common/pieces.ts';
import { type ChangedDocument, type ChangesEntry, readChangesIndex } from '../../build/contract/changes.ts';
import { changesBody } from '../../build/contract/envelope.ts';
import {
  changesGone,
  changesNotFound,
  contentUnavailable,
  invalidParameter,
} from '../../build/contract/errors.ts';
import { etagOfDigest } from '../../build/contract/etag.ts';
import { CHANGES_INDEX } from '../../build/contract/paths.ts';
import type { Pieces } from '../../build/contract/pieces.ts';
import type { TreeFile, TreeFiles } from './tree-files.ts';

/** Whoever asks for more takes the whole: that is not much more, and no answer takes long, or much memory. */
export const MOST_CHANGES = 10_000;
/** A line names a path and an identifier of 1,000 bytes each at most; escapes make either longer. */
const MOST_BYTES = 32 * 1024 * 1024;
const CACHE_BYTES = 16 * 1024 * 1024;

/** The changes of several builds together, from the lists in a tree (build/contract/README.md, Changes). */
export class ChangesSince {
  readonly #files: TreeFiles;
  /** The index that was read last, by its validator. */
  #index: { etag: string; entries: readonly ChangesEntry[] } | null = null;
  readonly #answers = new LRUCache<string, string>({
    maxSize: CACHE_BYTES,
    sizeCalculation: json => json.length,
  });
  /** Under way: who asks for the same waits for it. */
  readonly #pending = new Map<string, Promise<string>>();

  constructor(files: TreeFiles) {
    this.#files = files;
  }

  /** @param since a number, or a build @returns the body @throws ApiError */
  async answer(since: string): Promise<string> {
    const { etag, entries } = await this.#readIndex();
    const after = baseOf(entries, since);
    const key = `${after} ${etag}`;
    const known = this.#answers.get(key) ?? this.#pending.get(key);
    if (known !== undefined) return known;
    const made = this.#merge(entries, after).finally(() => this.#pending.delete(key));
    this.#pending.set(key, made);
    const json = await made;
    this.#answers.set(key, json);
    return json;
  }

  /** @throws ApiError NOT_FOUND where the tree has no history */
  async #readIndex(): Promise<{ etag: string; entries: readonly ChangesEntry[] }> {
    const file = await this.#files.get(CHANGES_INDEX);
    if (!file) throw changesNotFound();
    if (this.#index?.etag === file.etag) return this.#index;
    const entries = readChangesIndex(await this.#text(file));
    if (!entries) throw changesGone('The history of this tree is damaged.');
    this.#index = { etag: file.etag, entries };
    return this.#index;
  }

  /** @throws ApiError where a build has replaced the file in between */
  async #text(file: TreeFile): Promise<string> {
    const content = file.content ?? (await this.#files.readSame(file));
    if (!content) throw contentUnavailable();
    return content.toString();
  }

  async #merge(entries: readonly ChangesEntry[], after: number): Promise<string> {
    const lists: string[] = [];
    // The oldest first.
    for (const entry of wantedOf(entries, after).reverse()) lists.push(await this.#readList(entry));
    const items = await inPieces(merged(lists));
    const { number, build, published } = entries[0] as ChangesEntry;
    return changesBody(items, { since: after, number, build }, published).json;
  }

  async #readList({ path, sha256, bytes }: ChangesEntry): Promise<string> {
    if (bytes === 0) return '';
    const file = await this.#files.get(path);
    if (file?.etag === etagOfDigest(Buffer.from(sha256, 'hex'))) return this.#text(file);
    // A build may have dropped it in between, and nobody else brings it back.
    throw changesGone('The changes that are asked for are not kept any more.');
  }
}

/** After the entry of which number changes are asked for. @throws ApiError */
function baseOf(entries: readonly ChangesEntry[], since: string): number {
  const newest = entries[0] as ChangesEntry;
  if (/^\d{1,15}$/.test(since)) {
    if (Number(since) <= newest.number) return Number(since);
    throw invalidParameter('since', since, `${newest.number}, the number of the newest build, or less`);
  }
  const known = entries.find(({ build }) => build === since);
  if (known) return known.number;
  const oldest = entries.at(-1) as ChangesEntry;
  if (oldest.previous === since) return oldest.number - 1;
  throw changesGone('Nothing is known of this build, or not any more.');
}

/** The entries behind one, the newest first. @throws ApiError GONE where their lists do not tell all, or too much */
function wantedOf(entries: readonly ChangesEntry[], after: number): ChangesEntry[] {
  const oldest = entries.at(-1) as ChangesEntry;
  if (after < oldest.number - 1) throw changesGone('The changes since then are not all kept any more.');
  const wanted = entries.filter(({ number }) => number > after);
  const whole = wanted.find(({ complete }) => complete);
  if (whole) throw changesGone(`The build of number ${whole.number} made everything anew.`);
  const count = wanted.reduce((sum, entry) => sum + linesOf(entry), 0);
  const bytes = wanted.reduce((sum, entry) => sum + entry.bytes, 0);
  if (count > MOST_CHANGES || bytes > MOST_BYTES)
    throw changesGone(`Since then more than ${MOST_CHANGES} documents have changed.`);
  return wanted;
}

const linesOf = ({ documents }: ChangesEntry): number =>
  Object.values(documents ?? {}).reduce((sum, count) => sum + count, 0);

const LINES_A_PIECE = 500;

/**
 * Of each document the last state, in the order of paths. Of one that was added and has gone since the tombstone is kept: the reader may
 * have seen it.
 *
 * @param lists the oldest first @returns items, serialised
 */
function* merged(lists: readonly string[]): Pieces<string[]> {
  const last = new Map<string, { isNew: boolean; line: ChangedDocument }>();
  let count = 0;
  for (const list of lists)
    for (const text of list.split('\n')) {
      if (text === '') continue;
      const line = JSON.parse(text) as ChangedDocument;
      const isNew = last.get(line.path)?.isNew ?? line.change === 'added';
      last.set(line.path, { isNew, line });
      if (++count % LINES_A_PIECE === 0) yield;
    }
  const paths = [...last.keys()].sort();
  return paths.map(path => {
    const { isNew, line } = last.get(path) as { isNew: boolean; line: ChangedDocument };
    const change = line.change === 'removed' ? 'removed' : isNew ? 'added' : 'changed';
    return JSON.stringify({ ...line, change });
  });
}
