import { hash, verify } from 'node:crypto';
import { UsageError } from '../common/command-line.ts';
import { readBounded } from '../files/read-bounded.ts';
import {
  ALGORITHM_BYTES,
  decode,
  ID_BYTES,
  LONGEST_FILE,
  PLAIN,
  PREHASHED,
  parsePublicKey,
  SIGNATURE_BYTES,
  shownId,
  TRUSTED,
  UNTRUSTED,
} from './format.ts';

/** A signature is malformed, or not of this content and key. The message says which, and follows the signature's name. */
export class SignatureError extends Error {}

/**
 * Verifies a signature.
 * @param minisig the text of a signature file
 * @param publicKey base64, see `readPublicKey`
 * @returns the comment that is signed with the content: fields with tabs between them, such as `timestamp:1700000000`
 * @throws SignatureError
 */
export function verifySignature(signed: Buffer, minisig: string, publicKey: string): string {
  const { algorithm, id, signature, comment, seal } = parseSignature(minisig);
  const owner = parsePublicKey(publicKey);
  if (!owner) throw new SignatureError('cannot be checked: the public key is none');
  if (!id.equals(owner.id))
    throw new SignatureError(`was made with the key ${shownId(id)}, not with ${shownId(owner.id)}`);
  const message = algorithm === PREHASHED ? hash('blake2b512', signed, 'buffer') : signed;
  if (!verify(null, message, owner.key, signature))
    throw new SignatureError('does not belong to this content');
  if (!verify(null, Buffer.concat([signature, Buffer.from(comment)]), owner.key, seal))
    throw new SignatureError('has a trusted comment that was changed');
  return comment;
}

interface Signature {
  algorithm: string;
  id: Buffer;
  signature: Buffer;
  /** The comment that is signed with the content. */
  comment: string;
  /** The signature of content signature and comment. */
  seal: Buffer;
}

/** @throws SignatureError */
function parseSignature(text: string): Signature {
  const [untrusted = '', first = '', trusted = '', second = '', ...rest] = text.split('\n');
  const bytes = decode(first, ALGORITHM_BYTES + ID_BYTES + SIGNATURE_BYTES);
  const seal = decode(second, SIGNATURE_BYTES);
  const algorithm = bytes?.toString('latin1', 0, ALGORITHM_BYTES) ?? '';
  const isSound = untrusted.startsWith(UNTRUSTED) && trusted.startsWith(TRUSTED) && rest.join('\n') === '';
  if (!bytes || !seal || !isSound || text.length > LONGEST_FILE || ![PLAIN, PREHASHED].includes(algorithm))
    throw new SignatureError('is no signature');
  return {
    algorithm,
    id: bytes.subarray(ALGORITHM_BYTES, ALGORITHM_BYTES + ID_BYTES),
    signature: bytes.subarray(ALGORITHM_BYTES + ID_BYTES),
    comment: trusted.slice(TRUSTED.length),
    seal,
  };
}

/** Reads the time of a signature from its signed comment, in seconds since the epoch; null where it tells none. */
export function timestampIn(comment: string): number | null {
  const seconds = /(?:^|\t)timestamp:(\d{1,12})(?:\t|$)/.exec(comment)?.[1];
  return seconds === undefined ? null : Number(seconds);
}

/** Reads a public key. @param fileOrKey base64, or the file in which minisign keeps it @returns base64 @throws UsageError */
export function readPublicKey(fileOrKey: string): string {
  if (parsePublicKey(fileOrKey)) return fileOrKey;
  const bytes = readBounded(fileOrKey, LONGEST_FILE);
  if (bytes === null)
    throw new UsageError(`The public key ${fileOrKey} is neither a key of minisign nor a file.`);
  const key = bytes
    .toString('utf8')
    .split(/\r?\n/)
    .find(line => parsePublicKey(line) !== null);
  if (key === undefined) throw new UsageError(`${fileOrKey} holds no public key of minisign.`);
  return key;
}
