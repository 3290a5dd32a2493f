import { changesNotFound, contentUnavailable, noDumps } from './errors.ts';
import { isDated } from './levels.ts';
import { levelsNotFound, monthNotFound, titleNotFound, yearNotFound } from './path-words.ts';
import type { Resource } from './resource.ts';
import * as columns from './resource-columns.ts';
import { SEARCH_FILTER_NAMES } from './search-filter-names.ts';
import type { RoutedSource } from './sources.ts';

/**
 * The whole API: a row for each resource, with the columns of `resource.ts`. The routing rule, the shim, the edges, the
 * description (OpenAPI), cache tags and headers loop over it. `file-addresses.ts` has the addresses beside the API.
 */

const numbered = (source: RoutedSource): boolean => !isDated(source);

const TABLE = {
  list: {
    path: '/api/:source/documents',
    ...columns.LIST,
    operation: ['list', 'Documents'],
    summary: 'Documents of the {name}, filtered, ordered and paged',
  },
  document: {
    path: '/api/:source/documents/*',
    ...columns.DOCUMENT,
    operation: ['get', 'Document'],
    summary: 'One document of the {name}, as JSON, Markdown or plain text',
  },
  references: {
    path: '/api/:source/documents/*/references',
    ...columns.REFERENCES,
    errors: ['DocumentNotFound'],
    operation: ['list', 'References'],
    summary: 'What a document of the {name} cites, and what cites it',
  },
  versions: {
    path: '/api/:source/documents/*/versions',
    ...columns.VERSIONS,
    errors: ['DocumentNotFound'],
    operation: ['list', 'Versions'],
    summary: 'The versions of a document of the {name}, newest first, as far as editions are known',
  },
  diff: {
    path: '/api/:source/documents/*/diff',
    ...columns.DIFFERENCES,
    errors: ['DocumentNotFound'],
    operation: ['get', 'Differences'],
    summary: 'What changed between two versions of a document of the {name}, by paragraph and word',
  },
  events: {
    path: '/api/:source/documents/*/events',
    ...columns.MADE,
    errors: ['DocumentNotFound'],
    operation: ['list', 'Events'],
    summary: 'What the law itself tells of the history of a document of the {name}, oldest first',
  },
  titles: {
    path: '/api/:source/:levels',
    of: numbered,
    ...columns.HIERARCHY_FILE,
    missing: levelsNotFound,
    operation: ['list', '{levels}'],
    summary: 'All {levels} of the {name}',
  },
  title: {
    path: '/api/:source/:levels/:title',
    of: numbered,
    ...columns.HIERARCHY_FILE,
    missing: titleNotFound,
    errors: ['NotFound'],
    operation: ['get', '{level}'],
    summary: 'One {level} with its {inner}',
  },
  structure: {
    path: '/api/:source/structure',
    of: numbered,
    ...columns.HIERARCHY_FILE,
    missing: contentUnavailable,
    operation: ['list', 'Levels'],
    summary: 'The outermost levels of the {name}: {levels}, and appendices apart from them',
  },
  level: {
    path: '/api/:source/structure/*',
    of: numbered,
    answered: 'level',
    query: ['depth'],
    policy: 'hierarchy',
    tags: 'hierarchy',
    envelope: 'resource',
    errors: ['NotFound'],
    operation: ['get', 'Level'],
    summary: 'One level of the {name}: its path, the levels and documents in it, its notes',
  },
  levelreferences: {
    path: '/api/:source/structure/*/references',
    of: numbered,
    ...columns.REFERENCES,
    errors: ['NotFound'],
    operation: ['list', 'LevelReferences'],
    summary: 'What the notes of a level of the {name} cite, and what cites the level',
  },
  levelversions: {
    path: '/api/:source/structure/*/versions',
    of: numbered,
    ...columns.VERSIONS,
    errors: ['NotFound'],
    operation: ['list', 'LevelVersions'],
    summary: 'All documents that a {level} of the {name} ever had, with the days of their texts',
  },
  levelchanges: {
    path: '/api/:source/structure/*/changes',
    of: numbered,
    ...columns.MADE,
    query: ['from', 'to', 'limit', 'offset'],
    envelope: 'paged',
    errors: ['NotFound'],
    operation: ['list', 'LevelChanges'],
    summary: 'What was added, amended, renumbered or removed in a level of the {name} between two days',
  },
  years: {
    path: '/api/:source/:levels',
    of: isDated,
    ...columns.HIERARCHY_FILE,
    missing: levelsNotFound,
    operation: ['list', 'Years'],
    summary: 'All years of the {name}, newest first',
  },
  year: {
    path: '/api/:source/:levels/:year',
    of: isDated,
    ...columns.HIERARCHY_FILE,
    missing: yearNotFound,
    errors: ['NotFound'],
    operation: ['get', 'Year'],
    summary: 'One year with its months',
  },
  month: {
    path: '/api/:source/:levels/:year/:month',
    of: isDated,
    answered: 'month',
    query: ['limit', 'offset'],
    policy: 'hierarchy',
    tags: 'hierarchy',
    envelope: 'paged',
    missing: monthNotFound,
    errors: ['NotFound'],
    operation: ['get', 'Month'],
    summary: 'The documents of one month',
  },
  sources: {
    path: '/api/sources',
    ...columns.OVERVIEW_FILE,
    // Its counts change every night, like those of dumps.
    policy: 'list',
    envelope: 'resource',
    operation: ['list', 'Sources'],
    summary: 'The sources and what their lists can be filtered and sorted by',
  },
  stats: {
    path: '/api/stats',
    ...columns.OVERVIEW_FILE,
    envelope: 'resource',
    operation: ['get', 'Stats'],
    summary: 'Statistics of the corpus',
  },
  bulk: {
    path: '/api/bulk',
    ...columns.OVERVIEW_FILE,
    policy: 'list',
    envelope: 'resource',
    missing: noDumps,
    errors: ['NotFound'],
    operation: ['list', 'Dumps'],
    summary: 'The dumps: files of all documents of a title or month, one a line as JSON, compressed',
  },
  changes: {
    path: '/api/changes',
    ...columns.CHANGES,
    operation: ['list', 'Changes'],
    summary: 'What the newest builds have changed, or what has changed since one of them',
  },
  build: {
    path: '/api/changes/:build',
    answered: 'file',
    file: 'changes/:build.ndjson',
    policy: 'list',
    tags: 'changes',
    missing: changesNotFound,
    isApart: true,
    errors: ['ChangesNotFound'],
    operation: ['get', 'Changes'],
    summary: 'The documents that one build has changed: a ChangedDocument or a ChangedEdition a line',
  },
  health: {
    path: '/api/health',
    answered: 'shim',
    policy: 'none',
    counts: false,
    operation: ['get', 'Health'],
    summary: 'Health of the service, always with status 200',
  },
  search: {
    path: '/api/search',
    answered: 'shim',
    query: ['q', ...SEARCH_FILTER_NAMES, 'sort', 'limit', 'offset', 'facets', 'highlight'],
    policy: 'search',
    tags: 'search',
    errors: ['SearchUnavailable', 'SearchTimedOut'],
    operation: ['search', ''],
    summary: 'Full-text search across all sources',
  },
  citations: {
    path: '/api/citations',
    answered: 'shim',
    query: ['q'],
    policy: 'list',
    // A document that comes or goes changes what a citation means, as it changes searches.
    tags: 'search',
    envelope: 'resource',
    operation: ['list', 'Citations'],
    summary: 'The citations in a text, and what they cite',
  },
  openapi: {
    path: '/api/openapi',
    // Where tools look for a description.
    aliases: ['/api/openapi.json', '/openapi.json'],
    ...columns.OVERVIEW_FILE,
    operation: ['get', 'Openapi'],
    summary: 'This description',
  },
  mcp: {
    path: '/mcp',
    answered: 'mcp',
    policy: 'none',
    summary: 'The Model Context Protocol, by POST',
  },
} as const satisfies Record<string, Resource>;

export type Table = typeof TABLE;
export type ResourceName = keyof Table;

export const RESOURCES: Readonly<Record<ResourceName, Resource>> = TABLE;
export const RESOURCE_NAMES = Object.keys(RESOURCES) as ResourceName[];

/** The resource's file, relative to the tree, with the `:words` of its path. */
export const fileOfResource = (name: ResourceName): string =>
  RESOURCES[name].file ?? `${RESOURCES[name].path.slice(1)}.json`;
