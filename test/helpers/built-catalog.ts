import { CatalogBuilder } from '../../build/catalog/builder.ts';
import { keywordField } from '../../build/contract/keyword-fields.ts';
import type { Source } from '../../build/contract/sources.ts';
import { type CatalogRecord, keywordFields, type SourceCatalog } from '../../build/formats/catalog.ts';
import { usualSpellings } from '../../build/formats/keywords.ts';

/** A catalog in memory, of the records of all documents in any order. */
export function buildCatalog(source: Source, records: Iterable<CatalogRecord>): SourceCatalog {
  const items: string[] = [];
  const builder = new CatalogBuilder(source, null, {
    add: item => items.push(item),
    at: i => items[i] as string,
    bytes: i => Buffer.byteLength(items[i] as string),
  });
  const all = [...records];
  for (const record of all) builder.add(record);
  return builder.build(usualLabels(source, all));
}

/** The usual spellings of all keywords of these records. */
export function usualLabels(
  source: Source,
  records: readonly CatalogRecord[],
): Map<string, ReadonlyMap<string, string>> {
  const labels = keywordFields(source).map((field, i) => {
    const frequencies = new Map<string, number>();
    for (const { keywords } of records) {
      for (const spelling of new Set(keywords[i]))
        frequencies.set(spelling, (frequencies.get(spelling) ?? 0) + 1);
    }
    return [field, usualSpellings(frequencies, keywordField(field).keyOf)] as const;
  });
  return new Map(labels);
}
