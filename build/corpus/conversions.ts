import { isDate } from '../contract/dates.ts';
import type { FieldType, HierarchyLevel, MetadataValue, NoteTopic } from '../contract/sources.ts';
import { parseCfrReference } from './cfr-references.ts';

/** Converts a frontmatter value to a metadata value. Each type of field has one conversion. */
export interface Conversion {
  /** Completes "must be …". */
  expected: string;
  /** @returns undefined where the value is not of the type */
  convert: (raw: unknown) => MetadataValue | undefined;
  /** The value of a missing field: an empty list for texts and references, else null (also for the importer's lists). */
  none: MetadataValue;
}

/** Whether a value is missing: nothing, an empty or blank text, or an empty list. */
export const isBlank = (raw: unknown): boolean =>
  raw === null ||
  raw === undefined ||
  (typeof raw === 'string' && raw.trim() === '') ||
  (Array.isArray(raw) && raw.length === 0);

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Surrogate}/u;
const BREAK = /[\t\n\r]/;

/**
 * Reads a text as the source wrote it, double spaces included. White space at the ends is removed. Line breaks and tabs come from the
 * layout of the XML and become one space. Control characters and lone surrogates are refused: no URL and no search engine takes
 * them.
 */
function convertText(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || UNPRINTABLE.test(raw)) return undefined;
  if (!BREAK.test(raw)) return raw.trim();
  const lines = raw.split(BREAK).map(line => line.trim());
  return lines.filter(line => line !== '').join(' ');
}

function convertTexts(raw: unknown): string[] | undefined {
  if (!Array.isArray(raw)) return undefined;
  const texts = raw.filter(item => !isBlank(item)).map(convertText);
  return texts.every(text => text !== undefined) ? texts : undefined;
}

/** Reads a list of mappings, each by `convert`. Returns undefined where the value is no list, or one item is not valid. */
const listOf =
  <T>(convert: (item: Readonly<Record<string, unknown>>) => T | undefined) =>
  (raw: unknown): T[] | undefined => {
    if (!Array.isArray(raw)) return undefined;
    const items = raw.map(item =>
      typeof item === 'object' && item !== null && !Array.isArray(item) ? convert(item) : undefined,
    );
    return items.every(item => item !== undefined) ? items : undefined;
  };

/** Reads a text or null. Returns undefined for anything else. */
const textOrNull = (raw: unknown): string | null | undefined => (isBlank(raw) ? null : convertText(raw));

/** More than any law has. Levels nest, and the page of each names all above it. */
const MOST_LEVELS = 32;

function convertLevel(item: Readonly<Record<string, unknown>>): HierarchyLevel | undefined {
  const [level, number, name, identifier] = ['level', 'number', 'name', 'identifier'].map(key =>
    textOrNull(item[key]),
  );
  if (!level || number === undefined || name === undefined || identifier === undefined) return undefined;
  return { level, number, name, identifier };
}

function convertNote(item: Readonly<Record<string, unknown>>): NoteTopic | undefined {
  const [topic, heading] = [textOrNull(item.topic), textOrNull(item.heading)];
  return !topic || heading === undefined ? undefined : { topic, heading };
}

const scalar =
  <T>(convert: (text: string) => T | undefined) =>
  (raw: unknown): T | undefined =>
    typeof raw === 'string' ? convert(raw.trim()) : undefined;

/** An identifier, published exactly as it stands: folding its line breaks would make another identifier of it. */
export const VERBATIM: Conversion = { expected: 'a text', convert: scalar(text => text), none: null };

export const CONVERSIONS: Readonly<Record<FieldType, Conversion>> = {
  string: { expected: 'a text without control characters', convert: convertText, none: null },
  integer: {
    expected: 'an integer of at most nine digits',
    convert: scalar(text => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)),
    none: null,
  },
  boolean: {
    expected: 'true or false',
    convert: scalar(text => (text === 'true' ? true : text === 'false' ? false : undefined)),
    none: null,
  },
  date: {
    expected: 'a date of the form YYYY-MM-DD',
    convert: scalar(text => (isDate(text) ? text : undefined)),
    none: null,
  },
  strings: { expected: 'a list of texts', convert: convertTexts, none: [] },
  cfr_references: {
    expected: 'a list of texts such as 20 CFR Part 404',
    convert: raw =>
      convertTexts(raw)
        ?.map(parseCfrReference)
        .filter(reference => reference !== null),
    none: [],
  },
  levels: {
    expected: `a list of at most ${MOST_LEVELS} levels with level, number, name and identifier, each a text`,
    convert: raw => (Array.isArray(raw) && raw.length > MOST_LEVELS ? undefined : listOf(convertLevel)(raw)),
    none: null,
  },
  notes: {
    expected: 'a list of notes with topic and heading, each a text',
    convert: listOf(convertNote),
    none: null,
  },
};
