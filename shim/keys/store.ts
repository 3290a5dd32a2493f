import { readFileSync, statSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { versionOf } from '../../build/common/file-version.ts';
import { type KeyRecord, parseKeys, stateOf } from './file.ts';
import { hashOf, isSecret } from './secret.ts';
import type { KeyTier } from './tiers.ts';

/** How soon a change of the keys file counts. */
const CHECK_EVERY_MS = 1000;
/** How often the log says that the keys cannot be read. */
const WARN_EVERY_MS = 60_000;
/**
 * How long the keys known last stay in force while the file cannot be read: long enough for a hand at the file or a
 * moment's trouble with a volume, short enough that a revocation which the server cannot see counts before long.
 */
export const KEYS_GRACE_MS = 5 * 60_000;

export interface KeyStoreOptions {
  /** Told at once, and every minute, while the file is damaged or unreadable. */
  warn: (message: string) => void;
  /** Unix time in milliseconds. */
  now: () => number;
  /** Milliseconds of a clock that nobody sets. */
  monotonic?: () => number;
}

/**
 * The keys that the shim accepts. The file is looked at when a key is presented, once a second at most, and read when it
 * changed; so a revoked key stops working within a second, without a restart. No file means no keys. While a
 * file is damaged or unreadable the last good content stays in force, for {@link KEYS_GRACE_MS}; after that no key is
 * valid until the file can be read again.
 */
export class KeyStore {
  readonly #file: string;
  readonly #options: KeyStoreOptions;
  readonly #monotonic: () => number;
  /** Of the keys in use: to hash one takes as long as all else that is done for it. */
  readonly #hashes = new LRUCache<string, string>({ max: 1000, memoMethod: secret => hashOf(secret) });
  #byHash = new Map<string, KeyRecord>();
  #version = '';
  #problem = '';
  /** Of the monotonic clock. */
  #checked = Number.NEGATIVE_INFINITY;
  #good = Number.NEGATIVE_INFINITY;
  #warned = Number.NEGATIVE_INFINITY;

  constructor(file: string, options: KeyStoreOptions) {
    this.#file = file;
    this.#options = options;
    this.#monotonic = options.monotonic ?? (() => performance.now());
    this.#refresh();
  }

  /** Looks at the file all the time, so that the log tells of trouble though nobody presents a key. Keeps no process alive. */
  watch(): void {
    setInterval(() => this.#refresh(), CHECK_EVERY_MS).unref();
  }

  /** Why the file cannot be used; empty where it can. */
  get problem(): string {
    return this.#problem;
  }

  /** @returns id and tier of a valid key; `null` for one that is unknown, expired or revoked */
  find(secret: string): { id: string; tier: KeyTier } | null {
    if (!isSecret(secret)) return null;
    this.#refresh();
    const record = this.#byHash.get(this.#hashes.memo(secret));
    return record !== undefined && stateOf(record, this.#options.now()) === 'active' ? record : null;
  }

  #refresh(): void {
    const now = this.#monotonic();
    if (now - this.#checked < CHECK_EVERY_MS) return;
    this.#checked = now;
    try {
      const version = lookAt(this.#file);
      if (version !== this.#version) this.#read(version);
      this.#good = now;
      this.#problem = '';
    } catch (error) {
      this.#endure((error as Error).message, now);
    }
  }

  /** The file cannot be used. */
  #endure(problem: string, now: number): void {
    const left = this.#good + KEYS_GRACE_MS - now;
    if (left <= 0) {
      this.#byHash = new Map();
      // The file may come back as it was, and has to be read then.
      this.#version = '';
    }
    if (problem === this.#problem && now - this.#warned < WARN_EVERY_MS) return;
    this.#options.warn(describe(this.#file, problem, left));
    this.#problem = problem;
    this.#warned = now;
  }

  /** Notes the version last: a failed attempt is repeated. */
  #read(version: string): void {
    const keys = version === MISSING ? [] : parseKeys(readFileSync(this.#file, 'utf8'));
    this.#byHash = new Map(keys.map(key => [key.sha256, key]));
    this.#version = version;
  }
}

/** @param left milliseconds for which the keys known before stay in force */
function describe(file: string, problem: string, left: number): string {
  const effect =
    left > 0
      ? `The keys known before stay in force for ${Math.ceil(left / 1000)} s.`
      : 'No key is accepted: every client counts as anonymous.';
  return `The keys file ${file} cannot be used: ${problem}. ${effect}`;
}

const MISSING = 'missing';

function lookAt(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return MISSING;
  // To read a pipe would take for ever.
  if (!stat.isFile()) throw new Error('it is not a regular file');
  return versionOf(stat);
}
