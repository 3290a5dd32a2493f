import type { Root } from '../files/manifest/root.ts';
import { SourceError } from './errors.ts';
import type { History } from './history.ts';

export interface Dated {
  root: Pick<Root, 'newest'>;
  history: Pick<History, 'number'>;
}

/** Compares numbers of the newest changes; without a history, days of the newest content. */
export function isOlder(a: Dated, b: Dated): boolean {
  if (a.history.number !== null && b.history.number !== null) return a.history.number < b.history.number;
  return a.root.newest < b.root.newest;
}

/** Refuses a tree that is older than the target's, or whose age is unknown. @throws SourceError */
export function checkAge(name: string, offered: Dated, published: Dated): void {
  const { number } = published.history;
  if (number !== null && offered.history.number === null)
    throw new SourceError(
      `${name} has a history, up to number ${number}, and the source gives out none: so nobody can tell which is older. Nothing was published; --allow-rollback takes the source's tree all the same, and drops the history.`,
    );
  if (isOlder(offered, published))
    throw new SourceError(
      `The source is older than what ${name} has (${ageOf(offered)}, not ${ageOf(published)}). Nothing was published; --allow-rollback takes it all the same.`,
    );
}

const ageOf = ({ root, history: { number } }: Dated): string =>
  `${number === null ? 'no number' : `number ${number}`} of ${root.newest}`;
