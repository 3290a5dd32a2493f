import type { SourceCatalog } from './catalog.ts';
import { resourceBody, timestampOf } from './envelope.ts';
import { notFound } from './errors.ts';
import type { Answer, Listing } from './listing.ts';
import { monthUrl, withQuery } from './paths.ts';
import { type ActiveFilter, canonicalMonthQuery, type Slice } from './query.ts';
import type { Filter } from './sources.ts';

/** The documents of one month of a source without titles (build/contract/README.md, Hierarchy). */

const twoDigits = (number: number): string => String(number).padStart(2, '0');

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

/** A year or month in a path: digits only. @throws ApiError NOT_FOUND for anything else */
export function parseYear(text: string): number {
  if (/^\d{4}$/.test(text)) return Number(text);
  throw notFound(`No documents were found for the year ${text.slice(0, 50)}.`);
}

export function parseMonth(year: number, text: string): number {
  const month = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (month >= 1 && month <= 12) return month;
  throw notFound(`No documents were found for the month ${text.slice(0, 50)} of ${year}.`);
}

/** @throws ApiError NOT_FOUND where the month has no documents */
export function monthAnswer(listing: Listing, year: number, month: number, page: Slice): Answer<Slice> {
  const { ordinals, total, nextQuery } = listing.page({
    filters: monthFilters(year, month),
    sort: { field: 'publication_date', descending: false },
    cursor: null,
    ...page,
  });
  if (!total) throw notFound(`No documents were found for the month ${year}-${twoDigits(month)}.`);
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
