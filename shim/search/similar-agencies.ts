import type { DidYouMean } from '../../build/contract/envelope.ts';
import { keywordField } from '../../build/contract/keyword-fields.ts';
import type { SearchQuery } from '../../build/contract/search.ts';
import type { Listing } from '../../build/lists/listing.ts';

const PARAM = 'agency';

/**
 * Returns agencies similar to the filter's, if no agency has that name. Reads the catalog of lists, not the engine.
 * @param listings of all sources
 * @returns null if the agency exists or none is similar
 */
export function similarAgencies(listings: readonly Listing[], { filters }: SearchQuery): DidYouMean | null {
  const { agency, source } = filters;
  if (agency === null) return null;
  const close = listings.flatMap(listing => {
    const { id, filters: offered } = listing.catalog.source;
    const filter = offered.find(({ param }) => param === PARAM);
    if (!filter || (source !== null && source !== id)) return [];
    return [listing.closeTo({ filter, value: agency })];
  });
  if (close.includes(null)) return null;
  const keyOf = keywordField(PARAM).keyOf;
  const names = close.flatMap(names => names ?? []);
  const keys = names.map(keyOf);
  const once = names.filter((_, i) => keys.indexOf(keys[i] ?? '') === i);
  return once.length > 0 ? { [PARAM]: once } : null;
}
