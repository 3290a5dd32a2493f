import { markdownWords } from '../contract/citations/markdown-words.ts';
import { plainDashes } from '../contract/loose.ts';
import { allMatches, matchAt } from '../contract/match-at.ts';

/** Links to identifiers, and what stands behind them. */

export interface Link {
  identifier: string;
  /** As Markdown, or without the marks of HTML. */
  words: string;
}

/** What may be the end of a range behind a link. */
export interface Behind {
  separator: '-' | ' to ';
  /** A number, or the identifier in a link with a number. */
  end: string;
  /** The beginning of the words behind the end. */
  rest: string;
}

/** How links are written. */
export interface LinkForm {
  pattern: RegExp;
  /** The same, at one place. */
  here: RegExp;
  read: (match: RegExpExecArray) => Link;
}

const formOf = (pattern: RegExp, read: LinkForm['read']): LinkForm => ({
  pattern,
  here: new RegExp(pattern, 'y'),
  read,
});

/** Addresses of links have no spaces; parentheses in them are escaped. An escaped bracket begins none. */
export const MARKDOWN_LINKS = formOf(
  /(?<!\\)\[((?:[^[\]\\]|\\.)*)\]\((\/us\/[^()\s]*)\)/g,
  ([, words = '', href = '']) => ({ identifier: decoded(href), words }),
);

/** In a table of HTML words with different marks are links of their own. */
export const HTML_LINKS = formOf(
  /<a href="(\/us\/[^"]*)">(?:[^<]|<(?!a ))*?<\/a>(?:<a href="\1">(?:[^<]|<(?!a ))*?<\/a>)*/g,
  ([text, href = '']) => ({ identifier: decodeHtml(href), words: decodeHtml(text.replace(/<[^>]*>/g, '')) }),
);

const SEPARATOR = /(?:\([a-z0-9]{1,6}\)){0,4}(?:([-–])|,?\s(?:to|through)\s)/iy;
/** `110th` is none. */
const NUMBER = /(?!\d+(?:st|nd|rd|th)\b)\d(?:[\w.]{0,28}\w)?(?:[-–]\d\w{0,9})?/y;
const LONGEST_REST = 40; // characters

/**
 * Takes links out of a text.
 *
 * @param take reads a link, and what may be the end of a range behind it @returns whether that belongs to the link
 */
export function withoutLinks(
  text: string,
  { pattern, here, read }: LinkForm,
  take: (link: Link, behind: Behind | null) => boolean,
): string {
  let rest = '';
  let at = 0;
  for (const match of allMatches(pattern, text)) {
    // The end of a range.
    if (match.index < at) continue;
    rest += `${text.slice(at, match.index)} `;
    at = match.index + match[0].length;
    const behind = behindLink(text, at, { here, read });
    if (take(read(match), behind)) at = behind?.at ?? at;
  }
  return rest + text.slice(at);
}

function behindLink(
  text: string,
  from: number,
  { here, read }: Pick<LinkForm, 'here' | 'read'>,
): (Behind & { at: number }) | null {
  const separator = matchAt(SEPARATOR, text, from);
  if (!separator) return null;
  const start = from + separator[0].length;
  const linked = matchAt(here, text, start);
  const link = linked && read(linked);
  // "From section 1 to section 2" is none.
  if (link && !/^\d/.test(markdownWords(link.words))) return null;
  const number = link ? null : matchAt(NUMBER, text, start);
  const [written] = linked ?? number ?? [''];
  if (written === '') return null;
  const at = start + written.length;
  return {
    separator: separator[1] === undefined ? ' to ' : '-',
    end: link ? link.identifier : plainDashes(written),
    rest: text.slice(at, at + LONGEST_REST),
    at,
  };
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

const decodeHtml = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|amp);/g, entity => ENTITIES[entity] as string);

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
