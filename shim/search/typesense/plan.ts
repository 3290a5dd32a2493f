import type { Asked } from './asked.ts';
import { atLeast, both, type Condition, type Formula, type Item } from './formula.ts';

/** What is found, and what of it stands first. */
export interface Plan {
  found: Condition;
  /** Parts of what is found, each a part of the next: those with the most of what is asked for come first. */
  levels: readonly Formula[];
}

/** What has to stand in a document, as a share of what stands in the best one. */
const FOUND_SHARE = 0.5;
/** In the order of a field nobody sees which are the best, so no others are found. */
const SORTED_SHARE = 1;
/** The same for what stands anywhere and in heading and names together, of at most 2. */
const LEVELS = (process.env.LV ?? '1.75 1.5 1.25 1 0.75').split(' ').map(Number);
/** For what stands in heading and names alone, where a query has too many words to say it so. */
const LABEL_LEVELS = (process.env.LLV ?? '0.99 0.8 0.6 0.4 0.2').split(' ').map(Number);

export const worthOf = (items: readonly Item[]): number => items.reduce((sum, { weight }) => sum + weight, 0);

/** @param best what stands in the document that holds the most of what is asked for */
export function planOf({ items, inOrder }: Asked, best: number, isSorted: boolean): Plan {
  const found = enough(items, best * (isSorted ? SORTED_SHARE : FOUND_SHARE));
  if (isSorted) return { found, levels: [] };
  const inLabels = inOrder.flatMap(({ weight, label }) =>
    label ? [{ weight, text: label, label: null }] : [],
  );
  const written = LEVELS.map(share => atLeast(inOrder, best * share));
  const levels = written.some(level => level === null)
    ? LABEL_LEVELS.map(share => enough(inLabels, best * share))
    : written;
  const byText = levels.flatMap((level): [string, Formula][] =>
    level === null || typeof level === 'boolean' ? [] : [[level.text, level]],
  );
  return { found, levels: [...new Map(byText).values()] };
}

/**
 * Documents whose items are worth so much together. Where that is too much to write, the item that is worth least is left
 * out, and so on: long queries do not find by their last word.
 */
function enough(items: readonly Item[], least: number): Condition {
  const sorted = items.toSorted((a, b) => b.weight - a.weight);
  for (let most = sorted.length; most > 0; most--) {
    const formula = atLeast(sorted.slice(0, most), least);
    if (formula !== null) return formula;
  }
  return false;
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
