import type { Frontmatter, FrontmatterValue } from './schema.ts';

/** The program that wrote a file of the corpus. */
const GENERATOR = 'pandect-import@1';
const FORMAT_VERSION = '2.0.0';

/** Writes the head of a file of the corpus. Null values are left out: readers take missing fields for null. */
export function frontmatterOf(frontmatter: Frontmatter): string {
  let text = '---\n';
  for (const key in frontmatter) text += entry(key, frontmatter[key]!);
  return `${text}${END}`;
}

const END = `format_version: ${JSON.stringify(FORMAT_VERSION)}\ngenerator: ${JSON.stringify(GENERATOR)}\n---\n\n`;

/** The last text written for each field: neighbors share their levels, authorities and the like. */
const last = new Map<string, { value: FrontmatterValue; text: string }>();

function entry(key: string, value: FrontmatterValue): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return '';
  const before = last.get(key);
  if (before?.value === value) return before.text;
  const text = Array.isArray(value)
    ? `${key}:\n${value.map(item).join('')}`
    : `${key}: ${scalar(value as string | number | boolean)}\n`;
  last.set(key, { value, text });
  return text;
}

function item(value: string | Readonly<Record<string, string | null>>): string {
  if (typeof value === 'string') return `  - ${scalar(value)}\n`;
  let fields = '';
  for (const key in value) {
    const text = value[key]!;
    if (text !== null) fields += `  ${fields === '' ? '-' : ' '} ${key}: ${scalar(text)}\n`;
  }
  return fields;
}

/** Strings of JSON are strings of YAML, too. Characters that end a line in YAML alone are written by number. */
const scalar = (value: string | number | boolean): string =>
  typeof value === 'string'
    ? JSON.stringify(value).replace(
        LINE_ENDS,
        found => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    : String(value);

const LINE_ENDS = /[\u0085\u2028\u2029\ufeff\u007f]/g;
