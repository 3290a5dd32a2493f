import { MONTH_LIMIT } from '../../contract/page-sizes.ts';
import type { ResourceName } from '../../contract/resources.ts';
import type { Source } from '../../contract/sources.ts';
import { documentOrProjection, listItemName } from './documents.ts';
import { citationsQuery, documentQuery, limit, listQuery, searchQuery, since } from './parameters.ts';
import { referencesData, referencesQuery } from './references.ts';
import { monthDocuments, outerDetail, outerSummary, yearDetail, yearSummary } from './resources.ts';
import { array, type Schema, schemaRef, string } from './schema.ts';
import { levelData, levelQuery } from './structure.ts';
import { diffQuery, levelChangesQuery } from './versions.ts';

/** The description of a resource beyond its row in the table. */
export interface Answer {
  /** The `data` of the envelope. @param source of a resource that has one */
  data: (source: Source) => Schema;
  /** Query parameters by name, without the shared ones. */
  query?: (source: Source) => Readonly<Record<string, Schema>>;
}

export const ANSWERS: Readonly<Record<Exclude<ResourceName, 'mcp'>, Answer>> = {
  list: { data: source => array(schemaRef(listItemName(source))), query: listQuery },
  document: { data: documentOrProjection, query: documentQuery },
  references: { data: referencesData, query: referencesQuery },
  versions: { data: () => array(schemaRef('Version')) },
  diff: { data: () => schemaRef('Differences'), query: diffQuery },
  events: { data: () => array(schemaRef('Event')) },
  titles: { data: source => array(outerSummary(source)) },
  title: { data: outerDetail },
  structure: { data: () => array(schemaRef('Level')) },
  level: { data: levelData, query: levelQuery },
  levelreferences: { data: referencesData, query: referencesQuery },
  levelversions: { data: () => schemaRef('TitleHistory') },
  levelchanges: { data: () => schemaRef('LevelChanges'), query: levelChangesQuery },
  years: { data: () => array(yearSummary) },
  year: { data: () => yearDetail },
  month: { data: monthDocuments, query: () => ({ limit: limit(MONTH_LIMIT) }) },
  sources: { data: () => array(schemaRef('Source')) },
  stats: { data: () => schemaRef('Stats') },
  bulk: { data: () => array(schemaRef('Dump')) },
  changes: { data: () => ({ anyOf: [schemaRef('Builds'), schemaRef('Changes')] }), query: () => ({ since }) },
  build: { data: () => string },
  health: { data: () => schemaRef('Health') },
  search: { data: () => schemaRef('SearchResponse'), query: searchQuery },
  citations: { data: () => array(schemaRef('Citation')), query: citationsQuery },
  openapi: { data: () => ({ type: 'object' }) },
};
