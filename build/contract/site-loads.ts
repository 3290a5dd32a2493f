import { isDated, levelUrl, placeNumbers } from './levels.ts';
import { documentUrl, statsUrl } from './paths.ts';
import type { RoutedSource } from './sources.ts';
import type { WebPlace } from './web-path.ts';

/**
 * What a page of the site loads first, as far as its address tells (build/contract/README.md, Site): whoever fills the head names it there, so that it
 * comes with the first scripts and not behind them. The app asks for the same.
 */
export interface PageLoads {
  /** The part of the app that draws it. */
  part: SitePart;
  /** What it asks the API for, a target; null where its query decides. */
  target: string | null;
}

/** Parts of the app that come as files of their own. */
export type SitePart = 'home' | 'browse' | 'search' | 'read';

/** What the app needs besides where a host has files alone. */
export const FILES_PART = 'files';

/** @param source of the place @param search the query of the address, without its question mark */
export const loadsOf = (place: WebPlace, source: RoutedSource | undefined, search: string): PageLoads => ({
  part: partOf(place),
  target: targetOf(place, source, search),
});

function partOf({ view }: WebPlace): SitePart {
  if (view === 'home' || view === 'search') return view;
  return view === 'document' ? 'read' : 'browse';
}

function targetOf(
  { view, identifier, numbers = {} }: WebPlace,
  source: RoutedSource | undefined,
  search: string,
): string | null {
  if (view === 'home') return statsUrl;
  if (!source) return null;
  if (identifier !== undefined) return documentUrl(source, identifier);
  // The page of a source shows documents where the query says so, and that of a month the page of them that it says.
  const isByQuery = view === 'source' || (isDated(source) && 'month' in numbers);
  if (isByQuery && search !== '') return null;
  if (view === 'source') return levelUrl(source);
  const page = placeNumbers(source, numbers);
  return page && levelUrl(source, ...page);
}
