import type { Document } from '../contract/envelope.ts';
import { levelKeys } from '../contract/level-chains.ts';
import type { HeldText } from '../contract/title-history.ts';

/** What the histories tell of a document as it is. Its levels are keys: only the whole corpus tells which has `~2`. */
export function heldText(document: Pick<Document, 'source' | 'identifier' | 'metadata'>): HeldText {
  const { display_title, status } = document.metadata;
  return {
    display_title: String(display_title),
    status: String(status),
    levels: levelKeys(document),
    isNewInNotes: false,
    was: null,
  };
}
