/** Types of metadata values (build/contract/README.md, Documents). All but lists may also be `null`. */
export type FieldType =
  | 'string'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'strings'
  | 'cfr_references'
  | 'levels'
  | 'notes';

/** Kinds of documents: a section of a code or a document beside sections, or a document of a journal. */
export const GRANULARITIES = ['section', 'appendix', 'rule', 'plan', 'document'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** An official title; its index in the list is its number less one. */
export interface OfficialTitle {
  name: string;
  positiveLaw: boolean;
}

/** How the numbers of a level are written and ordered. */
export type Numbering =
  /** An integer in a field of the metadata. As the outermost level it has at most three digits. */
  | 'integer'
  /** A text in a field, such as `1A` or `IV`: Roman numerals sort by value, others naturally. */
  | 'label'
  /** The year of a date in a field, newest first. A document without the date is in no year. */
  | 'year'
  /** The month of that date, behind the level of its year. */
  | 'month';

/** A level of a hierarchy. Its name precedes the number in web paths and labels. */
export interface Level {
  /** In the singular: `title`. The field `<name>_name` holds the names of its values. */
  name: string;
  /** In the plural: `titles`. The API uses it in paths of the outermost level, and in pages of the level above. */
  plural: string;
  numbering: Numbering;
  field: string;
  /** `page`: in the hierarchy, with pages. `label`: in search hits. `fact`: beside a document's text only. */
  shown: 'page' | 'label' | 'fact';
  /**
   * The text before the number in identifiers, `t` in `t17/s106`; null for levels that identifiers lack. Levels in identifiers
   * come first, outermost first. The outermost groups files, parts of the manifest and dumps.
   */
  prefix: string | null;
  /** All official titles, with or without documents; empty where only the documents tell the numbers. */
  official: readonly OfficialTitle[];
}

export interface Filter {
  param: string;
  field: string;
  type: 'string' | 'integer' | 'boolean' | 'date';
  /**
   * `keyword`: one of several words, in any case (`keyword-fields.ts`). `present`: another filter's field has a value. `within`: a level
   * above the document, at any distance.
   */
  match: 'equals' | 'from' | 'to' | 'keyword' | 'present' | 'within';
  /** The only allowed values, for filters that refuse others. */
  values?: readonly string[];
}

/** List pages that are files, counted along `next` from a first page. The shim answers all others. */
export interface Precomputed {
  /** Pages of the unfiltered default list, in both modes. */
  unfilteredPages: number;
  /** Pages of each value's list by filter parameter. Lists of other filters are no files. */
  pagesOf: Readonly<Record<string, number>>;
  /** Filters with pages in cursor mode too. */
  cursorsOf: readonly string[];
  /** The kinds of levels that have such lists, where `within` is a filter with pages. */
  levels?: readonly string[];
}

export const ALL_PAGES = Number.POSITIVE_INFINITY;

/** Sections are cited as 17 U.S.C. § 106. `name` and `section` are patterns of normal text that capture nothing. */
export interface CodeCitation {
  by: 'section';
  /** The code's letters in display titles, with or without dots. */
  abbreviation: string;
  name: string;
  section: string;
  /** Titles with a name of their own: `I.R.C. § 501` is 26 U.S.C. § 501. Names are patterns as above. */
  titles: readonly { title: string; name: string }[];
  /** Whether titles have appendixes: `18 U.S.C. App. § 6` is in title 18a. */
  hasAppendixes: boolean;
  /** The kinds of its citation keys (`citations/keys.ts`), unique among sources; null where parts are not cited. */
  keys: { section: string; part: string | null };
}

/** Documents are cited as 83 FR 21707 or by their number. `name` and `number` are patterns as above. */
export interface JournalCitation {
  by: 'page';
  /** The journal's letters in the field. */
  abbreviation: string;
  name: string;
  field: string;
  /** The metadata field with a document's last page, a number. */
  lastPage: string;
  number: string;
  keys: { page: string; within: string; number: string };
}

/** A word of a web path and its equivalent in identifiers: `part`, `p` for `part-200`, `p200`. */
export type PathWord = readonly [word: string, segment: string];

/** Web paths of documents beside sections: `t2/p200/appI` is `title-2/…/part-200/appendix-I`. */
export interface UnitPaths {
  /** What the documents belong to, outermost first: at least one, each with a number or name. */
  above: readonly PathWord[];
  /** Kinds of the documents. One with an empty segment in identifiers needs a number. */
  kinds: readonly PathWord[];
}

/** The shared facts about a source. `build/corpus/sources.ts` has those of the build alone. */
export interface SourceEntry<Id extends string = string> {
  /** Also the folder of its corpus. */
  id: Id;
  name: string;
  shortName: string;
  description: string;
  /** The beginning of canonical identifiers (build/contract/README.md, Identifiers). */
  namespace: string;
  levels: readonly Level[];
  /** Documents beside sections. The first row that fits an identifier or a path counts. */
  unitPaths: readonly UnitPaths[];
  granularity: Granularity;
  /** Citations beside identifiers; null for none. */
  citation: CodeCitation | JournalCitation | null;
  /** All metadata fields in the order of the response. */
  metadata: Readonly<Record<string, FieldType>>;
  /** Fields that lists need to order or date a document; one without them is a problem. */
  required: readonly string[];
  listing: readonly string[];
  /** The listing fields in a month's page; none for a source without months. */
  monthListing: readonly string[];
  filters: readonly Filter[];
  sorts: readonly string[];
  defaultSort: string;
  precomputed: Precomputed;
}

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
