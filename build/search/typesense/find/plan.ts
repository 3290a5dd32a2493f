import { shareOfFound } from '../../ranking/found.ts';
import type { CollectionQuery } from './collection-query.ts';
import { and, atLeast, both, type Condition, condition, either, type Formula, type Item } from './formula.ts';

/** What is found, and what of it stands first. */
interface Plan {
  found: Condition;
  /** Parts of what is found, each a part of the next: those with the most of what is asked for come first. */
  levels: readonly Formula[];
}

/** The same for what stands anywhere and in heading and names together, of at most 2. */
const LEVELS = [1.75, 1.5, 1.25, 1, 0.75];
const ONE_LEVEL = [1.5];
/** The same for what stands in heading and names, or else anywhere, where a query has too many words to say both at once. */
const LONG_LEVELS: readonly [labels: number, text: number][] = [
  [0.8, 2],
  [0.5, 1],
  [0.5, 0.8],
  [0.5, 0.65],
];

export const worthOf = (items: readonly Item[]): number => items.reduce((sum, { weight }) => sum + weight, 0);

/** What comes first: the order of a field; what is cited, which is found apart, and matters more; what holds the most. */
type Order = 'field' | 'cited' | 'worth';

/** @param best what stands in the document that holds the most of what is asked for */
export function planOf({ items, inOrder, name }: CollectionQuery, best: number, order: Order): Plan {
  const isSorted = order === 'field';
  const found = ofAsMany(items, some => atLeast(some, best * shareOfFound(isSorted)));
  if (isSorted) return { found, levels: [] };
  // Of a single word, nothing but where it stands.
  const shares = order === 'worth' && items.length > 1 ? LEVELS : ONE_LEVEL;
  const written = shares.map(share => levelOf(inOrder, best, share));
  const levels = written.includes(null)
    ? LONG_LEVELS.map(([labels, text]) =>
        ofAsMany(inOrder, some => either(inLabels(some, best * labels), anywhere(some, best * text))),
      )
    : written;
  // Whoever is asked for by name is among the first.
  const named =
    shares === LEVELS
      ? [both(condition(`name:=${name}`), anywhere(inOrder, best * shareOfFound(false)))]
      : [];
  const byText = [...named, ...levels].flatMap((level): [string, Formula][] =>
    level === null || typeof level === 'boolean' ? [] : [[level.text, level]],
  );
  return { found, levels: [...new Map(byText).values()] };
}

/** Only of what is found: from a share of 1 on, enough of it stands anywhere in any case. */
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

/**
 * A condition on as many items as can be written. The one that is worth least is left out first: long queries do not find by
 * their last word.
 */
function ofAsMany(items: readonly Item[], write: (items: readonly Item[]) => Condition | null): Condition {
  const sorted = items.toSorted((a, b) => b.weight - a.weight);
  for (let most = sorted.length; most > 0; most--) {
    const written = write(sorted.slice(0, most));
    if (written !== null) return written;
  }
  return false;
}

/** Documents that hold all of these. */
export const allOf = (items: readonly Item[]): Condition =>
  items.reduce<Condition>((all, { text }) => and(all, text ?? true), true);

/** Sets of items that are tried, where no document holds all of them. */
const MOST_TRIED = 30;
/** Items that are left out of such a set, unless a single one is left. */
const MOST_DROPPED = 3;

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
  return droppable.length > MOST_DROPPED + 1 ? [...kept, ...alone] : kept;
}
