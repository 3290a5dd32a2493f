import { readFileSync, statSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { type KeyRecord, parseKeys, stateOf } from './file.ts';
import { hashOf, isSecret } from './secret.ts';
import type { KeyTier } from './tiers.ts';

/** How soon a change of the keys file counts. */
const CHECK_EVERY_MS = 1000;

export interface KeyStoreOptions {
  /** Told once when the file turns out damaged or unreadable. */
  warn: (message: string) => void;
  /** Unix time in milliseconds. */
  now: () => number;
}

/**
 * The keys that the shim accepts. The file is looked at when a key is presented, once a second at most, and read when it
 * changed; so a revoked key stops working within a second, without a restart. No file means no keys. While a
 * file is damaged the last good content stays in force.
 */
export class KeyStore {
  readonly #file: string;
  readonly #options: KeyStoreOptions;
  /** Of the keys in use: to hash one takes as long as all else that is done for it. */
  readonly #hashes = new LRUCache<string, string>({ max: 1000, memoMethod: secret => hashOf(secret) });
  #byHash = new Map<string, KeyRecord>();
  #version = '';
  #problem = '';
  #checked = Number.NEGATIVE_INFINITY;

  constructor(file: string, options: KeyStoreOptions) {
    this.#file = file;
    this.#options = options;
    this.#refresh(options.now());
  }

  /** @returns id and tier of a valid key; `null` for one that is unknown, expired or revoked */
  find(secret: string): { id: string; tier: KeyTier } | null {
    if (!isSecret(secret)) return null;
    const now = this.#options.now();
    this.#refresh(now);
    const record = this.#byHash.get(this.#hashes.memo(secret));
    return record !== undefined && stateOf(record, now) === 'active' ? record : null;
  }

  #refresh(now: number): void {
    if (Math.abs(now - this.#checked) < CHECK_EVERY_MS) return;
    this.#checked = now;
    try {
      const version = versionOf(this.#file);
      if (version !== this.#version) this.#read(version);
      this.#problem = '';
    } catch (error) {
      const problem = (error as Error).message;
      if (problem !== this.#problem) this.#options.warn(describe(this.#file, problem));
      this.#problem = problem;
    }
  }

  /** Notes the version last: a failed attempt is repeated. */
  #read(version: string): void {
    const keys = version === MISSING ? [] : parseKeys(readFileSync(this.#file, 'utf8'));
    this.#byHash = new Map(keys.map(key => [key.sha256, key]));
    this.#version = version;
  }
}

const describe = (file: string, problem: string): string =>
  `The keys file ${file} cannot be used: ${problem}. The keys known before it went bad stay in force.`;

const MISSING = 'missing';

/** The change time is there for edits in place that keep size and modification time. */
function versionOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? MISSING : `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`;
}
