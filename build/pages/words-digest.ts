import { hash } from 'node:crypto';

/** Targets of links, which importers set. */
const TARGET = /\]\([^()\s]*\)/g;

/** Identifies the words of a body: equal for bodies that differ only in links and white space. @returns hexadecimal */
export const wordsDigest = (body: string): string =>
  hash(
    'sha256',
    body
      .replace(TARGET, ']')
      .replace(/[[\]\s]+/g, ' ')
      .trim(),
  ).slice(0, 16);
