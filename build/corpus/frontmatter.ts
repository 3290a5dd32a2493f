import { isUtf8 } from 'node:buffer';
import matter from 'gray-matter';
import { parseYaml, quickMapping, yamlReason } from './yaml.ts';

export interface Frontmatter {
  /** Scalars are strings as written (`2026-03-01`, `010`, `true`). An empty value, or a plain `null`, is null. */
  data: Record<string, unknown>;
  /** Everything behind the closing line, without leading blank lines. */
  body: string;
}

/** Real frontmatter has up to 5 KB. The bound keeps parsers harmless that are not linear. */
const MAX_CHARACTERS = 65_536;
/** gray-matter looks for comments across all white space from every line on, which takes quadratic time. */
const MAX_BLANKS = 1000;
const TOO_BLANK = new RegExp(`(?<!\\s)\\s{${MAX_BLANKS + 1}}`);

const OPENING = /^---[ \t]*(?:yaml[ \t]*)?\r?\n/;
const OTHER_LANGUAGE = /^---[ \t]*([^-\s][^\n]*)/;
const CLOSING = /\n---([^\n]*)/;
const BLANK_LINES = /^(?:[ \t]*\r?\n)+/;

/** Reads the frontmatter of a file. Never throws, never runs the file. @returns the content, or why it cannot be read */
export function parseFrontmatter(bytes: Buffer): Frontmatter | { reason: string } {
  if (!isUtf8(bytes)) return { reason: 'the file is not valid UTF-8' };
  const text = bytes.toString().replace(/^\ufeff/, '');
  try {
    const { from, to, end } = frontmatterSpan(text);
    // gray-matter caches every file for ever unless it is given options. It would also copy the body.
    const data = quickMapping(text.slice(from, to)) ?? matter(text.slice(0, end), OPTIONS).data;
    return { data, body: text.slice(end).replace(BLANK_LINES, '') };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

/**
 * Finds the lines between the opening and the closing line. gray-matter itself takes the rest of the first line as the name of
 * an engine (and looks it up among the members of Object.prototype), takes `---x` for a closing line, and takes the whole file
 * where none closes.
 * @returns where these lines begin and end, and where the closing line ends
 */
function frontmatterSpan(text: string): { from: number; to: number; end: number } {
  const [opening] = OPENING.exec(text) ?? [];
  if (opening === undefined) {
    const language = OTHER_LANGUAGE.exec(text)?.[1];
    if (language === undefined) throw new TypeError('the file does not begin with frontmatter, a line ---');
    throw new TypeError(`the frontmatter must be YAML, but is marked ${language.trim()}`);
  }
  const closing = CLOSING.exec(text);
  if (closing?.[1]?.trim() !== '') throw new TypeError('the frontmatter is not closed by a line ---');
  if (closing.index > MAX_CHARACTERS)
    throw new TypeError(`the frontmatter exceeds ${MAX_CHARACTERS} characters`);
  if (TOO_BLANK.test(text.slice(opening.length, closing.index)))
    throw new TypeError(`the frontmatter has more than ${MAX_BLANKS} blank characters in a row`);
  return { from: opening.length, to: closing.index, end: closing.index + closing[0].length };
}

function refuse(): never {
  throw new TypeError('the frontmatter must be YAML');
}

/** gray-matter merges its own engines into these, so each must be named to be off. */
const OPTIONS = { engines: { yaml: parseYaml, json: refuse, javascript: refuse, coffee: refuse } };

const reasonOf = (error: unknown): string =>
  yamlReason(error) ?? (error instanceof Error ? error.message : String(error));
