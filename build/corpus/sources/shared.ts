import { isBlank } from '../conversions.ts';
import type { Mapping } from './entry.ts';

/** Mappings that several sources share. */

export const isText = (raw: unknown): raw is string => typeof raw === 'string' && !isBlank(raw);

export const fromPath = (pattern: RegExp) => (_data: unknown, path: string) => pattern.exec(path)?.[1];

/** `title-05-appendix` holds documents of title 5. */
const TITLE_FOLDER = /\/title-0*(\d+)[^/]*\//;
/** `chapter-01` is chapter 1, `chapter-I` is chapter I. */
const CHAPTER_FOLDER = /\/chapter-0*([^/]+)\//;
const SECTION_FILE = /\/section-([^/]+)\.md$/;

export const COMMON = {
  display_title: { key: 'title' },
  status: { otherwise: () => 'in_force' },
} satisfies Record<string, Mapping>;

export const SECTIONS = {
  ...COMMON,
  title_number: { otherwise: fromPath(TITLE_FOLDER) },
  chapter_number: { otherwise: fromPath(CHAPTER_FOLDER) },
  section_number: { otherwise: fromPath(SECTION_FILE) },
} satisfies Record<string, Mapping>;
