import { agencyKey, agencyKeys } from '../../../contract/agencies.ts';
import type { SearchFilters } from '../../../contract/search.ts';
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

function conditionsOf({ agency, date_from, date_to, ...equal }: SearchFilters): [ValueColumn, Passes][] {
  const conditions: [ValueColumn, Passes | null][] = [
    ...Object.entries(equal).map(([name, wanted]): [ValueColumn, Passes | null] => [
      name as ValueColumn,
      wanted === null ? null : value => value === wanted,
    ]),
    ['agencies', agency === null ? null : namesAgency(agencyKey(agency))],
    ['publication_date', date_from === null ? null : date => date >= date_from],
    ['publication_date', date_to === null ? null : date => date <= date_to],
  ];
  return conditions.flatMap(([name, passes]) => (passes ? [[name, passes]] : []));
}

const namesAgency =
  (key: string): Passes =>
  agencies =>
    (JSON.parse(String(agencies)) as string[]).some(agency => agencyKeys(agency).includes(key));
