import { type ChangeObject, diffArrays } from 'diff';

/** What the library does for each comparison in a search for edits takes as long as so many words of a likeness. */
const COMPARISON = 20;

/** Words that a difference may compare, all paragraphs together. */
export const MOST_WORK = 60_000_000;

/**
 * The work that is left for a difference, in comparisons of words. All steps that are not linear in the texts share it. A bound of work,
 * not of time, gives the same answer on every machine.
 */
export class Work {
  #left: number;

  constructor(most = MOST_WORK) {
    this.#left = most;
  }

  get left(): number {
    return this.#left;
  }

  /** @returns whether there is so much left; if not, none of it is taken */
  take(amount: number): boolean {
    if (amount > this.#left) return false;
    this.#left -= amount;
    return true;
  }
}

/**
 * The fewest insertions and deletions that make one list of the other.
 *
 * @param most insertions and deletions
 * @returns null where it would take more of them, or more work than is left: then that is used up
 */
export function fewestEdits(
  old: string[],
  next: string[],
  most: number,
  work: Work,
): ChangeObject<string[]>[] | null {
  const comparator = (a: string, b: string): boolean => {
    if (!work.take(COMPARISON)) throw new UsedUp();
    return a === b;
  };
  try {
    return diffArrays(old, next, { maxEditLength: most, comparator }) ?? null;
  } catch (error) {
    if (error instanceof UsedUp) return null;
    throw error;
  }
}

class UsedUp extends Error {}
