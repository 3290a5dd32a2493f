import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { CODINGS, type Coding } from '../../build/contract/etag.ts';

/** What no client sends is not read. */
const MAX_HEADER_LENGTH = 200;
const REMEMBERED_HEADERS = 1000;

/** RFC 9110 §12.5.3: without the header any coding is acceptable; what was not asked for is sent to nobody. */
const UNASKED: readonly Coding[] = ['identity', 'br', 'gzip'];
/** Where nothing is acceptable, RFC 9110 §12.5.3 lets a server send the answer without a coding. */
const PLAIN: readonly Coding[] = ['identity'];

const remembered = new LRUCache<string, readonly Coding[]>({
  max: REMEMBERED_HEADERS,
  memoMethod: negotiate,
});

/** The codings that a client accepts, the best first. @param header `Accept-Encoding` */
export function acceptedCodings(header: string | undefined): readonly Coding[] {
  if (header === undefined) return UNASKED;
  return header.length > MAX_HEADER_LENGTH ? PLAIN : remembered.memo(header);
}

/** Quality values count; among equals ours do. The types of the package do not know its second parameter. */
function negotiate(header: string): readonly Coding[] {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } }) as unknown as {
    encodings(available: readonly Coding[], options: { preferred: readonly Coding[] }): Coding[];
  };
  const accepted = negotiator.encodings(CODINGS, { preferred: CODINGS });
  return accepted.length > 0 ? accepted : PLAIN;
}
