import { resourceBody, timestampOf } from '../contract/envelope.ts';
import { levelUrl, outerLevel } from '../contract/levels.ts';
import { monthNotFound } from '../contract/path-words.ts';
import { twoDigits, withQuery } from '../contract/paths.ts';
import { type ActiveFilter, canonicalMonthQuery, type Slice } from '../contract/query.ts';
import type { Filter } from '../contract/sources.ts';
import type { SourceCatalog } from '../formats/catalog.ts';
import type { Answer, Listing } from './listing.ts';

/** The documents of one month of a source that is browsed by dates (build/contract/README.md, Hierarchy). */

function monthFilters(field: string, year: number, month: number): ActiveFilter[] {
  const from: Filter = { param: 'from', field, type: 'date', match: 'from' };
  const to: Filter = { param: 'to', field, type: 'date', match: 'to' };
  const prefix = `${String(year).padStart(4, '0')}-${twoDigits(month)}`;
  // Day 31 closes every month: dates compare as text.
  return [
    { filter: from, value: `${prefix}-01` },
    { filter: to, value: `${prefix}-31` },
  ];
}

/** @throws ApiError NOT_FOUND for a month without documents */
export function monthAnswer(listing: Listing, year: number, month: number, page: Slice): Answer<Slice> {
  const { source } = listing.catalog;
  const { field } = outerLevel(source);
  const { ordinals, total, nextQuery } = listing.page({
    filters: monthFilters(field, year, month),
    sort: { field, descending: false },
    cursor: null,
    ...page,
  });
  if (!total) throw monthNotFound({ year: String(year), month: String(month) });
  const next = nextQuery && { limit: nextQuery.limit, offset: nextQuery.offset };
  const url = levelUrl(source, year, twoDigits(month));
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
