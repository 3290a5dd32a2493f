import type { EditionKey } from '../contract/version.ts';
import { compareEditions } from './edition-order.ts';
import type { StoredEdition } from './part-file.ts';

export const editionKey = ({ day, edition }: EditionKey): EditionKey => ({ day, edition });

export const newestOf = (editions: readonly EditionKey[]): EditionKey | null =>
  inOrder(editions.map(editionKey)).at(-1) ?? null;

/** Of an edition that has a whole title. */
export const WHOLE = { whole: true } as const;

/** Each edition once. It is whole if it was whole once. */
export function inOrder(editions: readonly StoredEdition[]): StoredEdition[] {
  const unique = new Map<string, StoredEdition>();
  for (const { day, edition, whole } of editions) {
    const name = `${day} ${edition}`;
    unique.set(name, { day, edition, ...((whole || unique.get(name)?.whole) && WHOLE) });
  }
  return [...unique.values()].sort(compareEditions);
}
