import type { Slice } from '../../../contract/query.ts';
import { isMissingLast, type SearchSort } from '../../../contract/search.ts';
import type { Columns } from './columns.ts';
import { type Findings, UNIT } from './find-documents.ts';

/** A found document with the values that are known before ranking. */
export interface Found {
  id: number;
  worth: number;
  isNamed: boolean;
  isCited: boolean;
}

/** Sets up to this size are sorted; the first of larger ones are read from the order of all documents. */
const SORTED = 5000;
const NAMED = 2 ** 30;

/** Returns a slice of the documents: cited ones first, then by matched weight. */
export function bestOf(columns: Columns, findings: Findings, { offset, limit }: Slice): Found[] {
  const { cited, named, worth } = findings;
  const inFront = [...cited].sort(([a, x], [b, y]) => x - y || placeBefore(columns, a, b));
  const first = inFront.slice(offset, offset + limit).map(([row]) => row);
  const others = { offset: Math.max(0, offset - inFront.length), limit: limit - first.length };
  return [...first, ...othersOf(columns, findings, others)].map(id => ({
    id,
    worth: worth[id]! * UNIT,
    isNamed: named.has(id),
    isCited: cited.has(id),
  }));
}

function placeBefore(columns: Columns, a: number, b: number): number {
  const [citedBy, ordinals] = [columns.numbers('cited_by'), columns.numbers('identifier')];
  return citedBy[b]! - citedBy[a]! || ordinals[a]! - ordinals[b]!;
}

/** Walks the documents by score: there are few distinct scores with many documents each. */
function othersOf(
  columns: Columns,
  { rows, cited, ...findings }: Findings,
  { offset, limit }: Slice,
): number[] {
  if (limit <= 0) return [];
  const scoreOf = scoring(findings);
  const others = cited.size > 0 ? rows.filter(row => !cited.has(row)) : rows;
  const levels = countsOf(others, scoreOf);
  const found: number[] = [];
  let before = 0;
  for (const [score, count] of [...levels].sort(([a], [b]) => b - a)) {
    const from = Math.max(0, offset - before);
    if (from < count && found.length < limit) {
      const here = count === others.length ? others : rowsAt(others, score, count, scoreOf);
      found.push(...firstOf(columns, here, { offset: from, limit: limit - found.length }));
    }
    before += count;
  }
  return found;
}

function rowsAt(
  rows: Uint32Array,
  score: number,
  count: number,
  scoreOf: (row: number) => number,
): Uint32Array {
  const here = new Uint32Array(count);
  let at = 0;
  for (const row of rows) if (scoreOf(row) === score) here[at++] = row;
  return here;
}

/** Adjacent rows often have the same score. */
function countsOf(rows: Uint32Array, scoreOf: (row: number) => number): Map<number, number> {
  const counts = new Map<number, number>();
  let [score, run] = [-1, 0];
  for (const row of rows) {
    const next = scoreOf(row);
    if (next !== score) {
      if (run > 0) counts.set(score, (counts.get(score) ?? 0) + run);
      score = next;
      run = 0;
    }
    run++;
  }
  return run > 0 ? counts.set(score, (counts.get(score) ?? 0) + run) : counts;
}

/** A document whose whole name is the query precedes all others. */
const scoring =
  ({ worth, labels, named }: Pick<Findings, 'worth' | 'labels' | 'named'>) =>
  (row: number): number =>
    named.size > 0 && named.has(row) ? NAMED : worth[row]! + labels[row]!;

function firstOf(columns: Columns, rows: Uint32Array, { offset, limit }: Slice): number[] {
  if (rows.length <= SORTED)
    return Array.from(rows)
      .sort((a, b) => placeBefore(columns, a, b))
      .slice(offset, offset + limit);
  const wanted = new Uint8Array(columns.rows);
  for (const row of rows) wanted[row] = 1;
  const first: number[] = [];
  for (const row of columns.precedence) {
    if (first.length >= offset + limit) break;
    if (wanted[row] === 1) first.push(row);
  }
  return first.slice(offset);
}

/** Returns a slice in the order of a field, equals by identifier; descending reverses the whole order. */
export function sortedOf(
  columns: Columns,
  { rows }: Findings,
  sort: SearchSort,
  { offset, limit }: Slice,
): number[] {
  const keyOf = keysOf(columns, sort);
  const counts = new Uint32Array(keyOf.most + 1);
  for (const row of rows) counts[keyOf.key(row)]!++;
  // The keys that bound the slice, and the offset of the first one's rows.
  let [first, before] = [0, 0];
  while (first < counts.length && before + counts[first]! <= offset) before += counts[first++]!;
  let [last, behind] = [first, before];
  while (last < counts.length && behind < offset + limit) behind += counts[last++]!;
  const here: number[] = [];
  for (const row of rows) {
    const key = keyOf.key(row);
    if (key >= first && key < last) here.push(row);
  }
  const ordinals = columns.numbers('identifier');
  const direction = sort.descending ? -1 : 1;
  here.sort((a, b) => keyOf.key(a) - keyOf.key(b) || direction * (ordinals[a]! - ordinals[b]!));
  return here.slice(offset - before, offset - before + limit);
}

function keysOf(columns: Columns, sort: SearchSort): { key: (row: number) => number; most: number } {
  const { field, descending } = sort;
  const numbers = columns.numbers(field);
  if (field === 'cited_by_count') {
    let most = 0;
    for (const number of numbers) most = Math.max(most, number);
    return { most, key: row => (descending ? most - numbers[row]! : numbers[row]!) };
  }
  const isValue = field === 'publication_date' || field === 'title_number';
  const rankOfCode = isValue ? ranks(columns.values(field)) : null;
  const count = rankOfCode ? rankOfCode.length - 1 : columns.documents;
  const most = count + 1;
  const missing = isMissingLast(sort) ? most : 0;
  return {
    most,
    key(row) {
      const number = numbers[row]!;
      if (number === 0) return missing;
      const rank = rankOfCode ? rankOfCode[number]! : number;
      return descending ? most - rank : rank;
    },
  };
}

/** By code, from 1; the code 0 is no value. */
function ranks(values: readonly (string | number | null)[]): number[] {
  const order = values.map((_, code) => code).slice(1);
  order.sort((a, b) => (values[a]! < values[b]! ? -1 : 1));
  const byCode = new Array<number>(values.length).fill(0);
  for (const [i, code] of order.entries()) byCode[code] = i + 1;
  return byCode;
}
