import type { RequestListener } from 'node:http';
import { searchUrl } from '../../build/contract/paths.ts';

/** Some milliseconds of work, if most of them are refused. */
const BATCH = 25;

/**
 * Starts searches a few at a time, so that other requests run between them. Behind two thousand searches a document waits only
 * until they are parsed, not until they are routed, counted and answered.
 */
export function inBatches(handle: RequestListener): RequestListener {
  let waiting: (() => void)[] = [];
  const begin = () => {
    const now = waiting.slice(0, BATCH);
    waiting = waiting.slice(BATCH);
    if (waiting.length > 0) setImmediate(begin);
    for (const search of now) search();
  };
  return (request, response) => {
    if (!isSearch(request.url ?? '')) handle(request, response);
    else if (waiting.push(() => handle(request, response)) === 1) setImmediate(begin);
  };
}

const isSearch = (url: string): boolean =>
  url.startsWith(searchUrl) && /^(?:\?|$)/.test(url.slice(searchUrl.length));
