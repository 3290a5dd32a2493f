/** The part of the Workers runtime that is used here. (Cloudflare's own types would replace those of Node.) */

export interface Environment {
  TREE?: Bucket;
  ASSETS?: { fetch(url: string): Promise<Response> };
  /** The shim as `https://host`; empty without a shim. */
  ORIGIN?: string;
}

export interface Context {
  waitUntil(work: Promise<unknown>): void;
}

export interface Bucket {
  /** @returns null for a missing object; no body if `onlyIf` fails */
  get(
    key: string,
    options?: { range?: { offset: number; length: number }; onlyIf?: { etagMatches: string } },
  ): Promise<StoredObject | null>;
}

export interface StoredObject {
  size: number;
  /** R2's own ETag, from the MD5 of the bytes or of their parts. */
  etag: string;
  /** `sha256` is set if the upload sent it. */
  checksums: { sha256?: ArrayBuffer };
  body?: ReadableStream<Uint8Array>;
}

/** `caches.default`: keyed by URL only, ignores `Vary`. */
interface Cache {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
}

interface Runtime {
  caches: { default: Cache };
  crypto: { DigestStream: new (algorithm: 'SHA-256') => WritableStream & { digest: Promise<ArrayBuffer> } };
}

export const runtime = globalThis as unknown as Runtime;
