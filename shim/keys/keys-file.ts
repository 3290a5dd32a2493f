import { isDate } from '../../build/contract/dates.ts';
import { isKeyTier, type KeyTier } from './tiers.ts';

/** The format of the keys file: versioned JSON, with keys only as hashes. No I/O; see `key-store.ts` and `edit-keys.ts`. */

const VERSION = 1;
/** The most bytes of a keys file: some 25,000 keys. A server reads it between two answers. */
export const MOST_KEYS_BYTES = 8 * 1024 * 1024;
const DAY_MS = 86_400_000;

export interface KeyRecord {
  id: string;
  name: string;
  tier: KeyTier;
  sha256: string;
  /** ISO 8601, UTC, as all times. */
  created: string;
  /** The last day, in UTC, on which the key is valid: YYYY-MM-DD; `null`: it does not expire. */
  expires: string | null;
  revoked: boolean;
  /** When the key got its present secret; absent where that is the first. ISO 8601, UTC. */
  rotated?: string;
  /** Old secrets that are still valid, newest first. Older versions of the program know only the present secret. */
  previous?: readonly OldSecret[];
}

export interface OldSecret {
  sha256: string;
  until: string;
}

export type KeyState = 'active' | 'expired' | 'revoked';

/** @param now Unix time in milliseconds */
export function stateOf(record: KeyRecord, now: number): KeyState {
  if (record.revoked) return 'revoked';
  return record.expires !== null && isPast(record.expires, now) ? 'expired' : 'active';
}

export const isPast = (day: string, now: number): boolean => now >= Date.parse(day) + DAY_MS;

export const printKeys = (keys: readonly KeyRecord[]): string =>
  `${JSON.stringify({ version: VERSION, keys }, null, 2)}\n`;

/** Refuses a file that is too large to read. @param bytes of the file @throws Error */
export function checkSize(bytes: number): void {
  if (bytes > MOST_KEYS_BYTES) throw new Error(`it has more than ${MOST_KEYS_BYTES / 1024 / 1024} MB`);
}

/** @throws Error that says what is wrong with which key */
export function parseKeys(text: string): KeyRecord[] {
  const content: unknown = JSON.parse(text);
  if (!isObject(content)) throw new Error('it is not an object');
  if (content.version !== VERSION) throw new Error(`"version" is not ${VERSION}`);
  if (!Array.isArray(content.keys)) throw new Error('"keys" is not an array');
  return content.keys.map(toRecord);
}

const isHash = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const isOldSecret = (value: unknown): boolean =>
  isObject(value) && isHash(value.sha256) && isTime(value.until);

/** Checks of the known fields. Other fields are kept: a later version may have written them. */
const CHECKS: Record<keyof KeyRecord, (value: unknown) => boolean> = {
  id: value => typeof value === 'string' && value !== '',
  name: value => typeof value === 'string',
  tier: isKeyTier,
  sha256: isHash,
  created: isTime,
  expires: value => value === null || (typeof value === 'string' && isDate(value)),
  revoked: value => typeof value === 'boolean',
  rotated: value => value === undefined || isTime(value),
  previous: value => value === undefined || (Array.isArray(value) && value.every(isOldSecret)),
};

function toRecord(value: unknown, index: number): KeyRecord {
  if (!isObject(value)) throw new Error(`key ${index + 1} is not an object`);
  for (const [field, isValid] of Object.entries(CHECKS)) {
    if (!isValid(value[field])) throw new Error(`"${field}" of key ${index + 1} is missing or invalid`);
  }
  return value as unknown as KeyRecord;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
