import { isAppendix, levelsOf } from './document-levels.ts';
import type { Document } from './envelope.ts';
import { canonicalIdentifier, identifierProblem } from './identifier.ts';
import { isDated, outerLevel } from './levels.ts';
import {
  type HierarchyLevel,
  type RoutedSource,
  SOURCES,
  type Source,
  sourceOf,
  sourceOfIdentifier,
} from './sources.ts';

/** The levels above a document, from the title down: those of its `hierarchy`, else what its fields tell. */

/** Returns the levels of a document. Those without a usable identifier have null: {@link derivedIdentifier} makes them one. */
export function chainOf(document: Pick<Document, 'source' | 'identifier' | 'metadata'>): HierarchyLevel[] {
  const source = sourceOf(document.source);
  const { hierarchy } = document.metadata;
  if (Array.isArray(hierarchy) && hierarchy.length > 0)
    return (hierarchy as HierarchyLevel[]).map(level => withSoundIdentifier(source, level));
  return levelsOf(document).flatMap(({ level, number, name }) => {
    if (number === null) return [];
    const word = level === outerLevel(source) && isAppendix(number) ? 'appendix' : level.name;
    return [{ level: word, number, name, identifier: null }];
  });
}

/** The identifiers of these levels. Of levels with one number and two names both have the first's. */
export function levelIdentifiers(document: Parameters<typeof chainOf>[0]): string[] {
  const source = sourceOf(document.source);
  const identifiers: string[] = [];
  for (const level of isDated(source) ? [] : chainOf(document))
    identifiers.push(level.identifier ?? derivedIdentifier(source, level, identifiers.at(-1) ?? null));
  return identifiers;
}

/** The canonical identifiers that a level's name may mean: a short one does not tell its source. */
export const meantLevels = (name: string): string[] =>
  sourceOfIdentifier(name) ? [name] : SOURCES.map(source => canonicalIdentifier(source, name));

/** Files are named after identifiers, which a corpus may have wrong. */
export const withSoundIdentifier = (source: RoutedSource, level: HierarchyLevel): HierarchyLevel =>
  level.identifier !== null && identifierProblem(source, level.identifier) !== null
    ? { ...level, identifier: null }
    : level;

/** Words of levels as identifiers write them, see build/import/README.md. */
const SEGMENTS: Readonly<Record<string, string>> = { chapter: 'ch', subchapter: 'sch', part: 'p', level: '' };

/** Characters that no segment of an identifier needs. */
const OTHERS = /[^\p{L}\p{N}.~-]+/gu;
const MOST_CHARACTERS = 60;

/**
 * Makes the identifier of a level: `/us/usc/t17/ch1`, `/us/cfr/t1/chI/schA`, `/us/cfr/t40/p52`.
 * @param above the identifier of the level above; null for a title
 */
export function derivedIdentifier(
  source: Pick<Source, 'levels' | 'namespace'>,
  { level, number, name }: Pick<HierarchyLevel, 'level' | 'number' | 'name'>,
  above: string | null,
): string {
  const text = (number ?? name ?? '').replace(OTHERS, '-').slice(0, MOST_CHARACTERS);
  if (above === null) return `${source.namespace}${titlePrefix(source)}${text}`;
  const segment = (SEGMENTS[level] ?? level.replace(OTHERS, '-').slice(0, MOST_CHARACTERS)) + text;
  const title = above.slice(0, `${above}/`.indexOf('/', source.namespace.length));
  return `${level === 'part' && hasPartsOfTitles(source) ? title : above}/${segment}`;
}

/** What precedes the number of an outermost level in identifiers: its own prefix, or its word where identifiers lack it. */
function titlePrefix(source: Pick<Source, 'levels'>): string {
  const { prefix, name } = outerLevel(source);
  return prefix ?? `${name}-`;
}

/** Parts of regulations are numbered through their title. */
const hasPartsOfTitles = ({ levels }: Pick<Source, 'levels'>): boolean =>
  levels.some(({ name, shown }) => name === 'part' && shown !== 'fact');
