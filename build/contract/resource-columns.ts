import { readSince } from './changes.ts';
import { changesNotFound, contentUnavailable } from './errors.ts';

/** Columns that rows of the table of resources share. */

/** Pages of titles, years and levels. */
export const HIERARCHY_FILE = {
  answered: 'file',
  policy: 'hierarchy',
  tags: 'hierarchy',
  envelope: 'resource',
} as const;

/** Answers that are made of files of the tree. */
export const MADE = { ...HIERARCHY_FILE, answered: 'made' } as const;

export const DIFFERENCES = {
  answered: 'diff',
  query: ['from', 'to', 'format'],
  policy: 'document',
  tags: 'document',
  envelope: 'resource',
} as const;

/** What builds have changed. */
export const CHANGES = {
  answered: 'file',
  file: 'changes/index.json',
  unless: { param: 'since', read: readSince },
  query: ['since'],
  policy: 'manifest',
  tags: 'changes',
  missing: changesNotFound,
  isApart: true,
  errors: ['ChangesNotFound', 'ChangesGone'],
} as const;

/** Lists of versions. */
export const VERSIONS = { ...HIERARCHY_FILE, answered: 'versions' } as const;

export const LIST = {
  answered: 'list',
  query: ['filters', 'sort', 'limit', 'offset', 'cursor', 'fields', 'on'],
  policy: 'list',
  tags: 'list',
  envelope: 'list',
  errors: ['NotFound'],
} as const;

/** Documents in their representations. */
export const DOCUMENT = {
  answered: 'document',
  query: ['format', 'fields', 'pinpoint', 'on'],
  policy: 'document',
  tags: 'document',
  ranges: true,
  envelope: 'document',
  errors: ['DocumentNotFound', 'RangeNotSatisfiable'],
} as const;

export const OVERVIEW_FILE = {
  answered: 'file',
  policy: 'overview',
  tags: 'overview',
  missing: contentUnavailable,
} as const;

export const REFERENCES = {
  ...HIERARCHY_FILE,
  answered: 'references',
  query: ['list', 'limit', 'offset'],
  envelope: 'maybePaged',
} as const;
