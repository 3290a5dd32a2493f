import { outerLevel, pagedLevels } from '../../../contract/levels.ts';
import { type HierarchyLevel, sourceOf } from '../../../contract/sources.ts';
import type { WebPlace } from '../../../contract/web-path.ts';
import type { ListItem } from '../api-types.ts';

/** A document with the levels above it; null in a corpus without any. */
export type HierarchyItem = Pick<ListItem, 'identifier' | 'source'> & {
  metadata: { hierarchy: HierarchyLevel[] | null };
};

/** The identifier of the innermost level that a place names, for one of its documents; null where the document is not in it. */
export function levelOf({ source: id, metadata }: HierarchyItem, { numbers = {} }: WebPlace): string | null {
  const source = sourceOf(id);
  const named = pagedLevels(source).filter(({ name }) => name in numbers);
  const level = named.at(-1);
  const number = level && numbers[level.name];
  if (!level || number === undefined) return null;
  const own = metadata.hierarchy ?? [];
  if (own.length > 0)
    return own.find(each => each.level === level.name && each.number === number)?.identifier ?? null;
  // As `derivedIdentifier` makes them, which is too large for this page.
  const title = numbers[outerLevel(source).name];
  return `${source.namespace}${outerLevel(source).prefix}${title}/${SEGMENTS[level.name]}${number}`;
}

/** The identifier of the level above a level of a document; undefined where the document does not tell it. */
export function levelAbove({ metadata }: HierarchyItem, identifier: string): string | undefined {
  const own = metadata.hierarchy ?? [];
  return own[own.findIndex(each => each.identifier === identifier) - 1]?.identifier ?? undefined;
}

const SEGMENTS: Readonly<Record<string, string>> = { chapter: 'ch', part: 'p' };
