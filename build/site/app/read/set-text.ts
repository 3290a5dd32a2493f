import { htmlOf } from './markdown/html.ts';
import { type Piece, piecesOf } from './markdown/pieces.ts';
import type { Sanitiser } from './markdown/sanitise.ts';
import type { Entry } from './typeset/contents.ts';
import { type Setting, Typesetter } from './typeset/typesetter.ts';

export interface Surroundings {
  sanitise: Sanitiser;
  /** Lets the browser paint and react before setting goes on. */
  pause: () => Promise<void>;
  /** Aborted when the reader leaves the page. */
  signal: AbortSignal;
  /** Called after each piece. @param done share of the document that is set, 0 to 1 @param contents so far */
  onProgress: (done: number, contents: readonly Entry[]) => void;
}

/** Pieces that are set without a pause. Most documents have no more. */
const AT_ONCE = 2;

/**
 * Sets the body of a document below an element, piece by piece with pauses between them.
 * @returns whether all of it is set; false where the reader left
 */
export async function setText(
  root: HTMLElement,
  body: string,
  setting: Setting,
  { sanitise, pause, signal, onProgress }: Surroundings,
): Promise<boolean> {
  const pieces = piecesOf(body);
  const typesetter = new Typesetter(root, setting);
  for (const [i, piece] of pieces.entries()) {
    if (i >= AT_ONCE) await pause();
    if (signal.aborted) return false;
    const made = piece.isLiteral ? null : fragmentOf(piece, sanitise);
    // Most pieces need no await, and are on the page before the first paint.
    const fragment = made instanceof Promise ? await made.catch(() => null) : made;
    if (signal.aborted) return false;
    if (fragment && piece.isContinued) typesetter.addRows(fragment);
    else if (fragment) typesetter.add(fragment);
    else typesetter.addLiteral(piece.markdown);
    if (i === pieces.length - 1) typesetter.finish();
    onProgress((i + 1) / pieces.length, typesetter.contents);
  }
  return true;
}

/** @returns null where the parser or the sanitiser throws: no document may break its page */
function fragmentOf({ markdown, html }: Piece, sanitise: Sanitiser): ReturnType<Sanitiser> | null {
  try {
    return sanitise(html ?? htmlOf(markdown));
  } catch {
    return null;
  }
}
