import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { CODINGS, type Coding } from '../../build/contract/etag.ts';

/** Longer headers are not parsed: no client sends them. */
const MAX_HEADER_LENGTH = 200;
const REMEMBERED_HEADERS = 1000;

/** Without the header any coding is acceptable (RFC 9110 §12.5.3), but answers are sent plain. */
const UNASKED: readonly Coding[] = ['identity', 'br', 'gzip'];
/** Also if no coding is acceptable (RFC 9110 §12.5.3). */
const PLAIN: readonly Coding[] = ['identity'];

const remembered = new LRUCache<string, readonly Coding[]>({
  max: REMEMBERED_HEADERS,
  memoMethod: negotiate,
});

/** The codings that a client accepts, best first. @param header `Accept-Encoding` */
export function acceptedCodings(header: string | undefined): readonly Coding[] {
  if (header === undefined) return UNASKED;
  return header.length > MAX_HEADER_LENGTH ? PLAIN : remembered.memo(header);
}

/** Sorts by quality values, then by our own preference. The package's types lack its second parameter. */
function negotiate(header: string): readonly Coding[] {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } }) as unknown as {
    encodings(available: readonly Coding[], options: { preferred: readonly Coding[] }): Coding[];
  };
  const accepted = negotiator.encodings(CODINGS, { preferred: CODINGS });
  return accepted.length > 0 ? accepted : PLAIN;
}
