import { naturalKey } from '../contract/natural-order.ts';
import { LEVELS_COLUMN, levelsInColumn, type SourceCatalog } from '../formats/catalog.ts';
import { groupsOf, groupValue } from '../formats/column.ts';

/** The keys of all levels, also without what is between title and chapter: `t5/ptI/ch5` is cited as chapter 5. */
export function citedLevelKeys({ columns }: SourceCatalog): ReadonlySet<string> {
  const column = columns[LEVELS_COLUMN];
  const keys = new Set<string>();
  for (let code = 0; column && code < groupsOf(column); code++)
    for (const { identifier } of levelsInColumn(String(groupValue(column, code)))) {
      if (identifier === null) continue;
      keys.add(naturalKey(identifier));
      keys.add(naturalKey(identifier.replace(/(\/t[^/]+)\/.+(?=\/ch[^/]+)/, '$1')));
    }
  return keys;
}
