/** Where a metadata field comes from. */
export interface Mapping {
  /** The frontmatter key, where its name differs from the field's. */
  key?: string;
  /** The value where the frontmatter has none under that key. */
  otherwise?: (data: Readonly<Record<string, unknown>>, path: string) => unknown;
  /** Values that are right in the source but tell something else than the field: null, and no problem. */
  ignore?: RegExp;
}

/** An official title; the index in its list is the number less one. */
export interface OfficialTitle {
  name: string;
  positiveLaw: boolean;
}

/** What the build alone knows of a source. */
export interface CorpusEntry {
  /** By metadata field. A field that is not here is the frontmatter key of its own name. */
  mappings: Readonly<Record<string, Mapping>>;
  /** All official titles, those without documents too; none for a source without titles. */
  titles: readonly OfficialTitle[];
}
