import { isAppendix, levelTitle } from '../../../contract/document-levels.ts';
import type { Document } from '../../../contract/envelope.ts';
import { chainOf, levelIdentifiers } from '../../../contract/level-chains.ts';
import { levelNumber, outerLevel, pagedLevels } from '../../../contract/levels.ts';
import { type HierarchyLevel, sourceOf } from '../../../contract/sources.ts';
import { type WebPlace, webPathOfPlace } from '../../../contract/web-path.ts';

/** Pages of the levels above a document (build/contract/README.md, Site). */

export interface LevelPlace {
  identifier: string;
  /** `Subpart A`; the name of a level without a number. */
  label: string;
  name: string | null;
  /** A web path. */
  to: string;
}

/**
 * Returns the levels above a document from the title down, none for sources with dates. A title, and a chapter or part by whose
 * number lists find the document, has the page of that list. Nothing in an appendix has a number that lists know.
 * @param identifiers those of the levels, where they are known to be others than the document tells: a level that has the number of
 * another one has its own page
 */
export function levelPlaces(
  document: Pick<Document, 'source' | 'identifier' | 'metadata'>,
  identifiers: readonly string[] | null = null,
): LevelPlace[] {
  const source = sourceOf(document.source);
  const chain = chainOf(document);
  const outer = outerLevel(source).name;
  const numbers: Record<string, string> = {};
  const isListed = (word: string, number: string): boolean => {
    if (word in numbers) return false;
    if (word === outer) return /^\d+[a-z]*$/i.test(number);
    const level = pagedLevels(source).find(({ name }) => name === word);
    const title = numbers[outer];
    if (level === undefined || title === undefined || isAppendix(title)) return false;
    return levelNumber(level, document.metadata[level.field]) === number;
  };
  return levelIdentifiers(document).map((plain, depth) => {
    const identifier = identifiers?.[depth] ?? plain;
    const level = chain[depth] as HierarchyLevel;
    const { number, name } = level;
    const word = depth === 0 ? outer : level.level;
    const hasList = number !== null && identifier === plain && isListed(word, number);
    if (hasList) numbers[word] = number;
    const place: WebPlace = hasList
      ? { view: 'level', source: source.id, numbers }
      : { view: 'structure', source: source.id, level: identifier };
    return { identifier, label: levelTitle(source, level), name, to: webPathOfPlace(place) };
  });
}
