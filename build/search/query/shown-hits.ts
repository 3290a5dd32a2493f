import { setImmediate } from 'node:timers/promises';
import { serialiseHit } from '../../contract/search.ts';
import type { Highlighter } from './highlight.ts';

/** A found hit, and the texts for its highlights. */
export interface FoundHit {
  /** The serialised hit without highlights. */
  hit: string;
  heading: string;
  body: string;
}

/** Milliseconds that this may block the event loop. */
const SILENCE = 10;

/**
 * Returns the hits of one page, serialised. Long texts take long, so it yields to the event loop, which handles other requests
 * and notices that the client has left.
 * @param highlighter null for no highlights
 * @throws the signal's reason
 */
export async function shownHits(
  found: Iterable<FoundHit> | AsyncIterable<FoundHit>,
  highlighter: Highlighter | null,
  signal: AbortSignal,
): Promise<string[]> {
  const hits: string[] = [];
  let heard = performance.now();
  for await (const { hit, heading, body } of found) {
    const highlights = highlighter && {
      heading: highlighter.heading(heading),
      body: highlighter.snippet(body),
    };
    hits.push(serialiseHit(hit, highlights));
    if (performance.now() - heard < SILENCE) continue;
    await setImmediate();
    signal.throwIfAborted();
    heard = performance.now();
  }
  return hits;
}
