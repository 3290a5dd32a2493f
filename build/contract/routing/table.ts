import type { RoutedSource, Source } from '../sources.ts';

/** What the routing rule needs of the table of sources, and no more: small enough for a function at an edge. */
export const routingTable = (sources: readonly Source[]): RoutedSource[] =>
  sources.map(({ id, namespace, hasTitles, metadata, filters, sorts, defaultSort, precomputed }) => ({
    id,
    namespace,
    hasTitles,
    // Cursors are read by the type of the field that is sorted by.
    metadata: Object.fromEntries(Object.entries(metadata).filter(([field]) => sorts.includes(field))),
    filters,
    sorts,
    defaultSort,
    precomputed,
  }));

/** The same as a JavaScript expression. (JSON has no infinity.) */
export const routingTableCode = (sources: readonly Source[]): string =>
  JSON.stringify(routingTable(sources), (_key, value) =>
    value === Number.POSITIVE_INFINITY ? ENDLESS : value,
  ).replaceAll(JSON.stringify(ENDLESS), '1/0');

const ENDLESS = '∞';
