import { presentedKey } from '../../../contract/presented-key.ts';
import type { RoutedRequest } from '../../../contract/routing/routes.ts';

/** A request as the Worker looks at it. */
export interface AskedRequest extends RoutedRequest {
  headers: Headers;
  /** Scheme and authority, under which the cache keeps answers. */
  site: string;
  /** Whether it presents a key, valid or not: no shared cache may keep its answer. */
  presentsKey: boolean;
  /** As it came. */
  received: Request;
}

const SITE = /^[^:]+:\/\/[^/?#]*/;

/** The runtime has already resolved dot segments in the URL, and left out what stands behind a `#`. */
export function readRequest(received: Request): AskedRequest {
  const { method, url, headers } = received;
  const site = SITE.exec(url)?.[0] ?? '';
  const target = url.slice(site.length);
  const header = (name: string) => headers.get(name) ?? undefined;
  const keys = { authorization: header('authorization'), 'x-api-key': header('x-api-key') };
  const presentsKey = presentedKey(keys, target) !== null;
  return { method, target, accept: header('accept'), headers, site, presentsKey, received };
}
