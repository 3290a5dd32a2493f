import type { SourceId } from '../contract/sources.ts';
import { isBlank } from './conversions.ts';

/**
 * One table per source: where a metadata field of `Source.metadata` comes from. A field that is not here is
 * the frontmatter key of its own name.
 */
export interface Mapping {
  /** The frontmatter key, where its name differs from the field's. */
  key?: string;
  /** The value where the frontmatter has none under that key. */
  otherwise?: (data: Readonly<Record<string, unknown>>, path: string) => unknown;
  /** Values that are right in the source but tell something else than the field: null, and no problem. */
  ignore?: RegExp;
}

/** The first group of a pattern in the file's path. */
const fromPath = (pattern: RegExp) => (_data: unknown, path: string) => pattern.exec(path)?.[1];

/** `title-05-appendix` holds documents of title 5. */
const TITLE_FOLDER = /\/title-0*(\d+)[^/]*\//;
/** `chapter-01` is chapter 1, `chapter-I` is chapter I. */
const CHAPTER_FOLDER = /\/chapter-0*([^/]+)\//;
const PART_FOLDER = /\/part-0*([^/]+)\//;
const SECTION_FILE = /\/section-([^/]+)\.md$/;
const FILE_NAME = /\/([^/]+)\.md$/;

/**
 * The converter writes the release point of the U.S. Code as its currency: the last public law that it holds,
 * `117-80`, perhaps without some (`119-73not60`). The specification wants a date, so this is no value for
 * the API; the Markdown representation keeps it.
 */
const RELEASE_POINT = /^\s*\d{1,3}-\d{1,4}(?:(?:not|u)[\d-]+)*\s*$/;

const COMMON = {
  display_title: { key: 'title' },
  status: { otherwise: () => 'in_force' },
} satisfies Record<string, Mapping>;

const SECTIONS = {
  ...COMMON,
  title_number: { otherwise: fromPath(TITLE_FOLDER) },
  chapter_number: { otherwise: fromPath(CHAPTER_FOLDER) },
  section_number: { otherwise: fromPath(SECTION_FILE) },
} satisfies Record<string, Mapping>;

export const MAPPINGS: Readonly<Record<SourceId, Readonly<Record<string, Mapping>>>> = {
  usc: { ...SECTIONS, currency: { ignore: RELEASE_POINT } },
  ecfr: { ...SECTIONS, part_number: { otherwise: fromPath(PART_FOLDER) } },
  fr: {
    ...COMMON,
    document_number: { otherwise: fromPath(FILE_NAME) },
    agency: {
      otherwise: ({ agencies }) =>
        Array.isArray(agencies)
          ? agencies.find(agency => typeof agency === 'string' && !isBlank(agency))
          : undefined,
    },
  },
};
