import { NumberList } from '../files/number-list.ts';
import { at } from '../formats/column.ts';
import { type Keywords, labelsOf } from '../formats/keywords.ts';
import { NO_CODE } from './columns.ts';

export interface KeywordsInput {
  /** Null where all documents are new. */
  base: Keywords | null;
  /** The number of documents of the base. */
  baseCount: number;
  /** By key, the positions of the new documents that have the keyword. */
  added: ReadonlyMap<string, readonly number[]>;
  /** The ordinal of each document, those of the base first; `NO_CODE` where it is left out. */
  ordinals: Uint32Array;
  /** Folds the spellings of a keyword into one key. */
  keyOf(keyword: string): string;
  /** By key, the usual spelling where it differs from the base. */
  labels: ReadonlyMap<string, string>;
}

/** Makes the keywords of a catalog from those of another and new ones. Keywords without documents are left out. */
export function mergeKeywords({ base, baseCount, added, ordinals, keyOf, labels }: KeywordsInput): Keywords {
  const groups = baseGroups(base, keyOf);
  for (const key of added.keys()) if (!groups.has(key)) groups.set(key, null);
  const keys = [...groups.keys()].sort();
  const order = new NumberList();
  const starts = new NumberList();
  const names: string[] = [];
  starts.push(0);
  for (const key of keys) {
    const code = groups.get(key) ?? null;
    const members = membersOf(base, code, added.get(key) ?? [], baseCount, ordinals);
    if (members.length === 0) continue;
    for (const ordinal of members) order.push(ordinal);
    starts.push(order.length);
    names.push(labels.get(key) ?? (base && code !== null ? base.label(code) : ''));
  }
  return {
    size: names.length,
    label: code => names[code] ?? '',
    order: order.numbers().slice(),
    starts: starts.numbers().slice(),
  };
}

const baseGroups = (base: Keywords | null, keyOf: KeywordsInput['keyOf']): Map<string, number | null> =>
  new Map((base ? labelsOf(base) : []).map((label, code) => [keyOf(label), code]));

/** Returns ordinals in ascending order. */
function membersOf(
  base: Keywords | null,
  code: number | null,
  added: readonly number[],
  baseCount: number,
  ordinals: Uint32Array,
): Uint32Array {
  const known = base && code !== null ? base.order.subarray(base.starts[code], base.starts[code + 1]) : [];
  const members = new Uint32Array(known.length + added.length);
  let length = 0;
  const add = (slot: number): void => {
    const ordinal = at(ordinals, slot);
    if (ordinal !== NO_CODE) members[length++] = ordinal;
  };
  for (let i = 0; i < known.length; i++) add(at(known, i));
  for (const i of added) add(baseCount + i);
  return members.subarray(0, length).sort();
}
