/** Filters of Typesense that ask for enough of several things, written out with `&&` and `||`. */

/** What counts for a document that holds it. */
export interface Item {
  weight: number;
  /** A filter for documents that hold it anywhere; null where all do. */
  text: Formula | null;
  /** For those that hold it in heading or names too, where it counts twice; null where that is not asked. */
  label: Formula | null;
}

export interface Formula {
  text: string;
  /** Conditions in it: each costs the server. */
  conditions: number;
}

/** `true` for what all documents meet, `false` for what none does. */
export type Condition = Formula | boolean;

/** Newer versions of Typesense refuse more than 100 operations in a filter. */
const MOST_CONDITIONS = 40;
/** Sums of the same weights in another order differ in their last digits. */
const ROUNDING = 1e-9;

/**
 * Documents whose items are worth so much together. Where that takes too many conditions, the item that is worth least is
 * left out, and so on: long queries do not find by their last word.
 */
export function atLeast(items: readonly Item[], least: number): Condition {
  const sorted = items.toSorted((a, b) => b.weight - a.weight);
  for (;;) {
    const formula = written(sorted, least);
    if (typeof formula === 'boolean' || formula.conditions <= MOST_CONDITIONS || sorted.length <= 1)
      return formula;
    sorted.pop();
  }
}

function written(items: readonly Item[], least: number): Condition {
  const rest = items.map((_, i) =>
    items.slice(i).reduce((sum, { weight, label }) => sum + weight * (label ? 2 : 1), 0),
  );
  let made = 0;
  const from = (i: number, missing: number): Condition => {
    if (missing <= ROUNDING) return true;
    const item = items[i];
    if (!item || (rest[i] ?? 0) < missing - ROUNDING) return false;
    // Written out it would be too long; the caller sees that and asks for less.
    if (made++ > 10 * MOST_CONDITIONS) return TOO_LONG;
    const { weight, text, label } = item;
    const inText = both(text ?? true, from(i + 1, missing - weight));
    const inLabel = label ? both(label, from(i + 1, missing - 2 * weight)) : false;
    const without = text ? from(i + 1, missing) : false;
    return either(either(inLabel, inText), without);
  };
  return from(0, least);
}

const TOO_LONG: Formula = { text: '', conditions: Number.POSITIVE_INFINITY };

export function both(a: Condition, b: Condition): Condition {
  if (a === false || b === false) return false;
  if (a === true) return b;
  return b === true ? a : joined(a, '&&', b);
}

export function either(a: Condition, b: Condition): Condition {
  if (a === true || b === true) return true;
  if (a === false) return b;
  return b === false || a.text === b.text ? a : joined(a, '||', b);
}

const joined = (a: Formula, operator: string, b: Formula): Formula => ({
  text: `(${a.text} ${operator} ${b.text})`,
  conditions: a.conditions + b.conditions,
});

/** A condition on its own. */
export const condition = (text: string): Formula => ({ text, conditions: 1 });
