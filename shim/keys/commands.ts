import { randomBytes } from 'node:crypto';
import { UsageError } from '../../build/common/command-line.ts';
import { editKeys, readKeys } from './edit.ts';
import { type KeyRecord, stateOf } from './file.ts';
import { hashOf, newSecret } from './secret.ts';

/** What `npm run keys` does. Each command returns what it prints on standard output. */

/** @returns the message and, as its last line, the key: it is not stored and cannot be shown again */
export function createKey(
  file: string,
  wanted: Pick<KeyRecord, 'tier' | 'name' | 'expires'>,
  now: Date,
): string {
  const secret = newSecret();
  const record: KeyRecord = {
    id: randomBytes(6).toString('hex'),
    name: wanted.name,
    tier: wanted.tier,
    sha256: hashOf(secret),
    created: now.toISOString(),
    expires: wanted.expires,
    revoked: false,
  };
  editKeys(file, keys => [...keys, record]);
  const until = wanted.expires === null ? 'does not expire' : `valid through ${wanted.expires} (UTC)`;
  return `Created key ${record.id} in ${file}: tier ${wanted.tier}, ${until}.\nIt is shown only this once:\n${secret}\n`;
}

/** A table of all keys, in the order of their creation. */
export function listKeys(file: string, now: Date): string {
  const keys = readKeys(file);
  if (keys.length === 0) return `No keys in ${file}.\n`;
  const row = (cells: [string, string, string, string, string, string]): string =>
    cells
      .map((cell, column) => cell.padEnd(COLUMNS[column] ?? 0))
      .join('  ')
      .trimEnd();
  const lines = keys.map(key =>
    row([
      key.id,
      key.tier,
      stateOf(key, now.getTime()),
      key.created.slice(0, 10),
      key.expires ?? '-',
      key.name,
    ]),
  );
  return `${[row(['ID', 'TIER', 'STATE', 'CREATED', 'EXPIRES', 'NAME']), ...lines].join('\n')}\n`;
}

/** Widths in characters; the name comes last and takes what it needs. */
const COLUMNS = [12, 9, 7, 10, 10];

/** @throws UsageError where there is no such key */
export function revokeKey(file: string, id: string): string {
  editKeys(file, keys => {
    if (!keys.some(key => key.id === id)) {
      throw new UsageError(`There is no key ${JSON.stringify(id)} in ${file}; "list" shows the ids.`);
    }
    return keys.map(key => (key.id === id ? { ...key, revoked: true } : key));
  });
  return `Revoked key ${id} in ${file}. A running server with this keys file refuses it within a second.\n`;
}
