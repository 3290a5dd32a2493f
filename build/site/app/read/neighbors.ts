import { isOuterFilter } from '../../../contract/levels.ts';
import { compareNatural } from '../../../contract/natural-order.ts';
import { documentsUrl } from '../../../contract/paths.ts';
import { type Filter, type Source, sourceOf } from '../../../contract/sources.ts';
import { fieldOf, type ReadDocument } from './document.ts';

/** The documents before and after a document, in natural order. Sources with numbered levels stay within the title. */

/** An item of a list. */
export type Item = Omit<ReadDocument, 'body'>;

export interface Found {
  previous: Item | null;
  next: Item | null;
}

export interface ItemPage {
  data: readonly Item[];
  pagination?: { total: number | null } | undefined;
}

/** @returns null where there is no answer */
export type AskPage = (target: string) => Promise<ItemPage | null>;

const LIMIT = 20;

/** Finds both by cursors. */
export async function neighborsByCursor(document: ReadDocument, ask: AskPage): Promise<Found> {
  const one = async (sort: string): Promise<Item | null> => {
    const page = await ask(target(document, { sort, limit: '1', cursor: document.identifier }));
    return page?.data[0] ?? null;
  };
  const [previous, next] = await Promise.all([one('-identifier'), one('identifier')]);
  return { previous, next };
}

/** Finds both by binary search in the pages of the title's list, which are files. Sources with dates have no such list. */
export async function neighborsInPages(document: ReadDocument, ask: AskPage): Promise<Found> {
  const none = { previous: null, next: null };
  if (outerFilter(sourceOf(document.source)) === undefined) return none;
  const page = (number: number): Promise<ItemPage | null> =>
    ask(target(document, { sort: 'identifier', limit: String(LIMIT), offset: String(number * LIMIT) }));
  const first = await page(0);
  const pages = Math.ceil((first?.pagination?.total ?? 0) / LIMIT);
  let low = 0;
  let high = pages - 1;
  for (let number = 0; low <= high; number = (low + high) >> 1) {
    const items = (number === 0 ? first : await page(number))?.data ?? [];
    if (items.length === 0) return none;
    const at = items.findIndex(({ identifier }) => identifier === document.identifier);
    if (at >= 0) {
      const before = at > 0 ? items[at - 1] : number > 0 ? (await page(number - 1))?.data.at(-1) : null;
      const after =
        at < items.length - 1 ? items[at + 1] : number < pages - 1 ? (await page(number + 1))?.data[0] : null;
      return { previous: before ?? null, next: after ?? null };
    }
    if (compareNatural(document.identifier, items[0]!.identifier) < 0) high = number - 1;
    else low = number + 1;
  }
  return none;
}

const outerFilter = (source: Source): Filter | undefined =>
  source.filters.find(filter => isOuterFilter(source, filter));

function target(document: ReadDocument, paging: Readonly<Record<string, string>>): string {
  const source = sourceOf(document.source);
  const filter = outerFilter(source);
  const number = filter ? fieldOf(document, filter.field) : null;
  const query = new URLSearchParams({
    ...(filter && number !== null && { [filter.param]: number }),
    ...paging,
  });
  return `${documentsUrl(source)}?${query}`;
}
