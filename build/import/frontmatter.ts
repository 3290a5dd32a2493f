import type { Frontmatter, FrontmatterValue } from './schema.ts';

/** Who wrote a file of the corpus. */
const GENERATOR = 'pandect-import@1';
const FORMAT_VERSION = '2.0.0';

/** The head of a file of the corpus. Values that are null are left out: a reader has null for what is not there. */
export function frontmatterOf(frontmatter: Frontmatter): string {
  const entries = { ...frontmatter, format_version: FORMAT_VERSION, generator: GENERATOR };
  return `---\n${Object.entries(entries)
    .map(([key, value]) => entry(key, value))
    .join('')}---\n\n`;
}

function entry(key: string, value: FrontmatterValue): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return '';
  if (!Array.isArray(value)) return `${key}: ${scalar(value as string | number | boolean)}\n`;
  return `${key}:\n${value.map(item).join('')}`;
}

function item(value: string | Readonly<Record<string, string | null>>): string {
  if (typeof value === 'string') return `  - ${scalar(value)}\n`;
  const fields = Object.entries(value).filter((field): field is [string, string] => field[1] !== null);
  return fields.map(([key, text], i) => `  ${i === 0 ? '-' : ' '} ${key}: ${scalar(text)}\n`).join('');
}

/** JSON's strings are YAML's, too; what YAML takes for a line's end is written by number. */
const scalar = (value: string | number | boolean): string =>
  typeof value === 'string'
    ? JSON.stringify(value).replace(
        /[\u0085\u2028\u2029\ufeff\u007f]/g,
        found => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    : String(value);
