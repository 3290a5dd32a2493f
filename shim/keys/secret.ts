import { hash, randomBytes } from 'node:crypto';

/** Lets people, log filters and secret scanners recognise a key. */
export const KEY_PREFIX = 'pdk_';

/** 256 random bits in base64url. */
const SHAPE = new RegExp(`^${KEY_PREFIX}[\\w-]{43}$`);

export const newSecret = (): string => `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`;

/** Whether a text has the form of a key; other texts are not hashed. */
export const isSecret = (text: string): boolean => SHAPE.test(text);

/** The stored form of a key. Plain SHA-256 is enough for 256 random bits, and timing reveals nothing. */
export const hashOf = (secret: string): string => hash('sha256', secret, 'hex');
