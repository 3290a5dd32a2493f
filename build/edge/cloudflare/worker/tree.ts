import { etagOfDigest } from '../../../contract/etag.ts';
import { CACHE_CONTROL, type CachePolicy } from '../../../contract/headers.ts';
import { API_FOLDER, encodedPath, SITE_FOLDER } from '../../../contract/paths.ts';
import type { Range } from '../../../contract/range.ts';
import { type Context, type Environment, runtime, type StoredObject } from './runtime.ts';

/** The tree in a bucket or in assets. Files are cached under their names. */

export interface TreeFile {
  path: string;
  bytes: number;
  /** Derived from the content alone, as in the shim (build/contract/README.md, Validators). */
  etag: string;
  open(range: Range | null): Promise<ReadableStream | Uint8Array>;
}

export const textOf = async (file: TreeFile): Promise<string> =>
  await new Response(await file.open(null)).text();

/** Larger files are streamed: a Worker has 128 MB for all its concurrent requests. */
export const MAX_HELD_BYTES = 1024 * 1024;

/** Public folders of a tree in assets; `.assetsignore` excludes the rest. */
const ASSET_FOLDERS = [API_FOLDER, SITE_FOLDER] as const;

/** Hides the ETag from the cache, which may rewrite it. */
const ETAG_HEADER = 'x-tree-etag';

export class Tree {
  readonly #environment: Environment;
  readonly #context: Context;
  readonly #site: string;

  /** @param site prefix of cache keys */
  constructor(environment: Environment, context: Context, site: string) {
    this.#environment = environment;
    this.#context = context;
    this.#site = site;
  }

  /** @param path relative to the tree @returns null for a missing file */
  async file(path: string, policy: CachePolicy): Promise<TreeFile | null> {
    const url = `${this.#site}/${encodedPath(path)}`;
    const cached = await cachedFile(path, url);
    if (cached) return cached;
    const object = await this.#object(path);
    if (!object?.body) return null;
    if (object.size > MAX_HELD_BYTES) return this.#largeFile(path, url, object);
    const bytes = new Uint8Array(await new Response(object.body).arrayBuffer());
    const file = fileInMemory(path, await validator(object, bytes), bytes);
    this.#cache(url, file.etag, CACHE_CONTROL[policy], bytes);
    return file;
  }

  /**
   * Computes an answer and caches it like a file.
   * @param like file whose headers apply @param target names the inputs; null for an answer that is not cached
   */
  async made(
    like: string,
    target: string | null,
    policy: CachePolicy,
    make: () => Promise<string>,
  ): Promise<TreeFile> {
    const url = target === null ? null : this.#site + target;
    const cached = url && (await cachedFile(like, url));
    if (cached) return cached;
    const bytes = new TextEncoder().encode(await make());
    const etag = etagOfDigest(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
    if (url !== null) this.#cache(url, etag, CACHE_CONTROL[policy], bytes);
    return fileInMemory(like, etag, bytes);
  }

  async #object(path: string): Promise<StoredObject | null> {
    const { TREE, ASSETS } = this.#environment;
    if (TREE) return TREE.get(path);
    if (!ASSETS) throw new Error('There is neither a bucket nor assets');
    // Files for mirrors are not among the assets.
    if (!ASSET_FOLDERS.some(folder => path.startsWith(`${folder}/`))) return null;
    const name = encodedPath(path);
    const response = await ASSETS.fetch(`https://assets.invalid/${name}`);
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    // Assets are small enough to hold: the target checks that.
    return { size: 0, etag: '', checksums: {}, body: response.body as ReadableStream<Uint8Array> };
  }

  /** Caches only the validator of a large file, keyed by this version of the file. */
  async #largeFile(path: string, url: string, object: StoredObject): Promise<TreeFile> {
    const versioned = `${url}?version=${object.etag}`;
    const cached = await runtime.caches.default.match(versioned);
    const known = cached?.headers.get(ETAG_HEADER);
    await cached?.body?.cancel();
    const etag = known ?? (await largeValidator(object));
    if (known) await object.body?.cancel();
    else this.#cache(versioned, etag, CACHE_CONTROL.document, new Uint8Array());
    const open = async (range: Range | null): Promise<ReadableStream> => {
      const part = range && { range: { offset: range.first, length: range.last - range.first + 1 } };
      const again = await this.#environment.TREE?.get(path, {
        ...part,
        onlyIf: { etagMatches: object.etag },
      });
      if (!again?.body) throw new Error(`${path} has changed in between`);
      return again.body;
    };
    return { path, bytes: object.size, etag, open };
  }

  #cache(url: string, etag: string, cacheControl: string, bytes: Uint8Array): void {
    const headers = { [ETAG_HEADER]: etag, 'cache-control': cacheControl };
    this.#context.waitUntil(runtime.caches.default.put(url, new Response(bytes, { headers })));
  }
}

async function cachedFile(path: string, url: string): Promise<TreeFile | null> {
  const cached = await runtime.caches.default.match(url);
  const etag = cached?.headers.get(ETAG_HEADER);
  return cached && etag ? fileInMemory(path, etag, new Uint8Array(await cached.arrayBuffer())) : null;
}

const fileInMemory = (path: string, etag: string, bytes: Uint8Array): TreeFile => ({
  path,
  bytes: bytes.length,
  etag,
  open: async range => (range ? bytes.subarray(range.first, range.last + 1) : bytes),
});

async function validator({ checksums }: StoredObject, bytes: Uint8Array): Promise<string> {
  const digest = checksums.sha256 ?? (await crypto.subtle.digest('SHA-256', bytes));
  return etagOfDigest(new Uint8Array(digest));
}

async function largeValidator({ checksums, body }: StoredObject): Promise<string> {
  if (checksums.sha256) {
    await body?.cancel();
    return etagOfDigest(new Uint8Array(checksums.sha256));
  }
  const stream = new runtime.crypto.DigestStream('SHA-256');
  await body?.pipeTo(stream);
  return etagOfDigest(new Uint8Array(await stream.digest));
}
