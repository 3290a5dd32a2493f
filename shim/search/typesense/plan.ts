import type { Asked } from './asked.ts';
import { atLeast, both, type Condition, type Formula, type Item } from './formula.ts';

/** What is found, and which of it stands first. */
export interface Plan {
  found: Condition;
  /** Those with the most of what is asked for. */
  upper: Condition;
  /** The first of these. */
  top: Condition;
}

/** What has to stand in a document, as a share of what stands in the best one. */
const FOUND_SHARE = 0.5;
/** In the order of a field nobody sees which are the best, so no others are found. */
const SORTED_SHARE = 1;
/** The same shares for what stands anywhere and in heading and names together, of at most 2. */
const UPPER_SHARE = 1.25;
const TOP_SHARE = 1.6;

export const worthOf = (items: readonly Item[]): number => items.reduce((sum, { weight }) => sum + weight, 0);

/** @param best what stands in the document that holds the most of what is asked for */
export function planOf({ items, inOrder }: Asked, best: number, isSorted: boolean): Plan {
  const found = atLeast(items, best * (isSorted ? SORTED_SHARE : FOUND_SHARE));
  if (isSorted) return { found, upper: false, top: false };
  return {
    found,
    upper: atLeast(inOrder, best * UPPER_SHARE),
    top: atLeast(inOrder, best * TOP_SHARE),
  };
}

/** Documents that hold all of these. */
export const allOf = (items: readonly Item[]): Condition =>
  items.reduce<Condition>((all, { text }) => both(all, text ?? true), true);

/** Sets of items that are tried, where no document holds all of them. */
const MOST_TRIED = 30;

/** Parts of what is asked for, those that are worth most first, without the whole; each item alone at last. */
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
  return [...kept, ...alone];
}

export const isFormula = (condition: Condition): condition is Formula => typeof condition !== 'boolean';
