import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { UsageError } from '../common/command-line.ts';
import { formatPublicKey, ID_BYTES, KEY_BYTES, shownId, UNTRUSTED } from './format.ts';
import { formatSecretKey, keyOfSeed, publicHalf, type SecretKey } from './secret-key.ts';

const OWNER_ONLY = 0o600;
const FOR_ALL = 0o644;

/**
 * Makes a pair of keys. Overwrites nothing.
 * @returns the public key, base64
 * @throws UsageError where one of the files exists
 */
export function makeKeys(secretFile: string, publicFile: string): string {
  const secret: SecretKey = { id: randomBytes(ID_BYTES), key: keyOfSeed(randomBytes(KEY_BYTES)) };
  const publicKey = formatPublicKey(publicHalf(secret));
  const id = shownId(secret.id);
  writeNew(secretFile, OWNER_ONLY, `secret key ${id}`, formatSecretKey(secret));
  try {
    writeNew(publicFile, FOR_ALL, `public key ${id}`, publicKey);
  } catch (error) {
    fs.rmSync(secretFile);
    throw error;
  }
  return publicKey;
}

function writeNew(file: string, mode: number, what: string, key: string): void {
  try {
    fs.writeFileSync(file, `${UNTRUSTED}minisign ${what}\n${key}\n`, { flag: 'wx', mode, flush: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new UsageError(`${file} is there already, and no key is overwritten.`);
    if (code === 'ENOENT') throw new UsageError(`There is no folder for ${file}.`);
    throw error;
  }
}
