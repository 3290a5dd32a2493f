import { agencyKey, agencyKeys } from '../../../contract/agencies.ts';
import { meantLevels } from '../../../contract/level-chains.ts';
import { SEARCH_FILTER_NAMES, type SearchFilterName } from '../../../contract/search-filter-names.ts';
import {
  SEARCH_FILTERS,
  type SearchFilterRow,
  type SearchFilters,
} from '../../../contract/search-filters.ts';
import { type Bitmap, membersOf, remove } from '../../../formats/bitmap.ts';
import type { ValueColumn } from '../../../formats/search-index.ts';
import type { Columns } from './columns.ts';

type Passes = (value: string | number) => boolean;

export function filterRows(columns: Columns, rows: Bitmap, filters: SearchFilters): void {
  for (const [name, passes] of conditionsOf(filters)) {
    const passing = columns.values(name).map(value => value !== null && passes(value));
    const numbers = columns.numbers(name);
    for (const row of membersOf(rows)) if (!passing[numbers[row]!]) remove(rows, row);
  }
}

type Wanted = NonNullable<SearchFilters[SearchFilterName]>;

const keysIn = (wanted: Wanted): readonly string[] =>
  typeof wanted === 'object' ? wanted : meantLevels(String(wanted));

const CONDITIONS: Readonly<Record<SearchFilterRow['match'], (wanted: Wanted) => Passes>> = {
  equal: wanted => value => value === wanted,
  agency: wanted => namesAgency(agencyKey(String(wanted))),
  from: wanted => date => date >= wanted,
  to: wanted => date => date <= wanted,
  within: wanted => {
    const meant = keysIn(wanted).map(key => JSON.stringify(key));
    return levels => meant.some(key => String(levels).includes(key));
  },
};

const conditionsOf = (filters: SearchFilters): [ValueColumn, Passes][] =>
  SEARCH_FILTER_NAMES.flatMap((name): [ValueColumn, Passes][] => {
    const { field, match } = SEARCH_FILTERS[name];
    const wanted = filters[name];
    return wanted === null ? [] : [[field as ValueColumn, CONDITIONS[match](wanted)]];
  });

const namesAgency =
  (key: string): Passes =>
  agencies =>
    (JSON.parse(String(agencies)) as string[]).some(agency => agencyKeys(agency).includes(key));
