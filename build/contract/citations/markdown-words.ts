import { plainDashes } from '../loose.ts';

const MARKS = /\\([!-/:-@[-`{-~])|\*+/g;

const LINKED = /(?<!\\)\[((?:[^[\]\\]|\\.)*)\]\([^()\s]*\)/g;
/** Text with dashes, invisible characters or other white space than single blanks has some of these. */
const UNUSUAL = /[^!-~ §“”]| {2}/;

/** All of `\p{Cf}` and more, but no letters of Latin, dashes or typographic quotes: it is found faster. */
const MAY_BE_INVISIBLE = /[\u00ad\u0600-\u200f\u202a-\uffff]/;

/** The words of Markdown as the patterns of citations match them. */
export function markdownWords(markdown: string): string {
  const words = markdown.includes('](') ? markdown.replace(LINKED, '$1') : markdown;
  const text = words.replace(MARKS, '$1');
  if (!UNUSUAL.test(text)) return text;
  const dashed = plainDashes(text);
  const shown = MAY_BE_INVISIBLE.test(dashed) ? dashed.replace(/\p{Cf}+/gu, '') : dashed;
  return shown.replace(/\s{2,}|[^\S ]/g, ' ');
}

/** The paragraphs of Markdown. */
export const paragraphsOf = (markdown: string): string[] => markdown.split(/\n(?:[ \t]*\n)+/);
