import { createPrivateKey, createPublicKey, type KeyObject, scryptSync } from 'node:crypto';
import { ALGORITHM_BYTES, decode, ID_BYTES, KEY_BYTES, PLAIN, type PublicKey } from './format.ts';

/** The secret half of a pair as minisign keeps it. No message tells anything of it. */

/** The fields of the file, in order. A password, where there is one, protects the secret and the key's bytes. */
const LAYOUT = {
  algorithm: ALGORITHM_BYTES,
  derivation: 2,
  checksumAlgorithm: 2,
  salt: 32,
  operations: 8,
  memory: 8,
  id: ID_BYTES,
  seed: KEY_BYTES,
  publicKey: KEY_BYTES,
  checksum: 32,
} as const;

type Field = keyof typeof LAYOUT;

const PROTECTED: readonly Field[] = ['id', 'seed', 'publicKey', 'checksum'];
const SCRYPT = 'Sc';
const NO_PASSWORD = '\0\0';
const CHECKSUM = 'B2';

/** The secret key cannot be used. The message says why, and follows the name of the file. */
export class SecretKeyError extends Error {}

export interface SecretKey {
  id: Buffer;
  key: KeyObject;
}

/** @param password null where there is none @throws SecretKeyError */
export function parseSecretKey(text: string, password: string | null): SecretKey {
  const [, line = ''] = text.split(/\r?\n/);
  const bytes = decode(line, bytesOf(Object.keys(LAYOUT) as Field[]));
  if (!bytes) throw new SecretKeyError('is no secret key of minisign');
  const { algorithm, derivation, checksumAlgorithm } = fieldsOf(bytes);
  if (algorithm.toString('latin1') !== PLAIN || checksumAlgorithm.toString('latin1') !== CHECKSUM)
    throw new SecretKeyError('is of a kind that is not known');
  const how = derivation.toString('latin1');
  if (how !== NO_PASSWORD && how !== SCRYPT)
    throw new SecretKeyError('is protected in a way that is not known');
  if (how === SCRYPT && password === null)
    throw new SecretKeyError('is protected by a password, which SIGN_PASSWORD has to hold');
  const { id, seed, publicKey } = fieldsOf(how === SCRYPT ? unlocked(bytes, String(password)) : bytes);
  const key = keyOfSeed(seed);
  // Keys without a password have no checksum; comparing the public half serves both kinds.
  if (!publicBytes(key).equals(publicKey))
    throw new SecretKeyError(how === SCRYPT ? 'is protected by another password' : 'is damaged');
  return { id, key };
}

/** @param seed 32 bytes */
export const keyOfSeed = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });

/** The bytes before the seed of an Ed25519 key (RFC 8410, section 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export const publicHalf = ({ id, key }: SecretKey): PublicKey => ({ id, key: createPublicKey(key) });

const publicBytes = (key: KeyObject): Buffer =>
  Buffer.from(String(createPublicKey(key).export({ format: 'jwk' }).x), 'base64url');

/** Prints a key without a password, as `minisign -G -W` writes it. @returns base64 */
export function formatSecretKey({ id, key }: SecretKey): string {
  const seed = Buffer.from(String(key.export({ format: 'jwk' }).d), 'base64url');
  const known: Partial<Record<Field, Buffer>> = {
    algorithm: Buffer.from(PLAIN),
    checksumAlgorithm: Buffer.from(CHECKSUM),
    id,
    seed,
    publicKey: publicBytes(key),
  };
  const fields = Object.entries(LAYOUT) as [Field, number][];
  return Buffer.concat(fields.map(([name, bytes]) => known[name] ?? Buffer.alloc(bytes))).toString('base64');
}

const bytesOf = (fields: readonly Field[]): number => fields.reduce((sum, name) => sum + LAYOUT[name], 0);

function fieldsOf(bytes: Buffer): Record<Field, Buffer> {
  let at = 0;
  const next = (length: number): Buffer => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const fields = Object.entries(LAYOUT).map(([name, length]) => [name, next(length)]);
  return Object.fromEntries(fields) as Record<Field, Buffer>;
}

/** Decrypts the protected bytes. A wrong password gives other bytes. */
function unlocked(bytes: Buffer, password: string): Buffer {
  const { salt, operations, memory } = fieldsOf(bytes);
  const cost = costOf(operations.readBigUInt64LE(), memory.readBigUInt64LE());
  const length = bytesOf(PROTECTED);
  const stream = scryptSync(password, salt, length, { ...cost, maxmem: 2 * MOST_MEMORY });
  const start = bytes.length - length;
  return Buffer.from(bytes.map((byte, i) => (i < start ? byte : byte ^ (stream[i - start] as number))));
}

/** The memory that minisign takes where it can, in bytes. */
const MOST_MEMORY = 1024 ** 3;
const MOST_OPERATIONS = 2 ** 25;

/**
 * Turns libsodium's two limits into parameters of scrypt, as `crypto_pwhash_scryptsalsa208sha256` does.
 * @throws SecretKeyError
 */
function costOf(operations: bigint, memory: bigint): { N: number; r: number; p: number } {
  if (memory > MOST_MEMORY || operations > MOST_OPERATIONS)
    throw new SecretKeyError('is protected at a cost that is not known');
  const [limit, bytes, r] = [Math.max(32_768, Number(operations)), Number(memory), 8];
  const isShort = limit < bytes / 32;
  const most = isShort ? limit / (4 * r) : bytes / (128 * r);
  const N = 2 ** Math.max(1, Math.floor(Math.log2(most)));
  return { N, r, p: isShort ? 1 : Math.max(1, Math.floor(limit / 4 / N / r)) };
}
