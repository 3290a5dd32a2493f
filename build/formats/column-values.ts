import { type Pieces, piecesOf } from '../contract/pieces.ts';
import { at, type ColumnValue } from './column.ts';

/**
 * The values of a column as they stand in a catalog file. There may be as many as documents: a million strings made at
 * once, and each time that another catalog is opened, would stop whoever answers requests for as long as it takes to
 * move them about.
 */
export interface StoredValues {
  /** Made when first asked for, and kept. */
  readonly values: readonly ColumnValue[];
  valueAt(code: number): ColumnValue;
}

/** Up to this size the values are read at once. */
const SMALL_BYTES = 64 * 1024;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether a section of `catalog-file.ts` is the values of a column. */
export const holdsValues = (name: string): boolean => name.endsWith('/values');

/** @param bytes of the section: a JSON array */
export function* storedValues(bytes: Buffer): Pieces<StoredValues> {
  const parse = (): ColumnValue[] => JSON.parse(bytes.toString());
  // Numbers are never many.
  if (bytes.length <= SMALL_BYTES || bytes[1] !== QUOTE) {
    const values = parse();
    return { values, valueAt: code => at(values, code) };
  }
  const starts = yield* startsOf(bytes);
  let values: ColumnValue[] | null = null;
  return {
    get values() {
      values ??= parse();
      return values;
    },
    // Between two texts there is a comma, and a bracket behind the last.
    valueAt: code => JSON.parse(bytes.toString('utf8', starts[code], at(starts, code + 1) - 1)),
  };
}

/** Where each text of a JSON array begins, its quotation mark included, and where one behind the last would. */
function* startsOf(bytes: Buffer): Pieces<Uint32Array> {
  let starts = new Uint32Array(1024);
  let count = 0;
  let isInside = false;
  // A plain function: see `codesOf`.
  const look = (from: number, to: number): void => {
    for (let i = bytes.indexOf(QUOTE, from); i !== -1 && i < to; i = bytes.indexOf(QUOTE, i + 1)) {
      if (isInside && isEscaped(bytes, i)) continue;
      isInside = !isInside;
      if (!isInside) continue;
      if (count + 1 === starts.length) starts = grown(starts);
      starts[count++] = i;
    }
  };
  for (const [from, to] of piecesOf(bytes.length)) yield look(from, to);
  starts[count++] = bytes.length;
  return starts.slice(0, count);
}

function isEscaped(bytes: Buffer, quote: number): boolean {
  let before = quote;
  while (bytes[before - 1] === BACKSLASH) before--;
  return (quote - before) % 2 === 1;
}

function grown(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * array.length);
  larger.set(array);
  return larger;
}
