import { resourceBody, timestampOf } from '../contract/envelope.ts';
import { monthUrl, twoDigits, withQuery } from '../contract/paths.ts';
import { type ActiveFilter, canonicalMonthQuery, type Slice } from '../contract/query.ts';
import { monthNotFound } from '../contract/routing/hierarchy.ts';
import type { Filter } from '../contract/sources.ts';
import type { SourceCatalog } from '../formats/catalog.ts';
import type { Answer, Listing } from './listing.ts';

/** The documents of one month of a source without titles (build/contract/README.md, Hierarchy). */

const publishedFrom: Filter = { param: 'date_from', field: 'publication_date', type: 'date', match: 'from' };
const publishedTo: Filter = { ...publishedFrom, param: 'date_to', match: 'to' };

function monthFilters(year: number, month: number): ActiveFilter[] {
  const prefix = `${String(year).padStart(4, '0')}-${twoDigits(month)}`;
  // Day 31 closes every month: dates compare as text.
  return [
    { filter: publishedFrom, value: `${prefix}-01` },
    { filter: publishedTo, value: `${prefix}-31` },
  ];
}

/** @throws ApiError NOT_FOUND where the month has no documents */
export function monthAnswer(listing: Listing, year: number, month: number, page: Slice): Answer<Slice> {
  const { ordinals, total, nextQuery } = listing.page({
    filters: monthFilters(year, month),
    sort: { field: 'publication_date', descending: false },
    cursor: null,
    ...page,
  });
  if (!total) throw monthNotFound(year, month);
  const next = nextQuery && { limit: nextQuery.limit, offset: nextQuery.offset };
  const url = monthUrl(listing.catalog.source, year, month);
  const documents = ordinals.map(ordinal => monthItem(listing.catalog, ordinal));
  const body = resourceBody(
    { year, month, document_count: total, documents },
    timestampOf(listing.newest(ordinals)),
    {
      total,
      limit: page.limit,
      offset: page.offset,
      has_more: next !== null,
      next: next && withQuery(url, canonicalMonthQuery(next)),
    },
  );
  return { body, next };
}

function monthItem({ source, item }: SourceCatalog, ordinal: number): Record<string, unknown> {
  const { id, identifier, metadata } = JSON.parse(item(ordinal));
  const shown = source.monthListing.map(field => [field, metadata[field]]);
  return { id, identifier, ...Object.fromEntries(shown) };
}
