import { createCipheriv } from 'node:crypto';
import type { SeenDocument } from '../../build/archive/append.ts';
import { textDigest } from '../../build/archive/text-digest.ts';
import { documentOf } from './editions.ts';

/** Four documents of so many bytes that a pack has room for two of them. They cannot be compressed, and are always the same. */
export const LARGE_BYTES = 12 << 20;

export const largeDocuments = (): SeenDocument[] =>
  [0, 1, 2, 3].map(number => {
    const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16, number + 1), Buffer.alloc(16));
    const bytes = noise.update(Buffer.alloc(LARGE_BYTES));
    return { ...documentOf(number, 0), text: textDigest(bytes), read: () => bytes };
  });
