import { derivedIdentifier } from '../../contract/level-chains.ts';
import type { HierarchyLevel, Source } from '../../contract/sources.ts';
import { type CatalogRecord, columnFields, LEVELS_COLUMN, levelsInColumn } from '../../formats/catalog.ts';
import { labelOfTitle, partOfOuter } from './parts.ts';

/** Parts of the manifest that list levels: `usc/structure/t17`, and `usc/structure/all` with the outermost. */

export const partOfOutermost = (source: Source): string => `${source.id}/structure/all`;

/** Whether a part lists levels of a source. */
export const isOfStructure =
  ({ id }: Source) =>
  (part: string): boolean =>
    part.startsWith(`${id}/structure/`);

/** @param title the identifier of an outermost level, or of one below it */
export const partOfLevel = (source: Source, title: string): string =>
  partOfOuter(source, labelOfTitle(source, title)).replace('/', '/structure/');

/** The part of the levels above a document; null for a document without levels. @param values of its catalog record */
export function partOfLevels(source: Source, values: CatalogRecord['values']): string | null {
  const value = values[columnFields(source).indexOf(LEVELS_COLUMN)] ?? null;
  const [title] = value === null ? [] : levelsInColumn(value);
  return title ? partOfTitle(source, title) : null;
}

export const partOfTitle = (source: Source, title: HierarchyLevel): string =>
  partOfLevel(source, title.identifier ?? derivedIdentifier(source, title, null));
