import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The id of a request, in our log and in those of proxies. It is on every answer. */

export const REQUEST_ID_HEADER = 'x-request-id';

/** Ids that proxies make: UUIDs, trace ids of W3C and Amazon. They are logged and sent unchanged. */
const GIVEN = /^[\w.:~/+=@-]{1,128}$/;

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
