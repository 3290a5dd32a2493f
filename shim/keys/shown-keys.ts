import type { Days } from './days-folder.ts';
import { type KeyRecord, type KeyState, stateOf } from './keys-file.ts';
import { oldSecrets } from './rotate.ts';
import type { KeyTier } from './tiers.ts';

export interface ShownKey {
  id: string;
  name: string;
  tier: KeyTier;
  state: KeyState;
  /** ISO 8601, UTC, as all moments. */
  created: string;
  /** YYYY-MM-DD, the last day. */
  expires: string | null;
  /** Null: the secret is the first. */
  rotated: string | null;
  /** The end of each valid old secret, newest first. */
  old_secrets: string[];
  /** YYYY-MM-DD, UTC; null: unknown. */
  last_used: string | null;
}

/** @param now Unix time in milliseconds */
export const shown = (record: KeyRecord, used: Days, now: number): ShownKey => ({
  id: record.id,
  name: record.name,
  tier: record.tier,
  state: stateOf(record, now),
  created: record.created,
  expires: record.expires,
  rotated: record.rotated ?? null,
  old_secrets: oldSecrets(record, now).map(({ until }) => until),
  last_used: used.get(record.id) ?? null,
});

/** Widths in characters; the name comes last and takes what it needs. */
const COLUMNS = [12, 9, 7, 10, 10, 10];
const HEAD = ['ID', 'TIER', 'STATE', 'CREATED', 'EXPIRES', 'USED', 'NAME'];

export function tableOf(keys: readonly ShownKey[]): string {
  const row = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(COLUMNS[column] ?? 0))
      .join('  ')
      .trimEnd();
  const lines = keys.map(({ id, tier, state, created, expires, last_used, name }) =>
    row([id, tier, state, created.slice(0, 10), expires ?? '-', last_used ?? '-', name]),
  );
  return `${[row(HEAD), ...lines].join('\n')}\n`;
}

export function textOf(key: ShownKey): string {
  const lines = {
    id: key.id,
    name: key.name || '-',
    tier: key.tier,
    state: key.state,
    created: key.created,
    expires: key.expires ?? 'never',
    rotated: key.rotated ?? 'never',
    'old secrets': key.old_secrets.map(until => `valid until ${until}`).join(', ') || 'none',
    'last used': key.last_used ?? 'not known',
  };
  return Object.entries(lines)
    .map(([name, value]) => `${name.padEnd(12)}${value}\n`)
    .join('');
}
