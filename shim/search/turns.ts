import type { RequestListener } from 'node:http';
import { searchUrl } from '../../build/contract/paths.ts';

/** Some milliseconds of work, where most of them are refused. */
const SEARCHES_IN_A_TURN = 25;

/**
 * Lets searches begin few by few, and whatever else has come in between them: of two thousand that come at once, a document
 * waits for those before it to be parsed, not to be routed, counted and answered.
 */
export function inTurns(handle: RequestListener): RequestListener {
  let waiting: (() => void)[] = [];
  const begin = () => {
    const now = waiting.slice(0, SEARCHES_IN_A_TURN);
    waiting = waiting.slice(SEARCHES_IN_A_TURN);
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
