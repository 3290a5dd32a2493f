import type { Slice } from '../../../build/contract/query.ts';
import type { SearchSort } from '../../../build/contract/search.ts';
import { each, has } from './bits.ts';
import type { Columns } from './columns.ts';
import { type Findings, UNIT } from './find.ts';

/** A document that a query finds, and what is known of it before it is ranked. */
export interface Found {
  id: number;
  /** What of the query stands in it: the sum of its terms' weights. */
  worth: number;
  /** The query is its whole name. */
  isNamed: boolean;
  isCited: boolean;
}

/** So many documents are sorted; of more, those that come first are sought in the order of all. */
const SORTED = 5000;
/** More than any sum of weights. */
const NAMED = 2 ** 30;

/** The documents from one place on: cited ones first, then those with the most of what is asked for. */
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

/** Those that others cite more come first, then the natural order. */
function placeBefore(columns: Columns, a: number, b: number): number {
  const [citedBy, places] = [columns.numbers('cited_by'), columns.numbers('identifier')];
  return citedBy[b]! - citedBy[a]! || places[a]! - places[b]!;
}

/** Level by level of equal ones: there are few levels, and many documents on each. */
function othersOf(columns: Columns, findings: Findings, { offset, limit }: Slice): number[] {
  if (limit <= 0) return [];
  const { rows, cited } = findings;
  const scoreOf = scoring(findings);
  const levels = new Map<number, number>();
  let level = -1;
  let run = 0;
  each(rows, row => {
    if (cited.size > 0 && cited.has(row)) return;
    const score = scoreOf(row);
    if (score === level) {
      run++;
      return;
    }
    if (run > 0) levels.set(level, (levels.get(level) ?? 0) + run);
    [level, run] = [score, 1];
  });
  if (run > 0) levels.set(level, (levels.get(level) ?? 0) + run);
  const found: number[] = [];
  let before = 0;
  for (const [score, count] of [...levels].sort(([a], [b]) => b - a)) {
    const from = Math.max(0, offset - before);
    if (from < count && found.length < limit) {
      const isHere = (row: number) => scoreOf(row) === score && !(cited.size > 0 && cited.has(row));
      found.push(...firstOf(columns, findings, isHere, count, { offset: from, limit: limit - found.length }));
    }
    before += count;
  }
  return found;
}

/** Whoever is asked for by name is among the first. */
const scoring =
  ({ worth, labels, named }: Findings) =>
  (row: number): number =>
    named.size > 0 && named.has(row) ? NAMED : worth[row]! + labels[row]!;

function firstOf(
  columns: Columns,
  { rows }: Findings,
  isHere: (row: number) => boolean,
  count: number,
  { offset, limit }: Slice,
): number[] {
  const here: number[] = [];
  if (count <= SORTED) {
    each(rows, row => {
      if (isHere(row)) here.push(row);
    });
    return here.sort((a, b) => placeBefore(columns, a, b)).slice(offset, offset + limit);
  }
  for (const row of columns.precedence) {
    if (here.length >= offset + limit) break;
    if (has(rows, row) && isHere(row)) here.push(row);
  }
  return here.slice(offset);
}

/** The documents from one place on in the order of a field; those without a value come last, equals in the natural order. */
export function sortedOf(
  columns: Columns,
  { rows }: Findings,
  sort: SearchSort,
  { offset, limit }: Slice,
): number[] {
  const keyOf = keysOf(columns, sort);
  const counts = new Uint32Array(keyOf.most + 1);
  each(rows, row => {
    counts[keyOf.key(row)]!++;
  });
  // The keys among which the slice stands, and where it begins among their rows.
  let [first, before] = [0, 0];
  while (first < counts.length && before + counts[first]! <= offset) before += counts[first++]!;
  let [last, behind] = [first, before];
  while (last < counts.length && behind < offset + limit) behind += counts[last++]!;
  const here: number[] = [];
  each(rows, row => {
    const key = keyOf.key(row);
    if (key >= first && key < last) here.push(row);
  });
  const places = columns.numbers('identifier');
  here.sort((a, b) => keyOf.key(a) - keyOf.key(b) || places[a]! - places[b]!);
  return here.slice(offset - before, offset - before + limit);
}

/** Numbers that stand in the order of the field. */
function keysOf(
  columns: Columns,
  { field, descending }: SearchSort,
): { key: (row: number) => number; most: number } {
  const numbers = columns.numbers(field);
  const isValue = field === 'publication_date' || field === 'title_number';
  const rankOfCode = isValue ? ranks(columns.values(field)) : null;
  const count = rankOfCode ? rankOfCode.length - 1 : columns.documents;
  const most = count + 1;
  return {
    most,
    key(row) {
      const number = numbers[row]!;
      if (number === 0) return most;
      const rank = rankOfCode ? rankOfCode[number]! : number;
      return descending ? most - rank : rank;
    },
  };
}

/** By code, from 1 on; the code 0 is no value. */
function ranks(values: readonly (string | number | null)[]): number[] {
  const order = values.map((_, code) => code).slice(1);
  order.sort((a, b) => (values[a]! < values[b]! ? -1 : 1));
  const byCode = new Array<number>(values.length).fill(0);
  for (const [i, code] of order.entries()) byCode[code] = i + 1;
  return byCode;
}
