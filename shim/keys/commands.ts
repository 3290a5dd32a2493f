import { randomBytes } from 'node:crypto';
import { UsageError } from '../../build/common/command-line.ts';
import type { Days } from './days-folder.ts';
import { editKeys, readKeys } from './edit-keys.ts';
import { type KeyRecord, stateOf } from './keys-file.ts';
import { oldSecrets, rotated } from './rotate.ts';
import { hashOf, newSecret } from './secret.ts';
import { shown, tableOf, textOf } from './shown-keys.ts';

/** The output of a command: a text, or with `--json` the same as JSON. */
export interface Printed {
  text: string;
  json: unknown;
}

/** @returns a message with the key as its last line: the key is not stored and cannot be shown again */
export function createKey(
  file: string,
  wanted: Pick<KeyRecord, 'tier' | 'name' | 'expires'>,
  now: Date,
): Printed {
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
  return {
    text: `Created key ${record.id} in ${file}: tier ${wanted.tier}, ${until}.\n${onlyOnce(secret)}`,
    json: { ...shown(record, new Map(), now.getTime()), secret },
  };
}

const onlyOnce = (secret: string): string => `It is shown only this once:\n${secret}\n`;

export function listKeys(file: string, used: Days, now: Date): Printed {
  const keys = readKeys(file).map(record => shown(record, used, now.getTime()));
  return { text: keys.length === 0 ? `No keys in ${file}.\n` : tableOf(keys), json: { keys } };
}

export function showKey(file: string, id: string, used: Days, now: Date): Printed {
  const key = shown(recordIn(readKeys(file), file, id), used, now.getTime());
  return { text: textOf(key), json: key };
}

export function revokeKey(file: string, id: string, now: Date): Printed {
  const record = edit(file, id, found => ({ ...found, revoked: true }));
  return {
    text: `Revoked key ${id} in ${file}. A running server with this keys file refuses it within a second.\n`,
    json: shown(record, new Map(), now.getTime()),
  };
}

/**
 * Gives a key a new secret under the same id.
 * @param overlap milliseconds for which the old secret stays valid
 * @throws UsageError where the key cannot be rotated
 */
export function rotateKey(file: string, id: string, overlap: number, now: Date): Printed {
  const secret = newSecret();
  const at = now.getTime();
  const record = edit(file, id, found => {
    const state = stateOf(found, at);
    if (state !== 'active')
      throw new UsageError(`Key ${id} is ${state}: create another. Nothing was changed.`);
    return rotated(found, hashOf(secret), at, overlap);
  });
  const [last] = oldSecrets(record, at);
  const effect = last ? `the old secret is valid until ${last.until}` : 'no old secret is valid any more';
  return {
    text: `Key ${id} in ${file} has a new secret; ${effect}.\n${onlyOnce(secret)}`,
    json: { ...shown(record, new Map(), at), secret },
  };
}

function edit(file: string, id: string, change: (record: KeyRecord) => KeyRecord): KeyRecord {
  let changed: KeyRecord | undefined;
  editKeys(file, keys => {
    const found = recordIn(keys, file, id);
    changed = change(found);
    return keys.map(key => (key === found ? (changed as KeyRecord) : key));
  });
  return changed as KeyRecord;
}

function recordIn(keys: readonly KeyRecord[], file: string, id: string): KeyRecord {
  const found = keys.find(key => key.id === id);
  if (found) return found;
  throw new UsageError(`There is no key ${JSON.stringify(id)} in ${file}; "list" shows the ids.`);
}
