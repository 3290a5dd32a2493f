import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What names a request in logs, here and before us. It is on every answer. */

export const REQUEST_ID_HEADER = 'x-request-id';

/** What proxies make: UUIDs, trace ids, W3C's and Amazon's. It stands in the log and in a header as it is. */
const GIVEN = /^[\w.:~/+=@-]{1,128}$/;

/**
 * @param isTrusted whether an address is a proxy's that is believed; null where there is none
 * @returns the id that a trusted proxy gives, or a new one
 */
export function requestIds(
  isTrusted: ((address: string, hop: number) => boolean) | null,
): (request: IncomingMessage) => string {
  if (isTrusted === null) return () => randomUUID();
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID_HEADER];
    const isGiven =
      typeof given === 'string' && GIVEN.test(given) && isTrusted(socket.remoteAddress ?? '', 0);
    return isGiven ? given : randomUUID();
  };
}
