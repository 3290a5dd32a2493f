import { isDated, outerLevel } from '../levels.ts';
import type { Source } from '../sources.ts';
import type { SmallSource } from './small-list.ts';

/** What the routing rule in small needs of the table of sources. */
export const smallTable = (sources: readonly Source[]): SmallSource[] =>
  sources.map(source => ({
    id: source.id,
    namespace: source.namespace,
    level: outerLevel(source).plural,
    ...(isDated(source) && { isDated: true }),
    defaultSort: source.defaultSort,
    pages: finite(source.precomputed.unfilteredPages),
    filters: source.filters.map(({ param, type, values }) => {
      const pages = source.precomputed.pagesOf[param];
      if (pages === undefined) return { name: param };
      return {
        name: param,
        // Text is what every other type is not: a function for CloudFront may have 10 kB.
        ...(type !== 'string' && { type }),
        pages: finite(pages),
        ...(values && { values }),
        ...(source.precomputed.cursorsOf.includes(param) && { hasCursors: true }),
      };
    }),
  }));

/** JSON has no infinity. More pages than any list has. */
const finite = (pages: number): number => Math.min(pages, 1e9);
