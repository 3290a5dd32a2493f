/**
 * The one table of sources. `/api/sources` prints it, queries are checked against it, the build and the
 * shim loop over it: a new source is one new entry here (and its frontmatter mapping in `build/corpus`).
 */

export type SourceId = 'usc' | 'ecfr' | 'fr';

/** Types of metadata values (specification, section 2.3). Every value but a list may also be `null`. */
export type FieldType = 'string' | 'integer' | 'boolean' | 'date' | 'strings' | 'cfr_references';

export interface CfrReference {
  title: number;
  parts: string[];
}

export type MetadataValue = string | number | boolean | null | string[] | CfrReference[];
export type Metadata = Record<string, MetadataValue>;

/** One filter parameter of a list endpoint: which metadata field it looks at, and how. */
export interface Filter {
  param: string;
  field: string;
  type: 'string' | 'integer' | 'boolean' | 'date';
  /** `keyword`: the field holds one of several words, whatever their case (`keyword-fields.ts`). */
  match: 'equals' | 'from' | 'to' | 'keyword';
  /** The only allowed values, where the specification names them. */
  values?: readonly string[];
}

/** Which list pages exist as files. Everything else is answered by the shim. */
export interface Precomputed {
  /** Pages of the unfiltered default list, in both pagination modes. */
  unfilteredPages: number;
  /** Filters of which every page exists. */
  allPagesOf: readonly string[];
  /** Filters of which the first page exists. */
  firstPageOf: readonly string[];
}

export interface Source {
  id: SourceId;
  name: string;
  shortName: string;
  description: string;
  /** Canonical identifiers start with this (specification, section 1). */
  namespace: string;
  hierarchy: readonly string[];
  hasTitles: boolean;
  /** Granularity of a document, a search facet. */
  granularity: 'section' | 'document';
  /** All metadata fields in the order of the response. */
  metadata: Readonly<Record<string, FieldType>>;
  /** Fields whose absence makes a document a problem: lists could not order or date it otherwise. */
  required: readonly string[];
  /** The metadata fields of a list item. */
  listing: readonly string[];
  filters: readonly Filter[];
  sorts: readonly string[];
  defaultSort: string;
  precomputed: Precomputed;
}

export const DOCUMENT_TYPES = ['rule', 'proposed_rule', 'notice', 'presidential_document'] as const;

const COMMON = {
  identifier: 'string',
  source: 'string',
  display_title: 'string',
  legal_status: 'string',
  status: 'string',
  last_updated: 'date',
} as const;

/** What sections of both codes have. */
const OF_SECTIONS = {
  title_number: 'integer',
  title_name: 'string',
  section_number: 'string',
  section_name: 'string',
  chapter_number: 'string',
  chapter_name: 'string',
} as const;

const equals = (param: string, type: Filter['type'] = 'string'): Filter => ({
  param,
  field: param,
  type,
  match: 'equals',
});

const keyword = (param: string, field = param, type: Filter['type'] = 'string'): Filter => ({
  param,
  field,
  type,
  match: 'keyword',
});

const dateRange = (prefix: string, field: string): Filter[] => [
  { param: `${prefix}from`, field, type: 'date', match: 'from' },
  { param: `${prefix}to`, field, type: 'date', match: 'to' },
];

const LISTING_OF_SECTIONS = ['display_title', ...Object.keys(OF_SECTIONS)];

const REQUIRED_OF_SECTIONS = ['display_title', 'last_updated', 'title_number', 'section_number'];

const SECTION_SORTS = ['identifier', 'title_number', 'section_number', 'last_updated'] as const;

