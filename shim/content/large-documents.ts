import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { versionOf } from '../../build/common/file-version.ts';
import { contentUnavailable } from '../../build/contract/errors.ts';
import { etagOfDigest } from '../../build/contract/etag.ts';
import { type DocumentParts, PartsFinder } from './document-parts.ts';
import { Slots } from './slots.ts';

const READS = 2;
/** Bytes in memory for everything except bodies. */
const CACHE_BYTES = 8 * 1024 * 1024;
const ENTRY_BYTES = 512;

export interface LargeDocument extends DocumentParts {
  path: string;
  etag: string;
  version: string;
}

/** Documents too large for memory. Each version of a file is read once, in chunks, to find its body. */
export class LargeDocuments {
  readonly #dist: string;
  readonly #reads = new Slots(READS);
  readonly #pending = new Map<string, Promise<LargeDocument>>();
  readonly #known = new LRUCache<string, LargeDocument>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ rest }) => rest.length + ENTRY_BYTES,
  });

  constructor(dist: string) {
    this.#dist = dist;
  }

  /** Simultaneous requests read a document once. @throws ApiError 503 where a build replaced the file in between */
  async get({ path: file, etag }: { path: string; etag: string }): Promise<LargeDocument> {
    const known = this.#known.get(file);
    if (known?.etag === etag) return known;
    const pending = this.#pending.get(file) ?? this.#read(file);
    const document = await pending;
    if (document.etag !== etag) throw contentUnavailable();
    return document;
  }

  /** The bytes of the body. @throws ApiError 503 as above */
  async open({ path: file, version }: LargeDocument, { start, end }: { start: number; end: number }) {
    const handle = await this.#handle(file);
    if (versionOf(await handle.stat()) !== version) {
      await handle.close();
      throw contentUnavailable();
    }
    return handle.createReadStream({ start, end: end - 1 }) as Readable;
  }

  #read(file: string): Promise<LargeDocument> {
    const read = this.#reads
      .run(async () => {
        const handle = await this.#handle(file);
        const version = versionOf(await handle.stat());
        const [hash, finder] = [createHash('sha256'), new PartsFinder()];
        for await (const chunk of handle.createReadStream()) {
          hash.update(chunk);
          finder.push(chunk);
        }
        const document = { ...finder.parts(), path: file, version, etag: etagOfDigest(hash.digest()) };
        this.#known.set(file, document);
        return document;
      })
      .finally(() => this.#pending.delete(file));
    this.#pending.set(file, read);
    return read;
  }

  #handle(file: string): Promise<fs.FileHandle> {
    return fs.open(path.join(this.#dist, file)).catch(error => {
      throw error.code === 'ENOENT' ? contentUnavailable() : error;
    });
  }
}
