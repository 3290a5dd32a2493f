import { FACETS, SEARCH_SORTS } from '../../build/contract/search.ts';
import type { SearchDocument } from '../../build/search/document.ts';
import type { Random } from '../helpers/random.ts';
import { nameOf } from '../search-contract/known-items.ts';

/** Words that most documents hold. */
const COMMON = [
  'the',
  'of the',
  'section',
  'agency',
  'United States',
  'in this title',
  'shall be',
  'may not',
  'a',
  'and or',
];

export interface BenchQuery {
  kind: string;
  /** URL parameters, encoded. */
  query: string;
}

type Parameters = Record<string, string>;

/** A fixed mix of searches, kind by kind: what people type into such an API. @returns 25 of each kind */
export function queryMix(documents: readonly SearchDocument[], random: Random): BenchQuery[] {
  const words = (count: number): string => {
    for (;;) {
      const name = nameOf(random.pick(documents)).match(/[\p{L}\p{N}]{3,}/gu) ?? [];
      if (name.length >= count) return name.slice(0, count).join(' ');
    }
  };
  const kinds: Record<string, () => Parameters> = {
    'one word': () => ({ q: words(1) }),
    'several words': () => ({ q: words(2 + random.below(3)) }),
    phrase: () => ({ q: `"${words(2)}"` }),
    citation: () => ({ q: random.pick(documents).heading.split(' - ')[0] ?? '' }),
    filtered: () => ({ q: words(1), ...filterOf(random.pick(documents)) }),
    faceted: () => ({ q: words(1), facets: FACETS.join(',') }),
    sorted: () => ({ q: words(1), sort: random.pick(['', '-']) + random.pick(SEARCH_SORTS) }),
    'common words': () => ({ q: random.pick(COMMON), offset: String(random.below(200)) }),
  };
  return Object.entries(kinds).flatMap(([kind, make]) =>
    Array.from({ length: 25 }, () => ({ kind, query: new URLSearchParams(make()).toString() })),
  );
}

const filterOf = ({ source, title_number, agencies: [agency] }: SearchDocument): Parameters => ({
  source,
  ...(title_number === null ? {} : { title_number: String(title_number) }),
  ...(agency === undefined ? {} : { agency }),
});
