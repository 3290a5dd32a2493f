/** A reference of a document or level to another (build/contract/README.md, References). */

export const REFERENCE_LISTS = ['cites', 'cited_by'] as const;

export type ReferenceList = (typeof REFERENCE_LISTS)[number];

/** Where a document cites. `amendment`: a document of the Federal Register lists a part as one that it concerns, or amends a section. */
export const CITING_PLACES = ['text', 'note', 'credit', 'authority', 'amendment'] as const;

export type CitingPlace = (typeof CITING_PLACES)[number];

/** Distinct pinpoints that an item has. */
export const MOST_PINPOINTS = 50;

/** A page has this many; the first page of both lists is one file. */
export const REFERENCES_LIMIT = { default: 100, max: 100 } as const;

/** A document or level that is cited, or that cites, in one kind of place. */
export interface Reference {
  identifier: string;
  /** Its address in the API; null for what the corpus does not hold, such as public laws. */
  url: string | null;
  display_title: string | null;
  where: CitingPlace;
  /** How many citations there are. */
  count: number;
  /** The distinct paragraphs that these name: `["a","1"]` for (a)(1). */
  pinpoints: readonly (readonly string[])[];
}

/** Items by the id of their source; `other` for laws that no source has. */
export type ReferenceCounts = Record<string, number>;
