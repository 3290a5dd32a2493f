import { isOuterFilter } from '../../../contract/levels.ts';
import { documentsUrl } from '../../../contract/paths.ts';
import { sourceOf } from '../../../contract/sources.ts';
import type { LevelDetail } from '../api-types.ts';
import { fieldOf, type ReadDocument } from './document.ts';

/** The documents before and after a document. Sources with numbered levels stay within the title. */

/** An item of a list. */
export type Item = Omit<ReadDocument, 'body'>;

export interface Found {
  previous: Item | null;
  next: Item | null;
}

/** @returns the data at a target; null where there is no answer */
export type Ask = <T>(target: string) => Promise<T | null>;

/** Which way to look. */
export type Step = 1 | -1;

/** @param level the one that the document stands in directly; null where it is not known */
export type Find = (document: Item, level: LevelDetail | null, step: Step, ask: Ask) => Promise<Item | null>;

/** Finds both. @param find where the level does not tell a neighbor */
export async function neighborsOf(
  document: Item,
  level: LevelDetail | null,
  ask: Ask,
  find: Find,
): Promise<Found> {
  // Documents of the levels below may stand between those of the level.
  const isWhole = level?.children.every(child => child.document_count === 0);
  const one = async (step: Step): Promise<Item | null> => {
    const documents = (isWhole && level?.documents) || [];
    const at = documents.findIndex(({ identifier }) => identifier === document.identifier);
    return (at >= 0 && documents[at + step]) || find(document, level, step, ask);
  };
  const [previous, next] = await Promise.all([one(-1), one(1)]);
  return { previous, next };
}

/** Finds a neighbor in natural order by a cursor. */
export const neighborByCursor: Find = async (document, _level, step, ask) => {
  const source = sourceOf(document.source);
  const filter = source.filters.find(each => isOuterFilter(source, each));
  const number = filter ? fieldOf(document, filter.field) : null;
  const query = new URLSearchParams({
    ...(filter && number !== null && { [filter.param]: number }),
    ...{ sort: step < 0 ? '-identifier' : 'identifier', limit: '1', cursor: document.identifier },
  });
  const page = await ask<Item[]>(`${documentsUrl(source)}?${query}`);
  return page?.[0] ?? null;
};
