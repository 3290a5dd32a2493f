import { createPublicKey, type KeyObject } from 'node:crypto';

/**
 * The form of minisign's files (https://jedisct1.github.io/minisign/): lines of text, every second one base64. A key, and a
 * signature, begin with two letters for the algorithm and eight bytes that identify the pair of keys.
 */

/** Ed25519 over the content itself, as early versions of minisign signed. */
export const PLAIN = 'Ed';
/** Ed25519 over the BLAKE2b-512 of the content. */
export const PREHASHED = 'ED';

export const UNTRUSTED = 'untrusted comment: ';
export const TRUSTED = 'trusted comment: ';

export const ALGORITHM_BYTES = 2;
export const ID_BYTES = 8;
export const KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/** Bytes; longer than any key or signature file. minisign itself reads comments of 8 kB at most. */
export const LONGEST_FILE = 16 * 1024;

export interface PublicKey {
  id: Buffer;
  key: KeyObject;
}

/**
 * Decodes base64.
 * @returns null where the text is not base64 of so many bytes; no second spelling of the same bytes is accepted
 */
export function decode(text: string, bytes: number): Buffer | null {
  const decoded = Buffer.from(text, 'base64');
  return decoded.length === bytes && decoded.toString('base64') === text ? decoded : null;
}

/** @param text base64 @returns null where it is no key */
export function parsePublicKey(text: string): PublicKey | null {
  const bytes = decode(text, ALGORITHM_BYTES + ID_BYTES + KEY_BYTES);
  if (bytes?.toString('latin1', 0, ALGORITHM_BYTES) !== PLAIN) return null;
  const x = bytes.subarray(ALGORITHM_BYTES + ID_BYTES).toString('base64url');
  return {
    id: bytes.subarray(ALGORITHM_BYTES, ALGORITHM_BYTES + ID_BYTES),
    key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
  };
}

/** @returns base64 */
export function formatPublicKey({ id, key }: PublicKey): string {
  const x = Buffer.from(String(key.export({ format: 'jwk' }).x), 'base64url');
  return Buffer.concat([Buffer.from(PLAIN), id, x]).toString('base64');
}

/** Prints a key's id as minisign does: a number whose lowest byte comes first. */
export const shownId = (id: Buffer): string => Buffer.from(id).reverse().toString('hex').toUpperCase();
