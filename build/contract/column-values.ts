import type { ColumnValue } from './column.ts';
import type { Pieces } from './pieces.ts';

/** Whether a section is the values of a column, of `catalog-file.ts`, which {@link columnValues} reads. */
export const holdsValues = (name: string): boolean => name.endsWith('/values');

const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** So many bytes of values are a piece. */
const VALUE_BYTES = 64 * 1024;

/** The values of a column from its section. There may be as many as documents, so that they are not parsed in one go. */
export function* columnValues(bytes: Buffer): Pieces<ColumnValue[]> {
  const values: ColumnValue[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = endOfValues(bytes, from + VALUE_BYTES);
    // The brackets stand around the whole.
    const inner = bytes.toString('utf8', from === 0 ? 1 : from, end === bytes.length ? end - 1 : end);
    values.push(...(JSON.parse(`[${inner}]`) as ColumnValue[]));
    yield;
    from = end + 1;
  }
  return values;
}

/**
 * Where a comma between two texts stands, from a place on; numbers are never so many that it would matter. Quotation marks
 * of a text have a backslash before them; behind a comma, a mark may be the first of the text `","`.
 */
function endOfValues(bytes: Buffer, from: number): number {
  for (let end = bytes.indexOf('","', from); end !== -1; end = bytes.indexOf('","', end + 1)) {
    const before = bytes[end - 1];
    if (before !== BACKSLASH && before !== COMMA) return end + 1;
  }
  return bytes.length;
}
