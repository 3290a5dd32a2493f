import { plainDashes } from '../loose.ts';

const MARKS = /\\([!-/:-@[-`{-~])|\*+/g;

const LINKED = /(?<!\\)\[((?:[^[\]\\]|\\.)*)\]\([^()\s]*\)/g;
/** Text with dashes, invisible characters or other white space than single blanks has some of these. */
const UNUSUAL = /[^!-~ §“”]| {2}/;

/** The words of Markdown as the patterns of citations match them. */
export function markdownWords(markdown: string): string {
  const words = markdown.includes('](') ? markdown.replace(LINKED, '$1') : markdown;
  const text = words.replace(MARKS, '$1');
  if (!UNUSUAL.test(text)) return text;
  return plainDashes(text)
    .replace(/\p{Cf}+/gu, '')
    .replace(/\s{2,}|[^\S ]/g, ' ');
}

/** The paragraphs of Markdown. */
export const paragraphsOf = (markdown: string): string[] => markdown.split(/\n(?:[ \t]*\n)+/);
