import { FACETS, SEARCH_SORTS } from '../../build/contract/search.ts';
import type { SearchDocument } from '../../build/search/documents/search-document.ts';
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

/** Words as frequent as these are not what a query is about. */
const GENERAL_WORDS = 400;

/**
 * Searches as people type them: two to four words of one document, frequent and rare ones mixed.
 * @param documents with their texts
 */
export function typedMix(documents: readonly SearchDocument[], count: number, random: Random): BenchQuery[] {
  const wordsOf = ({ body }: SearchDocument) =>
    body.toLowerCase().match(/(?<!\p{L})\p{L}{3,}(?!\p{L})/gu) ?? [];
  const held = documents.map(wordsOf).filter(words => words.length >= 50);
  const counts = new Map<string, number>();
  for (const words of held) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const ranked = [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
  const general = new Set(ranked.slice(0, GENERAL_WORDS));
  const word = (words: readonly string[]) => {
    const isGeneral = random.chance(0.35);
    const fitting = words.filter(word => general.has(word) === isGeneral);
    return random.pick(fitting.length > 0 ? fitting : words);
  };
  return Array.from({ length: count }, () => {
    const words = random.pick(held);
    const q = Array.from({ length: 2 + random.below(3) }, () => word(words)).join(' ');
    return { kind: 'typed', query: new URLSearchParams({ q }).toString() };
  });
}
