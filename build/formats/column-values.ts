import { type Pieces, piecesOf } from '../contract/pieces.ts';
import { at, type ColumnValue } from './column.ts';

/** Values of a column, made on demand: a million strings at once would stop a server while it opens a catalog. */
export interface StoredValues {
  /** Made on first use, then kept. */
  readonly values: readonly ColumnValue[];
  valueAt(code: number): ColumnValue;
}

const SMALL_BYTES = 64 * 1024;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Tells whether a section of `catalog-file.ts` is the values of a column. */
export const holdsValues = (name: string): boolean => name.endsWith('/values');

/** @param bytes of the section: a JSON array */
export function* storedValues(bytes: Buffer): Pieces<StoredValues> {
  const parse = (): ColumnValue[] => JSON.parse(bytes.toString());
  // Numbers are always few.
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
    // A comma separates two texts, and a bracket follows the last.
    valueAt: code => JSON.parse(bytes.toString('utf8', starts[code], at(starts, code + 1) - 1)),
  };
}

/** Returns the start of each text of a JSON array, at its quotation mark, and where one behind the last would start. */
function* startsOf(bytes: Buffer): Pieces<Uint32Array> {
  let starts = new Uint32Array(1024);
  let count = 0;
  let isInside = false;
  // A plain function: see `codesOf`.
  const scan = (from: number, to: number): void => {
    for (let i = bytes.indexOf(QUOTE, from); i !== -1 && i < to; i = bytes.indexOf(QUOTE, i + 1)) {
      if (isInside && isEscaped(bytes, i)) continue;
      isInside = !isInside;
      if (!isInside) continue;
      if (count + 1 === starts.length) starts = grown(starts);
      starts[count++] = i;
    }
  };
  for (const [from, to] of piecesOf(bytes.length)) yield scan(from, to);
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
