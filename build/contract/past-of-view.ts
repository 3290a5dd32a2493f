import { type PastQuery, pastTarget, readPast } from './past-page.ts';
import type { ViewRoute } from './routing/routes.ts';
import { type SourceId, sourceOf } from './sources.ts';
import { versionsFile } from './version.ts';

/** What a server knows of a page of the past before it fills the head. */
export interface PageOfPast extends PastQuery {
  /** The API's answer that the page shows. */
  target: string;
  /** The file of the document's versions, which is enough where the document is gone. */
  lists: string;
}

/** Returns what a page shows of the past; null for the text of today and for pages of no document. */
export function pastOfView({ place, search }: Pick<ViewRoute, 'place' | 'search'>): PageOfPast | null {
  const past = place.identifier === undefined ? null : readPast(search);
  if (!past) return null;
  const source = sourceOf(place.source as SourceId);
  const identifier = place.identifier as string;
  return {
    ...past,
    target: pastTarget(source, identifier, past),
    lists: versionsFile({ source, identifier }),
  };
}
