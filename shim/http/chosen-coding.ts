import { type Coding, codedEtag, matchesEtag } from '../../build/contract/etag.ts';
import { isTextType } from '../../build/contract/paths.ts';

/** Smaller answers would save less than the headers cost. */
const MIN_BYTES = 1024;
const MAX_BYTES = 16 * 1024 * 1024;

/** @param accepted best first; without `identity` if the client refuses plain answers */
export function codingFor(accepted: readonly Coding[], bytes: number, contentType: string): Coding {
  const [preferred = 'identity'] = accepted;
  if (bytes > MAX_BYTES || !isTextType(contentType)) return 'identity';
  return bytes < MIN_BYTES && accepted.includes('identity') ? 'identity' : preferred;
}

/**
 * Returns the accepted coding in which the client has the representation (RFC 9110 §13.1.2).
 * @param etag of the plain bytes
 */
export const heldCoding = (
  ifNoneMatch: string,
  accepted: readonly Coding[],
  etag: string,
): Coding | undefined => accepted.find(coding => matchesEtag(ifNoneMatch, codedEtag(etag, coding)));
