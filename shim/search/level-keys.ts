import { canonicalIdentifier } from '../../build/contract/identifier.ts';
import { identifierInKey, meantLevels } from '../../build/contract/level-chains.ts';
import { isDated } from '../../build/contract/levels.ts';
import { levelAbove, type SearchAnswer, type SearchQuery } from '../../build/contract/search.ts';
import { sourceOf } from '../../build/contract/sources.ts';
import type { LevelTree } from '../../build/lists/level-tree.ts';
import type { Listing } from '../../build/lists/listing.ts';

/** Levels of searches: clients name them by identifiers, search indexes by keys (`levelKeys`). The catalog knows both. */

/** Keys by identifier, for each tree of levels. */
const known = new WeakMap<LevelTree, ReadonlyMap<string, readonly string[]>>();

function keysIn(tree: LevelTree): ReadonlyMap<string, readonly string[]> {
  let keys = known.get(tree);
  if (!keys) {
    const all = new Map<string, string[]>();
    for (const [key, { identifier }] of tree.byKey)
      all.set(identifier, [...(all.get(identifier) ?? []), key]);
    known.set(tree, all);
    keys = all;
  }
  return keys;
}

const treesOf = (listings: readonly Listing[]): LevelTree[] =>
  listings.filter(({ catalog }) => !isDated(catalog.source)).map(listing => listing.levels());

/** Names the level of a search by its keys; an unknown one stays and finds nothing. */
export function withLevelKeys(listings: readonly Listing[], query: SearchQuery): SearchQuery {
  const { within, source } = query.filters;
  if (typeof within !== 'string') return query;
  const meant = source === null ? meantLevels(within) : [canonicalIdentifier(sourceOf(source), within)];
  const keys = treesOf(listings).flatMap(tree => meant.flatMap(name => keysIn(tree).get(name) ?? []));
  return keys.length === 0 ? query : { ...query, filters: { ...query.filters, within: keys } };
}

/** Names the levels in the answer's facets by their identifiers. @param asked with the level as the client named it */
export function withLevelIdentifiers(
  listings: readonly Listing[],
  asked: SearchQuery,
  answer: SearchAnswer,
): SearchAnswer {
  const { level } = answer.facets;
  if (!level) return answer;
  // A short identifier without a source may be of several levels.
  if (levelAbove(asked.filters) === null) return { ...answer, facets: { ...answer.facets, level: {} } };
  const counts = new Map<string, number>();
  for (const [key, count] of Object.entries(level)) {
    const identifier = identifierOf(listings, key);
    counts.set(identifier, (counts.get(identifier) ?? 0) + count);
  }
  const inOrder = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return { ...answer, facets: { ...answer.facets, level: Object.fromEntries(inOrder) } };
}

function identifierOf(listings: readonly Listing[], key: string): string {
  const plain = identifierInKey(key);
  if (plain === key) return key;
  for (const tree of treesOf(listings)) {
    const node = tree.byKey.get(key);
    if (node) return node.identifier;
  }
  return plain;
}
