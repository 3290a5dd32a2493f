import { contentUnavailable } from './errors.ts';

/** Columns that rows of the table of resources share. */

/** Pages of titles, years and levels. */
export const HIERARCHY_FILE = {
  answered: 'file',
  policy: 'hierarchy',
  tags: 'hierarchy',
  envelope: 'resource',
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
