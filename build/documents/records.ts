import type { SourceCatalog } from '../contract/catalog.ts';
import { buildCatalog } from '../contract/catalog-builder.ts';
import { SOURCES, type Source } from '../contract/sources.ts';
import type { DocumentState } from '../state/state.ts';

/** What follows from the documents' records alone. Documents by path in the corpus. */

type Documents = ReadonlyMap<string, DocumentState>;

export function catalogsOf(documents: Documents): SourceCatalog[] {
  const states = [...documents.values()];
  const recordsOf = (source: Source) =>
    states.filter(({ file }) => file.source === source.id).map(({ record }) => record);
  return SOURCES.map(source => buildCatalog(source, recordsOf(source)));
}

/** The day of the newest document, YYYY-MM-DD. */
export function newestDate(documents: Documents): string {
  let newest = '1970-01-01';
  for (const { date } of documents.values()) if (date > newest) newest = date;
  return newest;
}

/** Whether lists and hierarchy come out the same. */
export function sameRecords(last: Documents, now: Documents): boolean {
  if (last.size !== now.size) return false;
  for (const [file, { record }] of now) {
    const known = last.get(file)?.record;
    if (known !== record && JSON.stringify(known) !== JSON.stringify(record)) return false;
  }
  return true;
}
