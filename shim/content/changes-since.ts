import { LRUCache } from 'lru-cache';
import { inPieces } from '../../build/common/pieces.ts';
import type { ChangesEntry } from '../../build/contract/changes.ts';
import {
  mergedChanges,
  requireList,
  soundIndex,
  type WantedChanges,
  wantedChanges,
} from '../../build/contract/changes-since.ts';
import { changesNotFound, contentUnavailable } from '../../build/contract/errors.ts';
import { CHANGES_INDEX } from '../../build/contract/paths.ts';
import type { TreeFile, TreeFiles } from './tree-files.ts';

const CACHE_BYTES = 16 * 1024 * 1024;

/** The changes of several builds together, from the lists in a tree (build/contract/README.md, Changes). */
export class ChangesSince {
  readonly #files: TreeFiles;
  #index: { etag: string; entries: readonly ChangesEntry[] } | null = null;
  readonly #answers = new LRUCache<string, string>({
    maxSize: CACHE_BYTES,
    sizeCalculation: json => json.length,
  });
  /** Unfinished answers: other requests for the same wait for them. */
  readonly #pending = new Map<string, Promise<string>>();

  constructor(files: TreeFiles) {
    this.#files = files;
  }

  /** @param since a number, or a build @returns the body @throws ApiError */
  async answer(since: string): Promise<string> {
    const { etag, entries } = await this.#readIndex();
    const wanted = wantedChanges(entries, since);
    const key = `${wanted.since} ${etag}`;
    const known = this.#answers.get(key) ?? this.#pending.get(key);
    if (known !== undefined) return known;
    const made = this.#merge(wanted).finally(() => this.#pending.delete(key));
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
    this.#index = { etag: file.etag, entries: soundIndex(await this.#text(file)) };
    return this.#index;
  }

  /** @throws ApiError where a build replaced the file in between */
  async #text(file: TreeFile): Promise<string> {
    const content = file.content ?? (await this.#files.readSame(file));
    if (!content) throw contentUnavailable();
    return content.toString();
  }

  async #merge(wanted: WantedChanges): Promise<string> {
    const lists: string[] = [];
    for (const entry of wanted.entries) lists.push(await this.#readList(entry));
    return inPieces(mergedChanges(wanted, lists));
  }

  async #readList(entry: ChangesEntry): Promise<string> {
    if (entry.bytes === 0) return '';
    const file = await this.#files.get(entry.path);
    requireList(entry, file?.etag);
    return this.#text(file as TreeFile);
  }
}
