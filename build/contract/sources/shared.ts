import type { Filter, Level, OfficialTitle } from './entry.ts';

/** Common parts of the table of sources. */

export const COMMON = {
  identifier: 'string',
  source: 'string',
  display_title: 'string',
  legal_status: 'string',
  status: 'string',
  last_updated: 'date',
} as const;

/** Fields of sections of codes. */
export const OF_SECTIONS = {
  title_number: 'integer',
  title_name: 'string',
  section_number: 'string',
  section_name: 'string',
  chapter_number: 'string',
  chapter_name: 'string',
} as const;

/** Further fields of units of codes, set by the importer. */
export const OF_UNITS = {
  granularity: 'string',
  hierarchy: 'levels',
  subtitle_number: 'string',
  subtitle_name: 'string',
  credits: 'strings',
  amendment_dates: 'strings',
} as const;

export const LISTING_OF_SECTIONS: readonly string[] = ['display_title', ...Object.keys(OF_SECTIONS)];

export const REQUIRED_OF_SECTIONS = [
  'display_title',
  'last_updated',
  'title_number',
  'section_number',
] as const;

export const SECTION_SORTS = ['identifier', 'title_number', 'section_number', 'last_updated'] as const;

export const equals = (param: string, type: Filter['type'] = 'string'): Filter => ({
  param,
  field: param,
  type,
  match: 'equals',
});

/** Finds documents in no chapter: those of an appendix, and sections before the first chapter. */
export const HAS_CHAPTER: Filter = {
  param: 'has_chapter',
  field: 'chapter_number',
  type: 'boolean',
  match: 'present',
};

/** The field of a document's levels: a column of the catalog, and nothing that answers have. */
export const LEVELS = 'levels';

/** Finds documents in a level, by its identifier in either form. */
export const WITHIN: Filter = { param: 'within', field: LEVELS, type: 'string', match: 'within' };

export const keyword = (param: string, field = param, type: Filter['type'] = 'string'): Filter => ({
  param,
  field,
  type,
  match: 'keyword',
});

export const dateRange = (prefix: string, field: string): Filter[] => [
  { param: `${prefix}from`, field, type: 'date', match: 'from' },
  { param: `${prefix}to`, field, type: 'date', match: 'to' },
];

/** Makes a level whose number has its own field, with a page, and not in identifiers; `more` overrides this. */
export const level = (name: string, more: Partial<Level> = {}): Level => ({
  name,
  plural: `${name}s`,
  numbering: 'label',
  field: `${name}_number`,
  shown: 'page',
  prefix: null,
  official: [],
  ...more,
});

export const titleLevel = (official: readonly OfficialTitle[]): Level =>
  level('title', { numbering: 'integer', prefix: 't', official });

/** Years and months. @param field of the date, which must be one of the source's sorts */
export const dateLevels = (field: string): Level[] =>
  (['year', 'month'] as const).map(name => level(name, { numbering: name, field }));
