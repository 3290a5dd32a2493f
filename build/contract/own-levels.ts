import type { Document } from './envelope.ts';
import { chainOf, derivedIdentifier, levelIdentifiers } from './level-chains.ts';
import { looseKey } from './loose.ts';
import { type HierarchyLevel, sourceOf } from './sources.ts';

/** The levels that a document stands in, where the document alone tells only their numbers: `ch3` or `ch3~2` (build/contract/README.md, Levels). */

/** What is read of the answer about a level. */
export interface LevelAnswer {
  identifier: string;
  /** From the title down. */
  path: readonly { identifier: string | null }[];
  children: readonly (HierarchyLevel & { identifier: string })[];
  documents: readonly { identifier: string }[];
}

/** @returns the answer about a level; null where there is none */
export type ReadLevel<Level extends LevelAnswer> = (identifier: string) => Promise<Level | null>;

type Leveled = Pick<Document, 'source' | 'identifier' | 'metadata'>;

/** Whether the identifiers of its levels are made of numbers, which others may have. That of a title has no double. */
export const isDerived = (document: Leveled): boolean =>
  chainOf(document)
    .slice(1)
    .some(({ identifier }) => identifier === null);

/** Whether a level lists a document among those directly in it. */
export const hasDocument = (
  { documents }: Pick<LevelAnswer, 'documents'>,
  { identifier }: Pick<Leveled, 'identifier'>,
): boolean => documents.some(each => each.identifier === identifier);

/**
 * Finds the level that a document stands in directly: the one that its numbers tell, else the one with the names that it has, from the
 * title down.
 * @returns null where no level lists the document
 */
export async function ownLevel<Level extends LevelAnswer>(
  document: Leveled,
  read: ReadLevel<Level>,
): Promise<Level | null> {
  const plain = levelIdentifiers(document);
  const innermost = plain.at(-1);
  const likely = innermost === undefined ? null : await read(innermost);
  if (likely && hasDocument(likely, document)) return likely;
  if (!isDerived(document)) return null;
  let around = await read(plain[0] as string);
  for (const level of chainOf(document).slice(1)) {
    const name = around && (level.identifier ?? childOf(document, around, level));
    around = name === null ? null : await read(name);
  }
  return around && hasDocument(around, document) ? around : null;
}

/** The level in another one that a document means; where it has no name the first with the number. */
function childOf({ source }: Leveled, above: LevelAnswer, level: HierarchyLevel): string | null {
  const plain = derivedIdentifier(sourceOf(source), level, above.identifier);
  const numbered = above.children.filter(
    ({ identifier }) => identifier === plain || DOUBLE.test(cut(identifier, plain)),
  );
  const own = numbered.filter(({ name }) => looseKey(name ?? '') === looseKey(level.name ?? ''));
  const [first] = level.name === null ? numbered.sort(byNumber) : own;
  return first?.identifier ?? null;
}

const DOUBLE = /^~\d+$/;

const cut = (identifier: string, start: string): string =>
  identifier.startsWith(start) ? identifier.slice(start.length) : '';

const byNumber = (a: { identifier: string }, b: { identifier: string }): number =>
  a.identifier.length - b.identifier.length || (a.identifier < b.identifier ? -1 : 1);

/** The identifiers of the levels above a document, as the corpus as a whole calls them; as its numbers do where no level lists it. */
export async function ownLevelIdentifiers(
  document: Leveled,
  read: ReadLevel<LevelAnswer>,
): Promise<string[]> {
  const plain = levelIdentifiers(document);
  const own = isDerived(document) ? await ownLevel(document, read) : null;
  return own ? identifiersOf(own, plain) : plain;
}

/** Those of a level and the ones above it. @param plain what they are where the answer lacks one */
export const identifiersOf = ({ path, identifier }: LevelAnswer, plain: readonly string[]): string[] =>
  path.length + 1 === plain.length
    ? [...path.map((each, i) => each.identifier ?? (plain[i] as string)), identifier]
    : [...plain];
