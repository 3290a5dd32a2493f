import * as assert from 'uvu/assert';
import type { Json, Shim } from '../helpers/shim.ts';

/** Where a walk begins: the first page of a list, in one of the two modes. */
export interface Start {
  url: string;
  mode: 'offset' | 'cursor';
}

/** Follows `next` from page to page over HTTP. @returns the identifiers, in the order of the walk */
export async function walk(shim: Shim, { url, mode }: Start): Promise<string[]> {
  const seen: string[] = [];
  const separator = url.includes('?') ? '&' : '?';
  let next: string | null = mode === 'cursor' ? `${url}${separator}cursor=` : url;
  while (next) {
    const { status, json }: { status: number; json: Json } = await shim.get(next);
    assert.is(status, 200, next);
    assert.equal(json.pagination.has_more, json.pagination.next !== null, next);
    if (mode === 'cursor') assert.equal([json.pagination.total, json.pagination.offset], [null, 0], next);
    seen.push(...json.data.map((item: Json) => item.identifier));
    next = json.pagination.next;
  }
  return seen;
}

/** Both modes visit the same documents in the same order, each once. @returns them */
export async function walkBothWays(shim: Shim, url: string): Promise<string[]> {
  const byOffset = await walk(shim, { url, mode: 'offset' });
  const byCursor = await walk(shim, { url, mode: 'cursor' });
  assert.equal(byCursor, byOffset, url);
  assert.is(new Set(byOffset).size, byOffset.length, `${url}: a document comes twice`);
  return byOffset;
}

/** What the lists of each source can be sorted by, and some filters (build/contract/README.md, Lists). */
export const SORTS: Readonly<Record<string, readonly string[]>> = {
  usc: ['identifier', 'title_number', 'section_number', 'last_updated'],
  ecfr: ['identifier', 'title_number', 'section_number', 'last_updated'],
  fr: ['publication_date', 'document_number', 'identifier'],
};

export const FILTERS: Readonly<Record<string, readonly string[]>> = {
  usc: ['title_number=17', 'positive_law=false', 'status=in_force&chapter_number=1', 'title_number=53'],
  ecfr: ['title_number=2', 'chapter_number=I', 'title_number=13&part_number=120', 'status=repealed'],
  fr: [
    'document_type=notice',
    'date_from=2018-05-10&date_to=2018-05-10',
    'agency=Coastal%20Works%20Department',
    'agency=BUREAU+OF+LIGHT+STATIONS&cfr_title=33',
    'cfr_part=62',
    'effective_date_from=2018-01-01&document_type=rule',
  ],
};

export const bothDirections = (sorts: readonly string[]): string[] =>
  sorts.flatMap(sort => [sort, `-${sort}`]);
