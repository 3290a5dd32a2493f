import { isMissingLast, type SearchHit, type SearchSort } from '../../../contract/search.ts';
import type { RecordHit } from './result.ts';

/** Merges two sorted lists. @param cited the whole list @param others in the same order */
export function merge(
  cited: readonly RecordHit[],
  others: readonly RecordHit[],
  sort: SearchSort,
): RecordHit[] {
  const compare = comparator(sort);
  const merged: RecordHit[] = [];
  let next = 0;
  for (const hit of cited) {
    for (let other = others[next]; other && compare(other, hit) < 0; other = others[++next])
      merged.push(other);
    merged.push(hit);
  }
  return [...merged, ...others.slice(next)];
}

function comparator(sort: SearchSort): (a: RecordHit, b: RecordHit) => number {
  const { field, descending } = sort;
  const [missing, direction] = [isMissingLast(sort) ? 1 : -1, descending ? -1 : 1];
  const sortValue = ({ document }: RecordHit): string | number | null => {
    if (field === 'identifier') return document.identifier_order;
    if (field === 'document_number') return document.document_number_order ?? null;
    return (JSON.parse(document.hit) as SearchHit)[field];
  };
  return (a, b) => {
    const [x, y] = [sortValue(a), sortValue(b)];
    if (x === y) return direction * compareValues(a.document.identifier_order, b.document.identifier_order);
    if (x === null) return missing;
    if (y === null) return -missing;
    return direction * compareValues(x, y);
  };
}

const compareValues = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
