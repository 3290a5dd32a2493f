import { hash } from 'node:crypto';

/** A strong validator: it depends on the bytes alone. 27 characters of base64url hold 162 bits of the SHA-256. */
export function etagOf(bytes: Buffer | string): string {
  return quoted(hash('sha256', bytes, 'base64url'));
}

/** @param digest the SHA-256 of the representation's bytes. Uses no Buffer, which edges lack. */
export const etagOfDigest = (digest: Uint8Array): string => {
  const base64url = btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  return quoted(base64url);
};

const quoted = (base64url: string): string => `"${base64url.slice(0, 27)}"`;

/** Returns the validator of bytes derived from a validated representation, such as a `fields` projection. */
export function derivedEtag(etag: string, derivation: string): string {
  return etagOf(`${etag}\n${derivation}`);
}

/** Content codings of an answer (RFC 9110 §8.4.1). */
export const CODINGS = ['br', 'gzip', 'identity'] as const;

export type Coding = (typeof CODINGS)[number];

/** Returns the coding's own strong validator (RFC 9110 §8.8.3.3): `"…"`, `"…-br"`, `"…-gzip"`. */
export const codedEtag = (etag: string, coding: Coding): string =>
  coding === 'identity' ? etag : `${etag.slice(0, -1)}-${coding}"`;

/** Compares `If-None-Match` weakly (RFC 9110 §13.1.2, §8.8.3.2). @returns true where a GET or HEAD is answered 304 */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  const field = ifNoneMatch.trim();
  if (field === '*') return true;
  // etagc (§8.8.3) excludes the quote but not the comma, so commas do not split the list.
  for (const [, opaque] of field.matchAll(/(?:^|,)[ \t]*(?:W\/)?("[^"]*")(?=[ \t]*(?:,|$))/g)) {
    if (opaque === etag) return true;
  }
  return false;
}
