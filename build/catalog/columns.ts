import { at, type Column, type ColumnValue, orderTo, partitionPoint, sortValues } from '../formats/column.ts';

/** The code of a document without a value. */
export const NO_CODE = 0xffff_ffff;

/** Values of records, dictionary-encoded in order of first appearance. */
export interface CodedValues {
  /** Per record, the position of its value in `values`, or {@link NO_CODE}. */
  codes: Uint32Array;
  values: readonly ColumnValue[];
}

/**
 * Makes a column from another column and new values.
 * @param base the other column with the number of its documents; null where all are new
 * @param added the new values
 * @param slots the documents in their order: an ordinal of the base, or the base's count plus the position among the added
 */
export function mergeColumn(
  base: { column: Column; count: number } | null,
  added: CodedValues,
  slots: Uint32Array,
): Column {
  const { values, fromBase, fromAdded } = mergeValues(base?.column.values ?? [], added.values);
  const codes = new Uint32Array((base?.count ?? 0) + added.codes.length).fill(NO_CODE);
  if (base) {
    const { order, starts } = base.column;
    for (let code = 0; code < fromBase.length; code++) {
      for (let i = at(starts, code); i < at(starts, code + 1); i++) codes[at(order, i)] = at(fromBase, code);
    }
  }
  const first = base?.count ?? 0;
  for (const [i, code] of added.codes.entries()) if (code !== NO_CODE) codes[first + i] = at(fromAdded, code);
  return groupByCode(values, slots, codes);
}

/**
 * Merges two sets of values into one in ascending order.
 * @param base ascending
 * @returns the position of each value of either set in the result
 */
function mergeValues(base: readonly ColumnValue[], added: readonly ColumnValue[]) {
  const values: ColumnValue[] = [];
  const positions = new Map<ColumnValue, number>();
  const fromBase = new Uint32Array(base.length);
  let next = 0;
  const copyUpTo = (end: number): void => {
    for (; next < end; next++) fromBase[next] = values.push(at(base, next)) - 1;
  };
  // Few values are new, so a binary search finds their positions among thousands.
  for (const value of sortValues([...added])) {
    const order = orderTo(value);
    copyUpTo(next + partitionPoint(base.length - next, i => order(at(base, next + i)) < 0));
    positions.set(value, values.length);
    if (base[next] === value) copyUpTo(next + 1);
    else values.push(value);
  }
  copyUpTo(base.length);
  return { values, fromBase, fromAdded: Uint32Array.from(added, value => positions.get(value) as number) };
}

/** Groups documents by value. Values without documents are left out. @param codes of each slot */
function groupByCode(values: readonly ColumnValue[], slots: Uint32Array, codes: Uint32Array): Column {
  const counts = new Uint32Array(values.length);
  let length = 0;
  for (const slot of slots) {
    const code = at(codes, slot);
    if (code === NO_CODE) continue;
    counts[code] = at(counts, code) + 1;
    length++;
  }
  const used = values.filter((_, code) => at(counts, code) > 0);
  const starts = new Uint32Array(used.length + 1);
  const next = new Uint32Array(values.length);
  let group = 0;
  for (const [code, count] of counts.entries()) {
    if (count === 0) continue;
    next[code] = at(starts, group);
    starts[group + 1] = at(starts, group) + count;
    group++;
  }
  const order = new Uint32Array(length);
  for (let ordinal = 0; ordinal < slots.length; ordinal++) {
    const code = at(codes, at(slots, ordinal));
    if (code === NO_CODE) continue;
    const position = at(next, code);
    order[position] = ordinal;
    next[code] = position + 1;
  }
  return { values: used, order, starts };
}
