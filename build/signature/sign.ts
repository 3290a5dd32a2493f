import { hash, sign } from 'node:crypto';
import fs from 'node:fs';
import { UsageError } from '../common/command-line.ts';
import { readBounded } from '../files/read-bounded.ts';
import { formatPublicKey, LONGEST_FILE, PREHASHED, TRUSTED, UNTRUSTED } from './format.ts';
import { parseSecretKey, publicHalf, type SecretKey, SecretKeyError } from './secret-key.ts';

/** Signs with one secret key, and tells nothing of it. */
export interface Signer {
  /** Base64. */
  publicKey: string;
  /** @param comment one line, which is signed too @returns the text of a signature file */
  sign(content: Buffer, comment: string): string;
}

export function signerWith(secret: SecretKey): Signer {
  return {
    publicKey: formatPublicKey(publicHalf(secret)),
    sign(content, comment) {
      const signature = sign(null, hash('blake2b512', content, 'buffer'), secret.key);
      const seal = sign(null, Buffer.concat([signature, Buffer.from(comment)]), secret.key);
      const first = Buffer.concat([Buffer.from(PREHASHED), secret.id, signature]);
      return [
        `${UNTRUSTED}signature from minisign secret key`,
        first.toString('base64'),
        `${TRUSTED}${comment}`,
        `${seal.toString('base64')}\n`,
      ].join('\n');
    },
  };
}

/** The permissions of group and others. */
const OF_OTHERS = 0o077;

/**
 * Reads a secret key.
 * @param file which nobody but its owner may read
 * @param password of a protected key; null where none is known
 * @throws UsageError
 */
export function readSigner(file: string, password: string | null): Signer {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat) throw new UsageError(`There is no secret key ${file}.`);
  // Windows has no such modes.
  if (process.platform !== 'win32' && stat.mode & OF_OTHERS)
    throw new UsageError(`Others may read the secret key ${file}: "chmod 600" keeps it to its owner.`);
  const bytes = readBounded(file, LONGEST_FILE);
  try {
    if (bytes === null) throw new SecretKeyError('is no secret key of minisign');
    return signerWith(parseSecretKey(bytes.toString('utf8'), password));
  } catch (error) {
    if (error instanceof SecretKeyError) throw new UsageError(`${file} ${error.message}.`);
    throw error;
  }
}
