import { shareOfFound } from '../../ranking/limits.ts';
import type { CollectionQuery } from './collection-query.ts';
import { and, atLeast, both, type Condition, condition, either, type Formula, type Item } from './formula.ts';

interface Plan {
  found: Condition;
  /** Nested subsets of the found documents, the smallest, with the highest weight, first. */
  levels: readonly Formula[];
}

/** Share of the text's weight plus that of the labels', at most 2. */
const LEVELS = [1.75, 1.5, 1.25, 1, 0.75];
const ONE_LEVEL = [1.5];
/** Shares in labels or else in the text, if a query has too many words to require both at once. */
const LONG_LEVELS: readonly [labels: number, text: number][] = [
  [0.8, 2],
  [0.5, 1],
  [0.5, 0.8],
  [0.5, 0.65],
];

export const worthOf = (items: readonly Item[]): number => items.reduce((sum, { weight }) => sum + weight, 0);

/** What orders documents: a field, citations (found apart, and they matter more), or matched weight. */
type Order = 'field' | 'cited' | 'worth';

/** @param best matched weight of the best document */
export function planOf({ items, inOrder, name }: CollectionQuery, best: number, order: Order): Plan {
  const isSorted = order === 'field';
  const found = ofAsMany(items, some => atLeast(some, best * shareOfFound(isSorted)));
  if (isSorted) return { found, levels: [] };
  // A single word has only one level: where it occurs.
  const shares = order === 'worth' && items.length > 1 ? LEVELS : ONE_LEVEL;
  const written = shares.map(share => levelOf(inOrder, best, share));
  const levels = written.includes(null)
    ? LONG_LEVELS.map(([labels, text]) =>
        ofAsMany(inOrder, some => either(inLabels(some, best * labels), anywhere(some, best * text))),
      )
    : written;
  // A document of the query's name is among the first.
  const named =
    shares === LEVELS
      ? [both(condition(`name:=${name}`), anywhere(inOrder, best * shareOfFound(false)))]
      : [];
  const byText = [...named, ...levels].flatMap((level): [string, Formula][] =>
    level === null || typeof level === 'boolean' ? [] : [[level.text, level]],
  );
  return { found, levels: [...new Map(byText).values()] };
}

/** From a share of 1 on, every match has enough weight in its text. */
function levelOf(items: readonly Item[], best: number, share: number): Condition | null {
  const level = atLeast(items, best * share);
  return share >= 1 ? level : both(level, anywhere(items, best * shareOfFound(false)));
}

const anywhere = (items: readonly Item[], least: number): Condition | null =>
  atLeast(
    items.map(item => ({ ...item, label: null })),
    least,
  );

const inLabels = (items: readonly Item[], least: number): Condition | null =>
  atLeast(
    items.flatMap(({ weight, label }) => (label ? [{ weight, text: label, label: null }] : [])),
    least,
  );

/** Returns a condition on as many items as fit, without the least weighty ones if needed. */
function ofAsMany(items: readonly Item[], write: (items: readonly Item[]) => Condition | null): Condition {
  const sorted = items.toSorted((a, b) => b.weight - a.weight);
  for (let most = sorted.length; most > 0; most--) {
    const written = write(sorted.slice(0, most));
    if (written !== null) return written;
  }
  return false;
}

export const allOf = (items: readonly Item[]): Condition =>
  items.reduce<Condition>((all, { text }) => and(all, text ?? true), true);

/** Sets of items that are tried if no document holds all. */
const MOST_TRIED = 30;
/** Items that a set may lack, unless it is a single item. */
const MOST_DROPPED = 3;

/** Returns subsets of the items, the weightiest first, without the whole set; single items come last. */
export function partsOf(items: readonly Item[]): Item[][] {
  const droppable = items.filter(({ text }): boolean => text !== null);
  const dropped = droppable.flatMap((item, i): Item[][] => [
    [item],
    ...droppable
      .slice(0, i)
      .flatMap((second, j) => [[item, second], ...droppable.slice(0, j).map(third => [item, second, third])]),
  ]);
  const kept = dropped
    .filter(({ length }) => length < droppable.length)
    .sort((a, b) => worthOf(a) - worthOf(b))
    .slice(0, MOST_TRIED)
    .map(gone => items.filter(item => !gone.includes(item)));
  const alone = droppable
    .toSorted((a, b) => b.weight - a.weight)
    .map(item => items.filter(other => other === item || other.text === null));
  return droppable.length > MOST_DROPPED + 1 ? [...kept, ...alone] : kept;
}
