/** Types of metadata values (build/contract/README.md, Documents). Every value but a list may also be `null`. */
export type FieldType =
  | 'string'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'strings'
  | 'cfr_references'
  | 'levels'
  | 'notes';

/** What a document is: a section of a code or what stands beside sections there, or a document of a journal. */
export const GRANULARITIES = ['section', 'appendix', 'rule', 'plan', 'document'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** An official title; the index in its list is the number less one. */
export interface OfficialTitle {
  name: string;
  positiveLaw: boolean;
}

/** One filter parameter of a list endpoint: which metadata field it looks at, and how. */
export interface Filter {
  param: string;
  field: string;
  type: 'string' | 'integer' | 'boolean' | 'date';
  /**
   * `keyword`: the field holds one of several words, whatever their case (`keyword-fields.ts`). `present`: whether the document has
   * the field, which another filter compares.
   */
  match: 'equals' | 'from' | 'to' | 'keyword' | 'present';
  /** The only allowed values, where any other is refused. */
  values?: readonly string[];
}

/** Which list pages exist as files, counted along `next` from a first page. Everything else is answered by the shim. */
export interface Precomputed {
  /** Of the unfiltered default list, in both pagination modes. */
  unfilteredPages: number;
  /** Of the list for each value of a filter, by its parameter. Lists of other filters are no files. */
  pagesOf: Readonly<Record<string, number>>;
  /** Those of these filters whose pages exist in cursor mode too. */
  cursorsOf: readonly string[];
}

/** All that there are. */
export const ALL_PAGES = Number.POSITIVE_INFINITY;

/**
 * Sections are cited by title and number: 17 U.S.C. § 106. Patterns are the inside of regular expressions without groups
 * that capture; they meet text as `normalCitation` makes it.
 */
export interface CodeCitation {
  by: 'section';
  /** Letters that stand for the code in display titles; with dots between them they mean the same. */
  abbreviation: string;
  /** A pattern: all that the code is called in citations. */
  name: string;
  /** A pattern: the number of a section. */
  section: string;
  /** Whether titles have appendixes: `18 U.S.C. App. § 6` is in title 18a. */
  hasAppendixes: boolean;
  /** The kinds of its citation keys (`citations/keys.ts`), its own among all sources; null where parts are not cited. */
  keys: { section: string; part: string | null };
}

/** Documents are cited by volume and first page, 83 FR 21707, or by their number. Patterns as above. */
export interface JournalCitation {
  by: 'page';
  /** Letters that stand for the journal in the field. */
  abbreviation: string;
  /** A pattern: all that the journal is called in citations. */
  name: string;
  /** The metadata field that holds the citation. */
  field: string;
  /** The metadata field that holds the last page of a document, a number. */
  lastPage: string;
  /** A pattern: `document_number`. */
  number: string;
  /** The kinds of its citation keys, its own among all sources. */
  keys: { page: string; within: string; number: string };
}

/** All that both halves know of a source. What the build alone knows is in `build/corpus/sources.ts`. */
export interface SourceEntry<Id extends string = string> {
  /** Also the folder of its corpus. */
  id: Id;
  name: string;
  shortName: string;
  description: string;
  /** Canonical identifiers start with this (build/contract/README.md, Identifiers). */
  namespace: string;
  /** From the outermost level to the document. The number of a level is in the metadata field `<level>_number`. */
  hierarchy: readonly string[];
  /**
   * True: it is browsed by titles and chapters. Identifiers go on with `t<title>/`, and the listing has number and name of
   * title and chapter. False: it is browsed by years and months of `publication_date`, which is a sort; a document without it is in
   * no month.
   */
  hasTitles: boolean;
  /** All official titles, those without documents too; none for a source without titles. */
  titles: readonly OfficialTitle[];
  /** The levels above a document that a search hit names, for a source with titles: fields `<level>_number` and `<level>_name`. */
  breadcrumb: readonly string[];
  /** What its documents are, where the corpus does not say that one is something else. */
  granularity: Granularity;
  /** How its documents are cited beside their identifiers; null where they are not. */
  citation: CodeCitation | JournalCitation | null;
  /** All metadata fields in the order of the response. */
  metadata: Readonly<Record<string, FieldType>>;
  /** Fields whose absence makes a document a problem: lists could not order or date it otherwise. */
  required: readonly string[];
  /** The metadata fields of a list item. */
  listing: readonly string[];
  /** Those of the listing that a month's page shows; none for a source with titles. */
  monthListing: readonly string[];
  filters: readonly Filter[];
  sorts: readonly string[];
  defaultSort: string;
  precomputed: Precomputed;
}

/** What requests are mapped to files by. */
export type RoutedEntry<Id extends string = string> = Pick<
  SourceEntry<Id>,
  | 'id'
  | 'namespace'
  | 'hasTitles'
  | 'hierarchy'
  | 'metadata'
  | 'filters'
  | 'required'
  | 'sorts'
  | 'defaultSort'
  | 'precomputed'
>;
