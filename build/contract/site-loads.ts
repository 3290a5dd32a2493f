import { isDated, levelUrl, placeNumbers } from './levels.ts';
import { documentUrl, statsUrl, structureLevelUrl } from './paths.ts';
import type { RoutedSource } from './sources.ts';
import type { WebPlace } from './web-path.ts';

/** Preloads of a page (build/contract/README.md, Site), the first requests of the app. The filled head names them. */
export interface PageLoads {
  /** The part of the app that draws the page. */
  part: SitePart;
  /** The target of the app's first API request; null where the query decides it. */
  target: string | null;
}

/** Parts of the app with files of their own. */
export type SitePart = 'home' | 'browse' | 'search' | 'read';

/** The additional part on hosts that serve files only. */
export const FILES_PART = 'files';

/** @param source of the place @param search the query of the address, without its question mark */
export const loadsOf = (place: WebPlace, source: RoutedSource | undefined, search: string): PageLoads => ({
  part: partOf(place),
  target: targetOf(place, source, search),
});

function partOf({ view }: WebPlace): SitePart {
  if (view === 'home' || view === 'search') return view;
  return view === 'document' || view === 'structure' ? 'read' : 'browse';
}

function targetOf(
  { view, identifier, level, numbers = {} }: WebPlace,
  source: RoutedSource | undefined,
  search: string,
): string | null {
  if (view === 'home') return statsUrl;
  if (!source) return null;
  // The query may ask for a former text, on the page of a source for documents, on that of a month for another page.
  const isByQuery = identifier || view === 'source' || (isDated(source) && 'month' in numbers);
  if (isByQuery && search) return null;
  if (identifier !== undefined) return documentUrl(source, identifier);
  if (level !== undefined) return structureLevelUrl(source, level);
  if (view === 'source') return levelUrl(source);
  const page = placeNumbers(source, numbers);
  return page && levelUrl(source, ...page);
}
