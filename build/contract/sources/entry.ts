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

/** How the numbers of a level are written; their order follows. */
export type Numbering =
  /** An integer in a field of the metadata. As the outermost level it has at most three digits. */
  | 'integer'
  /** A text in a field, such as `1A` or `IV`: Roman numerals stand by value, all others in natural order. */
  | 'label'
  /** The year of a date in a field: the newest first. A document without the date is in no year. */
  | 'year'
  /** The month of that date, behind the level of its year. */
  | 'month';

/** A level of a hierarchy. Its name is the word before a number in web paths and labels. */
export interface Level {
  /** In the singular: `title`. The names of its values are in the metadata field `<name>_name`. */
  name: string;
  /** In the plural: `titles`. The API's word in paths of the outermost level, and in the page of the level above. */
  plural: string;
  numbering: Numbering;
  /** The metadata field that tells the number. */
  field: string;
  /**
   * Where the level is told. `page`: it is part of the hierarchy and has pages. `label`: search hits name it between the levels
   * with pages. `fact`: it stands beside a document's text alone.
   */
  shown: 'page' | 'label' | 'fact';
  /**
   * What stands before the number in identifiers, `t` in `t17/s106`; null where identifiers do not have the level. Those that they have
   * come first, from the outermost level on, which groups files, parts of the manifest and dumps.
   */
  prefix: string | null;
  /** All official titles, those without documents too; none where the documents alone tell which numbers there are. */
  official: readonly OfficialTitle[];
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

/** A word of a web path, and what an identifier has in its place: `part`, `p` for `part-200`, `p200`. */
export type PathWord = readonly [word: string, segment: string];

/** Web paths of documents beside sections: `t2/p200/appI` is `title-2/…/part-200/appendix-I`. */
export interface UnitPaths {
  /** What the documents belong to, from the outside in: at least one, each with a number or name. */
  above: readonly PathWord[];
  /** What the documents are. One that has nothing before its number in identifiers needs a number. */
  kinds: readonly PathWord[];
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
  /** The hierarchy, from the outermost level to the document. */
  levels: readonly Level[];
  /** Documents beside sections. The first row that fits an identifier, or a path, is taken. */
  unitPaths: readonly UnitPaths[];
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
  /** Those of the listing that a month's page shows; none for a source without months. */
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
  | 'levels'
  | 'unitPaths'
  | 'metadata'
  | 'filters'
  | 'required'
  | 'sorts'
  | 'defaultSort'
  | 'precomputed'
>;
