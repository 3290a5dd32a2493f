/** The origin of a metadata field. */
export interface Mapping {
  /** The frontmatter key, where its name differs from the field's. */
  key?: string;
  /** Computes the value where the frontmatter has none under that key. */
  otherwise?: (data: Readonly<Record<string, unknown>>, path: string) => unknown;
  /** Turns the text under that key into the field's value, where the two differ. */
  amend?: (text: string, data: Readonly<Record<string, unknown>>, path: string) => string;
  /** Whether a file must have the field, beyond what the table of sources demands of all. */
  required?: (path: string) => boolean;
  /** Values that are correct in the source but mean something else: the field is null, and it is no problem. */
  ignore?: RegExp;
}

/** Data of a source that only the build needs. */
export interface CorpusEntry {
  /** By metadata field; default: the frontmatter key of the same name. */
  mappings: Readonly<Record<string, Mapping>>;
}