const usc: Source = {
  id: 'usc',
  name: 'United States Code',
  shortName: 'U.S. Code',
  description: 'General and permanent federal statutes',
  namespace: '/us/usc/',
  hierarchy: ['title', 'chapter', 'section'],
  hasTitles: true,
  granularity: 'section',
  metadata: {
    ...COMMON,
    ...OF_SECTIONS,
    subchapter_number: 'string',
    subchapter_name: 'string',
    positive_law: 'boolean',
    currency: 'date',
    release_point: 'string',
    source_credit: 'string',
  },
  required: REQUIRED_OF_SECTIONS,
  listing: [...LISTING_OF_SECTIONS, 'legal_status', 'positive_law', 'status'],
  filters: [
    equals('title_number', 'integer'),
    equals('chapter_number'),
    equals('status'),
    equals('positive_law', 'boolean'),
    equals('legal_status'),
  ],
  sorts: SECTION_SORTS,
  defaultSort: 'identifier',
  precomputed: {
    unfilteredPages: Number.POSITIVE_INFINITY,
    allPagesOf: ['title_number'],
    firstPageOf: ['chapter_number', 'status', 'positive_law', 'legal_status'],
  },
};

const ecfr: Source = {
  id: 'ecfr',
  name: 'Electronic Code of Federal Regulations',
  shortName: 'eCFR',
  description: 'Continuously updated federal regulations',
  namespace: '/us/cfr/',
  hierarchy: ['title', 'chapter', 'part', 'section'],
  hasTitles: true,
  granularity: 'section',
  metadata: {
    ...COMMON,
    ...OF_SECTIONS,
    part_number: 'string',
    part_name: 'string',
    agency: 'string',
    authority: 'string',
    regulatory_source: 'string',
    cfr_part: 'string',
    cfr_subpart: 'string',
  },
  required: REQUIRED_OF_SECTIONS,
  listing: [...LISTING_OF_SECTIONS, 'part_number', 'part_name', 'agency', 'legal_status', 'status'],
  filters: [
    equals('title_number', 'integer'),
    equals('chapter_number'),
    equals('part_number'),
    keyword('agency'),
    equals('status'),
    equals('legal_status'),
  ],
  sorts: SECTION_SORTS,
  defaultSort: 'identifier',
  precomputed: {
    unfilteredPages: Number.POSITIVE_INFINITY,
    allPagesOf: ['title_number'],
    firstPageOf: ['chapter_number', 'part_number', 'agency', 'status', 'legal_status'],
  },
};

const fr: Source = {
  id: 'fr',
  name: 'Federal Register',
  shortName: 'Federal Register',
  description: 'Daily journal: rules, proposed rules, notices, presidential documents',
  namespace: '/us/fr/',
  hierarchy: ['year', 'month', 'document'],
  hasTitles: false,
  granularity: 'document',
  metadata: {
    ...COMMON,
    document_number: 'string',
    document_type: 'string',
    publication_date: 'date',
    agency: 'string',
    agencies: 'strings',
    fr_citation: 'string',
    fr_volume: 'integer',
    effective_date: 'date',
    comments_close_date: 'date',
    fr_action: 'string',
    docket_ids: 'strings',
    cfr_references: 'cfr_references',
    rin: 'string',
  },
  required: ['display_title', 'last_updated', 'document_number', 'document_type', 'publication_date'],
  listing: [
    'display_title',
    'document_number',
    'document_type',
    'publication_date',
    'agency',
    'effective_date',
    'fr_citation',
    'legal_status',
    'status',
  ],
  filters: [
    { ...equals('document_type'), values: DOCUMENT_TYPES },
    keyword('agency'),
    ...dateRange('date_', 'publication_date'),
    ...dateRange('effective_date_', 'effective_date'),
    keyword('docket_id', 'docket_ids'),
    keyword('rin'),
    keyword('cfr_title', 'cfr_references', 'integer'),
    keyword('cfr_part', 'cfr_references'),
  ],
  sorts: ['publication_date', 'document_number', 'identifier'],
  defaultSort: '-publication_date',
  // New documents come in front, so every page shifts every day: only the front is worth a file.
  precomputed: { unfilteredPages: 25, allPagesOf: [], firstPageOf: ['document_type', 'agency'] },
};

export const SOURCES: readonly Source[] = [usc, ecfr, fr];

const BY_ID: Readonly<Record<SourceId, Source>> = { usc, ecfr, fr };

export const sourceOf = (id: SourceId): Source => BY_ID[id];

/** Page sizes (specification, section 8). */
export const LIST_LIMIT = { default: 20, max: 100 } as const;
export const MONTH_LIMIT = { default: 100, max: 500 } as const;
