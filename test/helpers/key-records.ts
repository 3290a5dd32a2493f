import { join } from 'node:path';
import type { KeyRecord } from '../../shim/keys/keys-file.ts';
import { hashOf, newSecret } from '../../shim/keys/secret.ts';
import { temporaryFolder } from './tree.ts';

/** A path for a keys file in a new temporary directory. */
export const newKeysFile = (): string => join(temporaryFolder(), 'keys.json');

let made = 0;

/** A key and its record as `create` would store it. */
export function newKey(differences: Partial<KeyRecord> = {}): { secret: string; record: KeyRecord } {
  const secret = newSecret();
  made += 1;
  const record: KeyRecord = {
    id: `id${made}`,
    name: '',
    tier: 'standard',
    sha256: hashOf(secret),
    created: '2026-03-01T00:00:00.000Z',
    expires: null,
    revoked: false,
    ...differences,
  };
  return { secret, record };
}
