import { compareNatural } from '../contract/natural-order.ts';
import { romanValue } from '../contract/roman.ts';

interface Placed {
  identifier: string;
  level: string;
  number: string | null;
  /** Among all of them; null where nothing tells it. */
  position: number | null;
  /** The ordinal of the first document; infinite without documents. */
  first: number;
}

/**
 * Orders levels as the law has them: by their first documents. A level without documents, such as a reserved part, comes behind the last
 * one of its kind whose number is not above its own. Levels without numbers are in the order of their positions.
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
  return byPosition(placed);
}

/** Exchanges the places of levels that have positions and no numbers. */
function byPosition<Level extends Placed>(levels: readonly Level[]): Level[] {
  const isPositioned = ({ number, position }: Level): boolean => number === null && position !== null;
  const positioned = levels.filter(isPositioned).sort((a, b) => Number(a.position) - Number(b.position));
  return levels.map(level => (isPositioned(level) ? (positioned.shift() as Level) : level));
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
