/** Typesense filters that require a minimum weight of several conditions, written with `&&` and `||`. */

/** A term and the filters for documents that hold it. */
export interface Item {
  weight: number;
  /** Filter for documents that hold it anywhere; null if all do. */
  text: Formula | null;
  /** Filter for documents that also hold it in heading or names, where it counts twice; null if unused. */
  label: Formula | null;
}

export interface Formula {
  text: string;
  /** Conditions, operators and parentheses in it. */
  size: number;
  /** The operator between its parts; null for a single condition. */
  operator: '&&' | '||' | null;
}

/** `true` if all documents meet it, `false` if none does. */
export type Condition = Formula | boolean;

/** Typesense 0.24 refuses filters of more than 90 operations. The query's filters take some. */
const MOST_SIZE = 64;
/** Sums of the same weights in another order differ in their last digits. */
const ROUNDING = 1e-9;

/** Returns a filter for documents of at least this weight. @returns null if it is too long */
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
    // A term in heading or names is in the text too.
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

/** Steps after which a formula is certainly too long, so that no query takes long. */
const MOST_MADE = 1000;

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

export const condition = (text: string): Formula => ({ text, size: 1, operator: null });
