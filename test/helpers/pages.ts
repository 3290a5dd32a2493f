import type { PagesExtent } from '../../build/contract/precomputed.ts';
import type { SourceCatalog } from '../../build/formats/catalog.ts';
import { Listing } from '../../build/lists/listing.ts';
import { type Page, pageGroups } from '../../build/pages/pages.ts';

/** Every response that is made ahead and is no document. */
export function* allPages(catalogs: readonly SourceCatalog[], extent: PagesExtent = 'all'): Generator<Page> {
  const listings = catalogs.map(catalog => new Listing(catalog));
  for (const { pages } of pageGroups(listings, extent, false)) yield* pages();
}
