import { keyOfSeed } from '../../build/signature/secret-key.ts';
import { signerWith } from '../../build/signature/sign.ts';

/** Keys of nobody: the seed is the bytes 0 to 31, the key's number the bytes 1 to 8. */
export const SEED = Buffer.from(Array.from({ length: 32 }, (_, i) => i));
export const ID = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]);

export const SIGNER = signerWith({ id: ID, key: keyOfSeed(SEED) });
export const OTHER_SIGNER = signerWith({ id: Buffer.from('12345678'), key: keyOfSeed(Buffer.alloc(32, 7)) });
