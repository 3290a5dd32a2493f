import { compareNatural } from '../contract/natural-order.ts';
import { romanValue } from '../contract/roman.ts';

interface Placed {
  identifier: string;
  level: string;
  number: string | null;
  /** The ordinal of the first document; infinite without documents. */
  first: number;
}

/**
 * Orders levels as the law has them: by their first documents. A level without documents, such as a reserved part, comes behind the last
 * one of its kind whose number is not above its own.
 */
export function sortLevels<Level extends Placed>(levels: readonly Level[]): Level[] {
  const isEmpty = ({ first }: Level): boolean => first === Number.POSITIVE_INFINITY;
  const placed = levels.filter(level => !isEmpty(level)).sort((a, b) => a.first - b.first);
  const compare = comparerOf(levels);
  for (const level of levels.filter(isEmpty).sort(compare)) {
    const before = placed.findLastIndex(other => other.level === level.level && compare(other, level) <= 0);
    const next = placed.findIndex(other => other.level === level.level);
    placed.splice(before >= 0 ? before + 1 : next >= 0 ? next : placed.length, 0, level);
  }
  return placed;
}

/** Compares numbers: Roman where all of a kind are, else letters as A to Z, AA, BB, else by value. */
function comparerOf(levels: readonly Placed[]): (a: Placed, b: Placed) => number {
  const notRoman = new Set(
    levels.filter(({ number }) => number !== null && romanValue(number) === null).map(({ level }) => level),
  );
  const keyOf = ({ level, number, identifier }: Placed): string => {
    if (number === null) return identifier;
    const value = notRoman.has(level) ? null : romanValue(number);
    if (value !== null) return String(value);
    const letters = /^[A-Za-z]+/.exec(number)?.[0] ?? '';
    return letters === '' ? number : `${letters.length} ${number}`;
  };
  return (a, b) => compareNatural(keyOf(a), keyOf(b)) || compareNatural(a.identifier, b.identifier);
}
