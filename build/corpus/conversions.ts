import { isDate } from '../contract/dates.ts';
import type { FieldType, MetadataValue } from '../contract/sources.ts';
import { parseCfrReference } from './cfr-references.ts';

/** From a frontmatter value to a metadata value, one conversion for each type of field. */
export interface Conversion {
  /** Completes "must be …". */
  expected: string;
  /** @returns undefined where the value is not of the type */
  convert: (raw: unknown) => MetadataValue | undefined;
  /** The value where the frontmatter has none: a list is empty, all else is null. */
  none: MetadataValue;
}

/** No value: nothing, an empty or blank text, an empty list. */
export const isBlank = (raw: unknown): boolean =>
  raw === null ||
  raw === undefined ||
  (typeof raw === 'string' && raw.trim() === '') ||
  (Array.isArray(raw) && raw.length === 0);

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Surrogate}/u;
const BREAK = /[\t\n\r]/;

/**
 * A text as the source wrote it, double spaces included; only white space at the ends goes, and line breaks
 * and tabs, which come from the layout of the XML, become one space. Control characters and lone surrogates,
 * which no URL and no search engine takes, are no text.
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

const scalar =
  <T>(convert: (text: string) => T | undefined) =>
  (raw: unknown): T | undefined =>
    typeof raw === 'string' ? convert(raw.trim()) : undefined;

/** An identifier is checked and published as it is: folding its line breaks would make another one of it. */
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
};
