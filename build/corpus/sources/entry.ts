/** Where a metadata field comes from. */
export interface Mapping {
  /** The frontmatter key, where its name differs from the field's. */
  key?: string;
  /** The value where the frontmatter has none under that key. */
  otherwise?: (data: Readonly<Record<string, unknown>>, path: string) => unknown;
  /** The text under that key as the field tells it, where the two differ. */
  amend?: (text: string, data: Readonly<Record<string, unknown>>, path: string) => string;
  /** Whether the file must have it, where the table of sources does not ask that of all. */
  required?: (path: string) => boolean;
  /** Values that are right in the source but tell something else than the field: null, and no problem. */
  ignore?: RegExp;
}

/** What the build alone knows of a source. */
export interface CorpusEntry {
  /** By metadata field. A field that is not here is the frontmatter key of its own name. */
  mappings: Readonly<Record<string, Mapping>>;
}
