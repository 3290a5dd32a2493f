import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { versionOf } from '../../build/common/file-version.ts';
import { type CacheTagHeaders, cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import { etagOf, etagOfDigest } from '../../build/contract/etag.ts';
import { isTreePath } from '../../build/contract/file-names.ts';
import { contentTypeOf } from '../../build/contract/paths.ts';
import type { Range } from '../../build/contract/range.ts';
import { AnswerHeads, FixedHeads } from './answer-heads.ts';
import { CompressedAnswers, type Held, MAX_HELD_BYTES } from './compressed-answers.ts';
import type { FormerVersions } from './former-versions.ts';
import { LargeDocuments } from './large-documents.ts';

/** A file of the tree with its validator. Large files are described, not held. */
export interface TreeFile extends Held {
  path: string;
  contentType: string;
  etag: string;
  tags: CacheTagHeaders;
  heads: AnswerHeads;
  bytes: number;
  /** Null where the file is too large for memory and must be streamed. */
  content: Buffer | null;
}

/** An answer made of files. */
export interface MadeFile extends TreeFile {
  content: Buffer;
}

type Load = () => Promise<TreeFile | undefined>;

const CACHE_BYTES = 128 * 1024 * 1024;
/** A replaced file is noticed after this time at the latest (by answers made of it after twice the time), and at once with a new catalog. */
const CACHE_MS = 10_000;
/** Bytes of an entry beside its content and its name: validator, headers. */
const ENTRY_BYTES = 2048;

/** Files of a tree, in a cache bounded by bytes. Validators are computed from the sent bytes. */
export class TreeFiles {
  readonly #dist: string;
  readonly #former: FormerVersions | null;
  readonly #cache: LRUCache<string, Held>;
  readonly compressed: CompressedAnswers;
  readonly #large = new LargeValidators();
  readonly largeDocuments: LargeDocuments;
  /** Unfinished reads. (The cache's own `fetch` fails waiting requests when the cache is cleared.) */
  #reads = new Map<string, Promise<TreeFile | undefined>>();
  readonly uses = { hits: 0, misses: 0 };

  /** @param former has former versions that are no files of the tree; null: they are files */
  constructor(
    dist: string,
    { cacheBytes = CACHE_BYTES, former = null }: { cacheBytes?: number; former?: FormerVersions | null } = {},
  ) {
    this.#dist = dist;
    this.#former = former;
    this.#cache = new LRUCache<string, Held>({
      maxSize: cacheBytes,
      // A name that lists fields can be longer than what is made of them.
      sizeCalculation: ({ content }, name) => (content?.length ?? 0) + ENTRY_BYTES + name.length,
      ttl: CACHE_MS,
    });
    this.compressed = new CompressedAnswers(this.#cache);
    this.largeDocuments = new LargeDocuments(dist);
  }

  /** @returns undefined where the tree has no such file. Simultaneous requests read a file once */
  get(file: string): TreeFile | undefined | Promise<TreeFile | undefined> {
    return this.#get(file, () => this.#read(file));
  }

  /**
   * An answer that is made of files, and is kept as they are. Simultaneous requests make it once.
   * @param name is no path, and tells all that the answer depends on beside the tree
   */
  made(name: string, make: () => Promise<MadeFile>): MadeFile | Promise<MadeFile> {
    return this.#get(name, make) as MadeFile | Promise<MadeFile>;
  }

  /** The file if it is in memory. */
  held(file: string): TreeFile | undefined {
    const found = this.#cache.get(file) as TreeFile | undefined;
    if (found) this.uses.hits++;
    return found;
  }

  /** Bytes of all files and compressed answers in memory, with their keys and headers. */
  get heldBytes(): number {
    return this.#cache.calculatedSize;
  }

  /** The bytes of a large file; null where the file has changed since it was described. */
  async readSame({ path: file, etag, bytes }: TreeFile): Promise<Buffer | null> {
    const chunks: Buffer[] = [];
    const options = { start: 0, end: bytes };
    const found = await etagOfFile(path.join(this.#dist, file), options, chunk => chunks.push(chunk)).catch(
      nullIfMissing,
    );
    return found === etag ? Buffer.concat(chunks) : null;
  }

  open({ path: file }: Pick<TreeFile, 'path'>, { first, last }: Range): Readable {
    return createReadStream(path.join(this.#dist, file), { start: first, end: last });
  }

  /** Empties the cache after a new build. Unfinished reads may be of the old build and are not kept. */
  clear(): void {
    this.#cache.clear();
    this.#reads = new Map();
  }

  #get(name: string, load: Load): TreeFile | undefined | Promise<TreeFile | undefined> {
    const held = this.held(name);
    if (held) return held;
    const read = this.#reads.get(name);
    if (read) this.uses.hits++;
    else this.uses.misses++;
    return read ?? this.#load(name, load);
  }

  #load(name: string, load: Load): Promise<TreeFile | undefined> {
    const reads = this.#reads;
    const read = load()
      .then(found => {
        const isKept = found && (found.content?.length ?? 0) <= MAX_HELD_BYTES;
        if (isKept && reads === this.#reads) this.#cache.set(name, found);
        return found;
      })
      .finally(() => reads.delete(name));
    reads.set(name, read);
    return read;
  }

  async #read(file: string): Promise<TreeFile | undefined> {
    const found = await readTreeFile(this.#dist, file, this.#large);
    if (found || !this.#former || !isTreePath(file)) return found;
    const text = async (path: string) => (await this.get(path))?.content?.toString() ?? null;
    const content = await this.#former.content(file, text);
    return content ? described(file, { content, etag: etagOf(content), bytes: content.length }) : undefined;
  }
}

/** How many validators of large files are remembered: enough for all dumps of a large tree. */
const REMEMBERED_VALIDATORS = 10_000;

/** Validators of large files. Each version of a file is read once. */
class LargeValidators {
  readonly #known = new LRUCache<string, { version: string; etag: string }>({ max: REMEMBERED_VALIDATORS });

  async of(target: string, version: string): Promise<string> {
    const known = this.#known.get(target);
    if (known?.version === version) return known.etag;
    const etag = await etagOfFile(target);
    this.#known.set(target, { version, etag });
    return etag;
  }
}

async function readTreeFile(
  dist: string,
  file: string,
  large: LargeValidators,
): Promise<TreeFile | undefined> {
  if (!isTreePath(file)) return undefined;
  const target = path.join(dist, file);
  let handle: fs.FileHandle | null = null;
  try {
    handle = await fs.open(target);
    const stat = await handle.stat();
    const content = stat.size > MAX_HELD_BYTES ? null : await handle.readFile();
    const etag = content ? etagOf(content) : await large.of(target, versionOf(stat));
    return described(file, { content, etag, bytes: content?.length ?? stat.size });
  } catch (error) {
    nullIfMissing(error);
    return undefined;
  } finally {
    // The answer does not wait for this.
    handle?.close().catch(() => {});
  }
}

const described = (
  file: string,
  { content, etag, bytes }: Pick<TreeFile, 'content' | 'etag' | 'bytes'>,
): TreeFile => ({
  path: file,
  contentType: contentTypeOf(file),
  etag,
  tags: cacheTagHeaders(file),
  heads: new AnswerHeads(new FixedHeads(file), etag),
  bytes,
  content,
});

function nullIfMissing(error: unknown): null {
  if (NO_FILE.has((error as NodeJS.ErrnoException).code ?? '')) return null;
  throw error;
}

/** Errors of a missing file. A name may also be too long, or lead through a file as if it were a folder. */
const NO_FILE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EISDIR']);

async function etagOfFile(
  target: string,
  part: { start?: number; end?: number } = {},
  onChunk: (chunk: Buffer) => void = () => {},
): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(target, part)) {
    hash.update(chunk);
    onChunk(chunk);
  }
  return etagOfDigest(hash.digest());
}
