import { derivedIdentifier } from '../../build/contract/level-chains.ts';
import type { HierarchyLevel, Metadata, Source } from '../../build/contract/sources.ts';
import { Random } from './random.ts';

/** Levels of documents for tests. */

export const levelOf = (
  level: string,
  number: string | null,
  name: string | null = null,
  identifier: string | null = null,
): HierarchyLevel => ({ level, number, name, identifier });

/** A document's levels; the second title's have identifiers of their own. Chapters with equal numbers have equal names, in several spellings. */
function randomChain({ namespace }: Source, random: Random): HierarchyLevel[] {
  const number = random.pick(['1', '2', '10']);
  const own = (rest: string): string | null => (number === '2' ? `${namespace}t2${rest}` : null);
  const title = levelOf('title', number, random.pick(['GULLS', 'Gulls', 'TERNS']), own(''));
  const chapter = random.pick(['I', 'II', 'IV', 'IX']);
  const part = random.pick(['1', '2', '11']);
  const levels = [
    title,
    levelOf('chapter', chapter, random.pick(['Of  Nests', 'OF NESTS']), own(`/stA/ch${chapter}`)),
    levelOf('part', `${part}${chapter}`, null, own(`/p${part}${chapter}`)),
    levelOf('subject-group', null, random.pick(['Nests § 1', 'Eggs']), own(`/stA/ch${chapter}/g${part}`)),
  ];
  return levels.slice(0, 1 + random.below(levels.length));
}

/** Gives documents levels without contradictions. */
export function withLevels(source: Source, documents: readonly Metadata[], seed: number): Metadata[] {
  const random = new Random(seed);
  return documents.map(document => ({ ...document, hierarchy: randomChain(source, random) }));
}

/** The identifiers of all levels above a document of {@link withLevels}. */
export function identifiersAbove(source: Source, { hierarchy }: Metadata): string[] {
  const identifiers: string[] = [];
  for (const level of hierarchy as HierarchyLevel[])
    identifiers.push(level.identifier ?? derivedIdentifier(source, level, identifiers.at(-1) ?? null));
  return identifiers;
}
