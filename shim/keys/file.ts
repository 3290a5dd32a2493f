import { isDate } from '../../build/contract/dates.ts';
import { isKeyTier, type KeyTier } from './tiers.ts';

/** The keys file: JSON of one version, keys only as hashes. Pure; see `store.ts` and `edit.ts` for the disk. */

const VERSION = 1;
const DAY_MS = 86_400_000;

/** A key as it is stored. */
export interface KeyRecord {
  id: string;
  name: string;
  tier: KeyTier;
  /** SHA-256 of the key, in hexadecimal. */
  sha256: string;
  /** ISO 8601, UTC. */
  created: string;
  /** The last day, in UTC, on which the key is valid: YYYY-MM-DD; `null`: it does not expire. */
  expires: string | null;
  revoked: boolean;
}

export type KeyState = 'active' | 'expired' | 'revoked';

/** @param now Unix time in milliseconds */
export function stateOf(record: KeyRecord, now: number): KeyState {
  if (record.revoked) return 'revoked';
  return record.expires !== null && isPast(record.expires, now) ? 'expired' : 'active';
}

/** Whether a day (YYYY-MM-DD, UTC) is over. */
export const isPast = (day: string, now: number): boolean => now >= Date.parse(day) + DAY_MS;

export const printKeys = (keys: readonly KeyRecord[]): string =>
  `${JSON.stringify({ version: VERSION, keys }, null, 2)}\n`;

/** @throws Error that says what is wrong, and with which key */
export function parseKeys(text: string): KeyRecord[] {
  const content: unknown = JSON.parse(text);
  if (!isObject(content)) throw new Error('it is not an object');
  if (content.version !== VERSION) throw new Error(`"version" is not ${VERSION}`);
  if (!Array.isArray(content.keys)) throw new Error('"keys" is not an array');
  return content.keys.map(toRecord);
}

/** What each field of a record must be. */
const CHECKS: Record<keyof KeyRecord, (value: unknown) => boolean> = {
  id: value => typeof value === 'string' && value !== '',
  name: value => typeof value === 'string',
  tier: isKeyTier,
  sha256: value => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  created: value => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  expires: value => value === null || (typeof value === 'string' && isDate(value)),
  revoked: value => typeof value === 'boolean',
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
