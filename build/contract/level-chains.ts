import { isAppendix, levelsOf } from './document-levels.ts';
import type { Document } from './envelope.ts';
import { canonicalIdentifier, identifierProblem } from './identifier.ts';
import { isDated, outerLevel } from './levels.ts';
import { looseKey } from './loose.ts';
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
    return soundChain(source, hierarchy as HierarchyLevel[]);
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

/** The keys of the levels above a document in search indexes; none for sources with dates. */
export function levelKeys(document: Parameters<typeof chainOf>[0]): string[] {
  const source = sourceOf(document.source);
  return isDated(source) ? [] : keysOfChain(source, chainOf(document));
}

/**
 * The keys of levels: identifiers. One without an identifier of its own has a mark of its name, and of the marks above it, since another
 * level may have the same number: `/us/usc/t30/ch3:1xk4z0p`.
 * @param chain from the title down
 */
export function keysOfChain(source: RoutedSource, chain: readonly HierarchyLevel[]): string[] {
  let above: string | null = null;
  let marks = '';
  return chain.map(level => {
    const identifier: string = level.identifier ?? derivedIdentifier(source, level, above);
    const isOutermost = above === null;
    above = identifier;
    if (level.identifier !== null || isOutermost) marks = '';
    else if (marks !== '' || level.name !== null) marks = markOf(`${marks}/${looseKey(level.name ?? '')}`);
    return marks === '' ? identifier : identifier + MARK + marks;
  });
}

/** In no identifier. */
const MARK = ':';

/** A key without its mark: an identifier, though perhaps that of another level with the same number. */
export const identifierInKey = (key: string): string => key.split(MARK, 1)[0] as string;

/** FNV-1a. */
function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** The canonical identifiers that a level's name may mean: a short one does not tell its source. */
export const meantLevels = (name: string): string[] =>
  sourceOfIdentifier(name) ? [name] : SOURCES.map(source => canonicalIdentifier(source, name));

/**
 * Takes away identifiers that a corpus has wrong: files are named after them, and those of a title are listed together.
 * @param levels from the title down
 */
export function soundChain(source: RoutedSource, levels: readonly HierarchyLevel[]): HierarchyLevel[] {
  let title: string | null = null;
  return levels.map(level => {
    const isSound = level.identifier !== null && isPublishable(source, level.identifier);
    const sound = isSound ? level : { ...level, identifier: null };
    title ??= titleOf(source, sound.identifier ?? derivedIdentifier(source, sound, null));
    const isOfTitle = sound.identifier === null || titleOf(source, sound.identifier) === title;
    return isOfTitle ? sound : { ...sound, identifier: null };
  });
}

/** A level has a file and a folder. */
const isPublishable = (source: Pick<Source, 'namespace'>, identifier: string): boolean =>
  identifier.startsWith(source.namespace) && identifierProblem(source, `${identifier}/0`) === null;

/** The beginning of an identifier that names its title: `/us/usc/t17`. */
export const titleOf = ({ namespace }: Pick<Source, 'namespace'>, identifier: string): string =>
  identifier.slice(0, `${identifier}/`.indexOf('/', namespace.length));

/** Words of levels as identifiers write them, see build/import/README.md. */
const SEGMENTS: ReadonlyMap<string, string> = new Map([
  ['chapter', 'ch'],
  ['subchapter', 'sch'],
  ['part', 'p'],
  ['level', ''],
]);

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
  const text = segmentOf(number ?? name ?? '');
  if (above === null) {
    const start = source.namespace + titlePrefix(source);
    const plain = start + text;
    return isPublishable(source, plain) ? plain : start + safest(text);
  }
  const segment = (SEGMENTS.get(level) ?? segmentOf(level)) + text;
  const title = titleOf(source, above);
  const folder = level === 'part' && hasPartsOfTitles(source) ? title : above;
  const made = [`${folder}/${segment}`, `${folder}/${safest(segment)}`];
  return made.find(identifier => isPublishable(source, identifier)) ?? `${title}/${safest(segment)}`;
}

const segmentOf = (text: string): string => text.replace(OTHERS, '-').slice(0, MOST_CHARACTERS);

/** For segments that are too long, or no safe names: dots alone, half a character, `con`, `1.json`. */
const safest = (segment: string): string => `-${segment.replace(/[^A-Za-z0-9~-]/g, '-')}`;

/** What precedes the number of an outermost level in identifiers: its own prefix, or its word where identifiers lack it. */
function titlePrefix(source: Pick<Source, 'levels'>): string {
  const { prefix, name } = outerLevel(source);
  return prefix ?? `${name}-`;
}

/** Parts of regulations are numbered through their title. */
const hasPartsOfTitles = ({ levels }: Pick<Source, 'levels'>): boolean =>
  levels.some(({ name, shown }) => name === 'part' && shown !== 'fact');
