import { naturalOrderTo, sortNatural } from '../contract/natural-order.ts';
import { type Pieces, piecesOf } from '../contract/pieces.ts';
import type { Filter } from '../contract/sources.ts';

/**
 * A dictionary-encoded field of a catalog. Documents are grouped by value, values ascending, ordinals ascending within a value.
 * One array is both the order of a sort (ties broken by identifier, since ordinals follow identifiers) and, cut at `starts`,
 * the postings of every filter value.
 */
export interface Column extends Groups {
  /** Distinct values, ascending. Documents without a value are in no group, all others in one. */
  readonly values: readonly ColumnValue[];
  /** Returns one value, where that is cheaper than all. */
  valueAt?(code: number): ColumnValue;
}

/** The value of a group; `starts` tells their number. */
export const groupValue = (column: Column, code: number): ColumnValue =>
  column.valueAt ? column.valueAt(code) : at(column.values, code);

export const groupsOf = ({ starts }: Groups): number => starts.length - 1;

/** Documents in consecutive groups. */
export interface Groups {
  /** Ordinals, ascending within a group. */
  order: Uint32Array;
  /** The start of each group in `order`, and the end. */
  starts: Uint32Array;
}

export type ColumnValue = string | number;

export function orderTo(bound: ColumnValue): (value: ColumnValue) => number {
  if (typeof bound === 'number') return value => Number(value) - bound;
  const order = naturalOrderTo(bound);
  return value => order(String(value));
}

const isNumbers = (values: readonly ColumnValue[]): values is number[] => typeof values[0] === 'number';

export const sortValues = (values: ColumnValue[]): ColumnValue[] =>
  isNumbers(values) ? values.sort((a, b) => a - b) : sortNatural(values, String);

/** Returns the number of groups before `value`, which is the code of an existing `value`. */
function lowerBound(column: Column, value: ColumnValue): number {
  const order = orderTo(value);
  return partitionPoint(groupsOf(column), code => order(groupValue(column, code)) < 0);
}

/** Returns the number of groups before or equal to `value`. */
function upperBound(column: Column, value: ColumnValue): number {
  const order = orderTo(value);
  return partitionPoint(groupsOf(column), code => order(groupValue(column, code)) <= 0);
}

/** A run of a column's order, from `from` up to but excluding `to`. */
export type Span = readonly [from: number, to: number];

/** Returns the run of documents with this value, from it on, or up to it. */
export function spanOf(column: Column, match: Filter['match'], value: ColumnValue): Span {
  const from = match === 'to' ? 0 : lowerBound(column, value);
  const to = match === 'from' ? groupsOf(column) : upperBound(column, value);
  return [at(column.starts, from), at(column.starts, to)];
}

/** Returns the first index below `length` that fails `isBefore`, for a predicate that is true up to some index. */
export function partitionPoint(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function at<T>(array: ArrayLike<T>, index: number): T {
  return array[index] as T;
}

/** Returns each ordinal's value code: the inverse of the grouping. */
export function* codesOf({ order, starts }: Groups, count: number): Pieces<Uint32Array> {
  const codes = new Uint32Array(count);
  let code = 0;
  // Engines optimize loops of plain functions better than those of generators.
  const fill = (from: number, to: number): void => {
    for (let rank = from; rank < to; rank++) {
      while ((starts[code + 1] as number) <= rank) code++;
      codes[order[rank] as number] = code;
    }
  };
  for (const [from, to] of piecesOf(order.length)) yield fill(from, to);
  return codes;
}

/** Returns the ordinals in no group, ascending: the documents without a value. */
export function ungrouped({ order }: Groups, count: number): Uint32Array {
  const outside = new Uint32Array(count - order.length);
  if (outside.length === 0) return outside;
  const isGrouped = new Uint8Array(count);
  for (let i = 0; i < order.length; i++) isGrouped[order[i] as number] = 1;
  let length = 0;
  for (let ordinal = 0; ordinal < count; ordinal++) if (isGrouped[ordinal] === 0) outside[length++] = ordinal;
  return outside;
}

/** The rank of each ordinal. Documents without a value are first. @param outside those, see {@link ungrouped} */
export function* ranksOf({ order }: Groups, outside: Uint32Array): Pieces<Uint32Array> {
  const ranks = new Uint32Array(outside.length + order.length);
  const fill = (ordinals: Uint32Array, first: number, from: number, to: number): void => {
    for (let i = from; i < to; i++) ranks[ordinals[i] as number] = first + i;
  };
  for (const [from, to] of piecesOf(outside.length)) yield fill(outside, 0, from, to);
  for (const [from, to] of piecesOf(order.length)) yield fill(order, outside.length, from, to);
  return ranks;
}
