import { hasTitles, hierarchyOf, isDated, outerLevel } from '../contract/levels.ts';
import { documentTypesOf } from '../contract/sources.ts';
import type { SourceCatalog } from '../formats/catalog.ts';
import { SCHEMA_VERSION } from '../formats/catalog-file.ts';

/** `/api/sources` and `/api/stats` (build/contract/README.md, Overview). */

/** @param sample whether the corpus is a sample */
export const sourcesData = (catalogs: readonly SourceCatalog[], sample: boolean) =>
  catalogs.map(({ source, count }) => ({
    id: source.id,
    name: source.name,
    short_name: source.shortName,
    description: source.description,
    url_prefix: `/${source.id}`,
    hierarchy: hierarchyOf(source),
    filterable_fields: source.filters.map(filter => filter.param),
    sortable_fields: source.sorts,
    has_titles: hasTitles(source),
    document_count: count,
    ...(sample && { sample }),
  }));

export const statsData = (catalogs: readonly SourceCatalog[]) => ({
  total_documents: catalogs.reduce((sum, catalog) => sum + catalog.count, 0),
  sources: Object.fromEntries(catalogs.map(catalog => [catalog.source.id, sourceStats(catalog)])),
  database: { schema_version: SCHEMA_VERSION },
});

function sourceStats(catalog: SourceCatalog) {
  const { columns, count } = catalog;
  const values = (field: string) => columns[field]?.values ?? [];
  const outer = outerLevel(catalog.source);
  if (!isDated(catalog.source)) {
    return {
      document_count: count,
      [`${outer.name}_count`]: values(outer.field).length,
      last_updated: values('last_updated').at(-1) ?? null,
    };
  }
  const dates = values(outer.field);
  const types = documentTypesOf(catalog.source);
  return {
    document_count: count,
    date_range: { earliest: dates[0] ?? null, latest: dates.at(-1) ?? null },
    ...(types.length > 0 && {
      document_types: Object.fromEntries(types.map(type => [type, countOf(catalog, type)])),
    }),
  };
}

function countOf(catalog: SourceCatalog, documentType: string): number {
  const column = catalog.columns.document_type;
  const code = column?.values.indexOf(documentType) ?? -1;
  return column && code >= 0 ? (column.starts[code + 1] as number) - (column.starts[code] as number) : 0;
}
