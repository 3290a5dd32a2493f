import { hash, randomBytes } from 'node:crypto';

/** Lets people, log filters and secret scanners recognise a key. */
export const KEY_PREFIX = 'pdk_';

/** 256 random bits in base64url. */
const SHAPE = new RegExp(`^${KEY_PREFIX}[\\w-]{43}$`);

export const newSecret = (): string => `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`;

/** Whether a text can be a key at all: whatever else clients send is not worth a hash. */
export const isSecret = (text: string): boolean => SHAPE.test(text);

/**
 * What is stored of a key. A plain SHA-256 is enough: there is nothing to guess in 256 random bits, and looking
 * a hash up tells nothing by its timing.
 */
export const hashOf = (secret: string): string => hash('sha256', secret, 'hex');
