import fs from 'node:fs';
import { LRUCache } from 'lru-cache';
import { versionOf } from '../../build/common/file-version.ts';
import { checkSize, type KeyRecord, parseKeys, stateOf } from './keys-file.ts';
import { hashOf, isSecret } from './secret.ts';
import type { KeyTier } from './tiers.ts';

const CHECK_EVERY_MS = 1000;
/** For this long after a change every check reads the file, since file times may be coarse. */
const SETTLE_MS = 3000;
const WARN_EVERY_MS = 60_000;
/** The last known keys stay valid for so long while the file cannot be read. */
export const KEYS_GRACE_MS = 5 * 60_000;

export interface KeyStoreOptions {
  /** Gets a message at once, and every minute, while the file is damaged or unreadable. */
  warn: (message: string) => void;
  now: () => number;
  /** Milliseconds of a monotonic clock. */
  monotonic?: () => number;
  /** Called for every use of a valid key, with the time of `now`. */
  onUse?: (id: string, now: number) => void;
}

/** The key of a secret, and when the secret ends: old secrets have an end. */
interface Known {
  record: KeyRecord;
  until: number;
}

/**
 * The keys that the shim accepts. The file is checked when a client presents a key, once a second at most, and read if it changed a
 * moment ago. So a revoked key stops working within a second, without a restart. No file means no keys. While the file is
 * damaged or unreadable, the last good content stays valid for {@link KEYS_GRACE_MS}; after that no key is valid until the file
 * can be read again.
 */
export class KeyStore {
  readonly #file: string;
  readonly #options: KeyStoreOptions;
  readonly #monotonic: () => number;
  /** Hashes of the keys in use: hashing a key takes as long as all other work for it. */
  readonly #hashes = new LRUCache<string, string>({ max: 1000, memoMethod: secret => hashOf(secret) });
  #byHash = new Map<string, Known>();
  #version = '';
  #problem = '';
  /** Times of the monotonic clock. */
  #checked = Number.NEGATIVE_INFINITY;
  #settled = Number.NEGATIVE_INFINITY;
  #good = Number.NEGATIVE_INFINITY;
  #warned = Number.NEGATIVE_INFINITY;

  constructor(file: string, options: KeyStoreOptions) {
    this.#file = file;
    this.#options = options;
    this.#monotonic = options.monotonic ?? (() => performance.now());
    this.#refresh();
  }

  /** Checks the file all the time, so that problems are logged without clients. Keeps no process alive. */
  watch(): void {
    setInterval(() => this.#refresh(), CHECK_EVERY_MS).unref();
  }

  get problem(): string {
    return this.#problem;
  }

  /** @returns id and tier of a valid key; `null` where the key is unknown, expired or revoked */
  find(secret: string): { id: string; tier: KeyTier } | null {
    if (!isSecret(secret)) return null;
    this.#refresh();
    const known = this.#byHash.get(this.#hashes.memo(secret));
    if (known === undefined) return null;
    const now = this.#options.now();
    if (now >= known.until || stateOf(known.record, now) !== 'active') return null;
    this.#options.onUse?.(known.record.id, now);
    return known.record;
  }

  #refresh(): void {
    const now = this.#monotonic();
    if (now - this.#checked < CHECK_EVERY_MS) return;
    this.#checked = now;
    try {
      this.#readChanged(now);
      this.#good = now;
      this.#problem = '';
    } catch (error) {
      this.#endure((error as Error).message, now);
    }
  }

  #endure(problem: string, now: number): void {
    const left = this.#good + KEYS_GRACE_MS - now;
    if (left <= 0) {
      this.#byHash = new Map();
      // The file may come back unchanged, and must be read then.
      this.#version = '';
    }
    if (problem === this.#problem && now - this.#warned < WARN_EVERY_MS) return;
    this.#options.warn(describe(this.#file, problem, left));
    this.#problem = problem;
    this.#warned = now;
  }

  /** Opens the file each time, since only that makes shared storage ask its server. */
  #readChanged(now: number): void {
    const handle = open(this.#file);
    if (handle === null) {
      this.#byHash = new Map();
      this.#version = MISSING;
      return;
    }
    try {
      const stat = fs.fstatSync(handle);
      if (!stat.isFile()) throw new Error('it is not a regular file');
      checkSize(stat.size);
      const version = versionOf(stat);
      if (version === this.#version && now >= this.#settled) return;
      if (version !== this.#version) this.#settled = now + SETTLE_MS;
      this.#byHash = new Map(parseKeys(fs.readFileSync(handle, 'utf8')).flatMap(secretsOf));
      this.#version = version;
    } finally {
      fs.closeSync(handle);
    }
  }
}

const secretsOf = (record: KeyRecord): [string, Known][] => [
  ...(record.previous ?? []).map(({ sha256, until }): [string, Known] => [
    sha256,
    { record, until: Date.parse(until) },
  ]),
  [record.sha256, { record, until: Number.POSITIVE_INFINITY }],
];

/** @param left milliseconds for which the last known keys stay valid */
function describe(file: string, problem: string, left: number): string {
  const effect =
    left > 0
      ? `The keys known before stay in force for ${Math.ceil(left / 1000)} s.`
      : 'No key is accepted: every client counts as anonymous.';
  return `The keys file ${file} cannot be used: ${problem}. ${effect}`;
}

const MISSING = 'missing';

const { O_RDONLY, O_NONBLOCK = 0 } = fs.constants;

/** @returns null where there is no file. Pipes are not waited for */
function open(file: string): number | null {
  try {
    return fs.openSync(file, O_RDONLY | O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
