import { presentedKey } from '../../../contract/presented-key.ts';
import type { RoutedRequest } from '../../../contract/routing/routes.ts';

/** The parsed request. */
export interface WorkerRequest extends RoutedRequest {
  headers: Headers;
  /** Scheme and authority: the prefix of cache keys. */
  site: string;
  /** Whether it carries a key, valid or not. Shared caches may not keep its answer. */
  presentsKey: boolean;
  received: Request;
}

const SITE = /^[^:]+:\/\/[^/?#]*/;

/** Parses the request. The runtime has already resolved dot segments and removed the fragment. */
export function readRequest(received: Request): WorkerRequest {
  const { method, url, headers } = received;
  const site = SITE.exec(url)?.[0] ?? '';
  const target = url.slice(site.length);
  const header = (name: string) => headers.get(name) ?? undefined;
  const keys = { authorization: header('authorization'), 'x-api-key': header('x-api-key') };
  const presentsKey = presentedKey(keys, target) !== null;
  return { method, target, accept: header('accept'), headers, site, presentsKey, received };
}
