import type { Frontmatter, FrontmatterValue } from './schema.ts';

/** Who wrote a file of the corpus. */
const GENERATOR = 'pandect-import@1';
const FORMAT_VERSION = '2.0.0';

/** The head of a file of the corpus. Values that are null are left out: a reader has null for what is not there. */
export function frontmatterOf(frontmatter: Frontmatter): string {
  let text = '---\n';
  for (const key in frontmatter) text += entry(key, frontmatter[key]!);
  return `${text}${END}`;
}

const END = `format_version: ${JSON.stringify(FORMAT_VERSION)}\ngenerator: ${JSON.stringify(GENERATOR)}\n---\n\n`;

/** By field, what was written last: neighbors share their levels, authorities and the like. */
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

/** JSON's strings are YAML's, too; what YAML takes for a line's end is written by number. */
const scalar = (value: string | number | boolean): string =>
  typeof value === 'string'
    ? JSON.stringify(value).replace(
        LINE_ENDS,
        found => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    : String(value);

const LINE_ENDS = /[\u0085\u2028\u2029\ufeff\u007f]/g;
