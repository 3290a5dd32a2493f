import { useEffect, useState } from 'preact/hooks';
import { levelIdentifiers } from '../../../contract/level-chains.ts';
import { hasDocument, identifiersOf, isDerived, ownLevel } from '../../../contract/own-levels.ts';
import { structureLevelUrl } from '../../../contract/paths.ts';
import { sourceOf } from '../../../contract/sources.ts';
import { getJson } from '../api.ts';
import type { LevelDetail } from '../api-types.ts';
import { useApi } from '../use-api.ts';
import type { ReadDocument } from './document.ts';
import { type LevelPlace, levelPlaces } from './level-places.ts';

/** The level that a document stands in directly, and the answer about it. */
export interface Innermost {
  /** Null for sources without levels. */
  place: LevelPlace | null;
  /** Null while it is loading, where there is none, and where none lists the document. */
  detail: LevelDetail | null;
  /** The identifiers of all levels above the document; null where it tells them itself, and while they are not known. */
  identifiers: readonly string[] | null;
  /** There is nothing to wait for. */
  isSettled: boolean;
}

/** @param isWanted false until the text is on the page, which is loaded first */
export function useInnermost(document: ReadDocument, isWanted: boolean): Innermost {
  const plain = levelIdentifiers(document);
  const name = plain.at(-1);
  const target = name === undefined ? null : structureLevelUrl(sourceOf(document.source), name);
  const { answer, isLoading } = useApi<LevelDetail>(isWanted ? target : null);
  const likely = answer?.data ?? null;
  const isOwn = likely !== null && hasDocument(likely, document);
  // Of two levels with one number the identifier is that of the first.
  const isOther = isWanted && !isLoading && !isOwn && isDerived(document);
  const other = useOther(document, isOther ? likely : null);
  const detail = isOwn ? likely : (other?.level ?? null);
  const identifiers = detail && detail !== likely ? identifiersOf(detail, plain) : null;
  return {
    place: levelPlaces(document, identifiers).at(-1) ?? null,
    detail,
    identifiers,
    isSettled: isWanted && !isLoading && (!isOther || likely === null || other !== null),
  };
}

/** The identifiers of the levels above a document, see {@link Innermost}. */
export const useOwnLevels = (document: ReadDocument): readonly string[] | null =>
  useInnermost(document, isDerived(document)).identifiers;

/** The level that lists a document. @param likely the one with its number; null where it need not be looked for @returns null while it is looked for */
function useOther(document: ReadDocument, likely: LevelDetail | null): { level: LevelDetail | null } | null {
  const [found, setFound] = useState<{ of: ReadDocument; level: LevelDetail | null } | null>(null);
  useEffect(() => {
    if (!likely) return;
    const controller = new AbortController();
    const read = async (identifier: string): Promise<LevelDetail | null> => {
      if (identifier === likely.identifier) return likely;
      const url = structureLevelUrl(sourceOf(document.source), identifier);
      const answer = await getJson<LevelDetail>(url, controller.signal);
      return answer.ok ? answer.data : null;
    };
    ownLevel(document, read).then(level => controller.signal.aborted || setFound({ of: document, level }));
    return () => controller.abort();
  }, [document, likely]);
  return found?.of === document ? found : null;
}
