/** What a Worker finds in its runtime, as far as it is used here. (Cloudflare's own types would replace those of Node.) */

export interface Environment {
  /** The bucket that holds the tree. */
  TREE?: Bucket;
  /** The tree as assets of the Worker, where it is small. */
  ASSETS?: { fetch(url: string): Promise<Response> };
  /** Where the shim is, as `https://host`; empty where there is none. */
  ORIGIN?: string;
}

export interface Context {
  /** Lets work go on after the answer. */
  waitUntil(work: Promise<unknown>): void;
}

export interface Bucket {
  /** @returns null where there is none; without a body where `onlyIf` is not so */
  get(
    key: string,
    options?: { range?: { offset: number; length: number }; onlyIf?: { etagMatches: string } },
  ): Promise<StoredObject | null>;
}

export interface StoredObject {
  size: number;
  /** R2's own, by the MD5 of the bytes or of their parts. */
  etag: string;
  /** The SHA-256 is there where the upload gave it. */
  checksums: { sha256?: ArrayBuffer };
  body?: ReadableStream<Uint8Array>;
}

/** `caches.default`: it knows URLs alone, no `Vary`. */
interface Cache {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
}

interface Runtime {
  caches: { default: Cache };
  crypto: { DigestStream: new (algorithm: 'SHA-256') => WritableStream & { digest: Promise<ArrayBuffer> } };
}

export const runtime = globalThis as unknown as Runtime;
