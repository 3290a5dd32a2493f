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
  /** Conditions, operators and parentheses in it. */
  size: number;
  /** What its parts are joined by; null of a single condition. */
  operator: '&&' | '||' | null;
}

/** `true` for what all documents meet, `false` for what none does. */
export type Condition = Formula | boolean;

/**
 * Typesense 0.24 refuses filters of more than 90, newer versions those of more than 100 operations. The filters of a query
 * take some of them.
 */
const MOST_SIZE = 64;
/** Sums of the same weights in another order differ in their last digits. */
const ROUNDING = 1e-9;

/** Documents whose items are worth so much together. @returns null where that is too much to write */
export const atLeast = (items: readonly Item[], least: number): Condition | null =>
  bounded(
    written(
      items.toSorted((a, b) => b.weight - a.weight),
      least,
    ),
  );

const bounded = (condition: Condition): Condition | null =>
  typeof condition === 'boolean' || condition.size <= MOST_SIZE ? condition : null;

function written(items: readonly Item[], least: number): Condition {
  const rest = items.map((_, i) =>
    items.slice(i).reduce((sum, { weight, label }) => sum + weight * (label ? 2 : 1), 0),
  );
  const known = new Map<string, Condition>();
  const from = (i: number, missing: number): Condition => {
    const key = `${i} ${missing.toFixed(6)}`;
    const result = known.get(key) ?? made(i, missing);
    known.set(key, result);
    return result;
  };
  const made = (i: number, missing: number): Condition => {
    if (missing <= ROUNDING) return true;
    const item = items[i];
    if (!item || (rest[i] ?? 0) < missing - ROUNDING) return false;
    if (known.size > MOST_MADE) return TOO_LONG;
    const { weight, text, label } = item;
    const afterText = from(i + 1, missing - weight);
    const afterLabel = label ? from(i + 1, missing - 2 * weight) : false;
    // What stands in heading or names stands in the text.
    const inLabel = label && !areSame(afterLabel, afterText) ? and(label, afterLabel) : false;
    const without = text ? from(i + 1, missing) : false;
    const inText = areSame(without, afterText) ? false : and(text ?? true, afterText);
    return or(or(inLabel, inText), without);
  };
  return from(0, least);
}

const TOO_LONG: Formula = { text: '', size: Number.POSITIVE_INFINITY, operator: null };
const areSame = (a: Condition, b: Condition): boolean =>
  a === b || (typeof a !== 'boolean' && typeof b !== 'boolean' && a.text === b.text && a.text !== '');

/** Steps after which a formula is too long in any case, so that no query takes long. */
const MOST_MADE = 1000;

/** Of what is too much to write comes nothing else: null. */
export function both(a: Condition | null, b: Condition | null): Condition | null {
  return a === null || b === null ? null : bounded(and(a, b));
}

export function either(a: Condition | null, b: Condition | null): Condition | null {
  return a === null || b === null ? null : bounded(or(a, b));
}

export function and(a: Condition, b: Condition): Condition {
  if (a === false || b === false) return false;
  if (a === true) return b;
  return b === true ? a : joined(a, '&&', b);
}

export function or(a: Condition, b: Condition): Condition {
  if (a === true || b === true) return true;
  if (a === false) return b;
  return b === false || a.text === b.text ? a : joined(a, '||', b);
}

function joined(a: Formula, operator: '&&' | '||', b: Formula): Formula {
  const [left, right] = [a, b].map(part =>
    part.operator === null || part.operator === operator
      ? part
      : { ...part, text: `(${part.text})`, size: part.size + 2 },
  ) as [Formula, Formula];
  const size = left.size + 1 + right.size;
  return size > MOST_SIZE ? TOO_LONG : { text: `${left.text} ${operator} ${right.text}`, size, operator };
}

/** A condition on its own. */
export const condition = (text: string): Formula => ({ text, size: 1, operator: null });
