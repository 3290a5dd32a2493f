import { writtenRinsIn } from '../contract/dockets.ts';
import type { SourceId } from '../contract/sources.ts';
import { parseCfrReference } from './cfr-references.ts';
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
 * `117-80`, perhaps without some (`119-73not60`). The specification wants a date there, so this is told by a field of
 * its own.
 */
const RELEASE_POINT = /^\s*\d{1,3}-\d{1,4}(?:(?:not|u)[\d-]+)*\s*$/;

const isText = (raw: unknown): raw is string => typeof raw === 'string' && !isBlank(raw);

/** Some documents have their RIN among the references to the Code of Federal Regulations. */
function rinAmongReferences({ cfr_references }: Readonly<Record<string, unknown>>): string {
  const references = Array.isArray(cfr_references) ? cfr_references.filter(isText) : [];
  return references
    .filter(text => parseCfrReference(text) === null)
    .flatMap(writtenRinsIn)
    .join(', ');
}

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
  usc: {
    ...SECTIONS,
    currency: { ignore: RELEASE_POINT },
    release_point: {
      otherwise: ({ currency }) => (isText(currency) && RELEASE_POINT.test(currency) ? currency : undefined),
    },
  },
  ecfr: {
    ...SECTIONS,
    part_number: { otherwise: fromPath(PART_FOLDER) },
    // A chapter of the Code of Federal Regulations is an agency's.
    agency: { otherwise: ({ chapter_name }) => (isText(chapter_name) ? chapter_name : undefined) },
  },
  fr: {
    ...COMMON,
    document_number: { otherwise: fromPath(FILE_NAME) },
    agency: {
      otherwise: ({ agencies }) => (Array.isArray(agencies) ? agencies.find(isText) : undefined),
    },
    rin: { otherwise: rinAmongReferences },
  },
};
