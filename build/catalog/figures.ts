import { SOURCES } from '../contract/sources.ts';
import type { SourceCatalog } from '../formats/catalog.ts';

/** Returns the day of the newest document, YYYY-MM-DD. */
export function newestDate(catalogs: readonly SourceCatalog[]): string {
  const dates = catalogs.map(({ columns }) => String(columns.last_updated?.values.at(-1) ?? ''));
  return dates.reduce((a, b) => (a > b ? a : b), '') || '1970-01-01';
}

/** Counts documents by source. */
export function countsOf(catalogs: readonly SourceCatalog[]): Record<string, number> {
  const known = new Map<string, number>(catalogs.map(({ source, count }) => [source.id, count]));
  return Object.fromEntries(SOURCES.map(({ id }) => [id, known.get(id) ?? 0]));
}
