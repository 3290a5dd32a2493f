import { mergeColumn, NO_CODE } from '../../build/catalog/columns.ts';
import { mergeKeywords } from '../../build/catalog/keywords.ts';
import { looseKey } from '../../build/contract/loose.ts';
import type { Column, ColumnValue } from '../../build/formats/column.ts';
import { type Keywords, usualSpellings } from '../../build/formats/keywords.ts';

/** @param values one per ordinal, null where the document has none */
export function makeColumn(values: readonly (ColumnValue | null)[]): Column {
  const known = [...new Set(values.filter(value => value !== null))];
  const codes = Uint32Array.from(values, value => (value === null ? NO_CODE : known.indexOf(value)));
  return mergeColumn(null, { codes, values: known }, Uint32Array.from(values.keys()));
}

/** @param keywords of each ordinal, spelled in any way */
export function makeKeywords(keywords: readonly (readonly string[])[]): Keywords {
  const added = new Map<string, number[]>();
  const frequencies = new Map<string, number>();
  for (const [ordinal, spellings] of keywords.entries()) {
    for (const spelling of new Set(spellings)) {
      frequencies.set(spelling, (frequencies.get(spelling) ?? 0) + 1);
      const group = added.get(looseKey(spelling)) ?? [];
      if (group.at(-1) !== ordinal) added.set(looseKey(spelling), [...group, ordinal]);
    }
  }
  const ordinals = Uint32Array.from(keywords.keys());
  const labels = usualSpellings(frequencies, looseKey);
  return mergeKeywords({ base: null, baseCount: 0, added, ordinals, keyOf: looseKey, labels });
}
