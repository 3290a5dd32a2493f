import { setImmediate } from 'node:timers/promises';
import { serialiseHit } from '../../contract/search.ts';
import type { Highlighter } from './highlight.ts';

/** A hit that was found, and the texts that its highlights are made of. */
export interface FoundHit {
  /** Without highlights, serialised. */
  hit: string;
  heading: string;
  body: string;
}

/** Milliseconds that the event loop may have to wait. */
const SILENCE = 10;

/**
 * The hits of one page, serialised. A page of long texts takes long: in between the event loop does what else there is, and
 * hears that no one waits for the page any more.
 *
 * @param highlighter null where no highlights are wanted
 * @throws the signal's reason
 */
export async function shownHits(
  found: readonly FoundHit[],
  highlighter: Highlighter | null,
  signal: AbortSignal,
): Promise<string[]> {
  const hits: string[] = [];
  let heard = performance.now();
  for (const { hit, heading, body } of found) {
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
