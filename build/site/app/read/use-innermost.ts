import { structureLevelUrl } from '../../../contract/paths.ts';
import { sourceOf } from '../../../contract/sources.ts';
import type { LevelDetail } from '../api-types.ts';
import { useApi } from '../use-api.ts';
import type { ReadDocument } from './document.ts';
import { type LevelPlace, levelPlaces } from './level-places.ts';

/** The level that a document stands in directly, and the answer about it. */
export interface Innermost {
  /** Null for sources without levels. */
  place: LevelPlace | null;
  /** Null while it is loading, where there is none, and where it does not know the document. */
  detail: LevelDetail | null;
  /** There is nothing to wait for. */
  isSettled: boolean;
}

/** @param isWanted false until the text is on the page, which is loaded first */
export function useInnermost(document: ReadDocument, isWanted: boolean): Innermost {
  const place = levelPlaces(document).at(-1) ?? null;
  const target = place && structureLevelUrl(sourceOf(document.source), place.identifier);
  const { answer, isLoading } = useApi<LevelDetail>(isWanted ? target : null);
  const detail = answer?.data ?? null;
  // Of two levels with one number the identifier is that of the first.
  const isOwn = detail?.documents.some(({ identifier }) => identifier === document.identifier);
  return { place, detail: isOwn ? detail : null, isSettled: isWanted && !isLoading };
}
