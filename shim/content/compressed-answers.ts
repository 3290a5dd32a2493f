import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { LRUCache } from 'lru-cache';
import { type Coding, codedEtag } from '../../build/contract/etag.ts';
import { Slots } from './slots.ts';

export type Compression = Exclude<Coding, 'identity'>;

/** A cached answer: its bytes, or null where the cache should not hold them. */
export interface Held {
  content: Buffer | null;
}

export interface CompressedBounds {
  /** How many compressions run at a time; they share threads with file reads. */
  running: number;
  /** How many more may wait; further answers are sent plain. */
  waiting: number;
}

/** Larger answers are streamed plain: each slow client would hold one in memory. */
export const MAX_HELD_BYTES = 1024 * 1024;

const BOUNDS: CompressedBounds = { running: 2, waiting: 64 };

/** `best` is for files that everyone requests and that hardly ever change: it takes twenty times as long, and saves 8% of a script. */
export type Effort = 'usual' | 'best';

const COMPRESS: Readonly<Record<Compression, (plain: Buffer | string, effort: Effort) => Promise<Buffer>>> = {
  // For our texts quality 4 saves no more than gzip; 5 saves 5% more and takes half as long again; 6 saves no more than 5.
  br: (plain, effort) =>
    promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: effort === 'best' ? constants.BROTLI_MAX_QUALITY : 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(plain),
      },
    }),
  gzip: (plain, effort) => promisify(gzip)(plain, { level: effort === 'best' ? 9 : 6 }),
};

/** Compressed answers, bounded by bytes. Keys follow from the plain bytes, so answers never become wrong. */
export class CompressedAnswers {
  readonly #cache: LRUCache<string, Held>;
  readonly #slots: Slots;
  readonly #mostWaiting: number;
  readonly #pending = new Map<string, Promise<Buffer | null>>();
  /** An answer that another request is making counts as a hit. */
  readonly uses = { hits: 0, misses: 0 };

  constructor(cache: LRUCache<string, Held>, bounds: CompressedBounds = BOUNDS) {
    this.#cache = cache;
    this.#slots = new Slots(bounds.running);
    this.#mostWaiting = bounds.waiting;
  }

  /** @param key the validator of the compressed bytes @returns undefined where they would have to be made */
  held(key: string): Held | undefined {
    const held = this.#cache.get(key);
    if (held) this.uses.hits++;
    return held;
  }

  /**
   * @param etag the validator of the plain bytes
   * @param read gives the plain bytes; null where they are gone
   * @returns null where the answer should be sent plain. Simultaneous requests compress an answer once
   */
  get(
    etag: string,
    coding: Compression,
    read: () => Buffer | string | Promise<Buffer | null>,
    effort: Effort = 'usual',
  ): Buffer | null | Promise<Buffer | null> {
    const key = codedEtag(etag, coding);
    const held = this.held(key);
    if (held) return held.content;
    const pending = this.#pending.get(key);
    if (pending) this.uses.hits++;
    else this.uses.misses++;
    if (pending) return pending;
    if (this.#slots.isFull(this.#mostWaiting)) return null;
    const compressed = this.#slots
      .run(() => this.#compress(key, coding, read, effort))
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, compressed);
    return compressed;
  }

  async #compress(
    key: string,
    coding: Compression,
    read: () => Buffer | string | Promise<Buffer | null>,
    effort: Effort,
  ): Promise<Buffer | null> {
    const plain = await read();
    if (plain === null) return null;
    const compressed = await COMPRESS[coding](plain, effort);
    const isWorthIt = compressed.length < Buffer.byteLength(plain) && compressed.length <= MAX_HELD_BYTES;
    const content = isWorthIt ? compressed : null;
    this.#cache.set(key, { content }, { ttl: 0 });
    return content;
  }
}
