/** Characters that may be markup somewhere. */
const SPECIAL = /[\\`*_<&~[\]!|]/;
/** The same, plus blanks and characters that are replaced. */
const SPECIAL_OR_UNEVEN = /[\\`*_<&~[\]!|\t\r\n\u00ad\ufeff]| {2}/;
const SPECIALS = /\\|`|\*|~|_+|<|&|\[|\]|!(?=\[|$)/g;

/** Whether words need no escape anywhere, as most do not. */
export const isAsItIs = (text: string): boolean => !SPECIAL_OR_UNEVEN.test(text);

/**
 * Escapes words so that they are read unchanged. It escapes as little as is safe, since the fast reader of Markdown handles
 * plain text best.
 * @param next the first character after it on the same line; empty at the line's end
 */
export function escapeText(text: string, next: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replace(SPECIALS, (found, at: number) => {
    const after = text.slice(at + found.length, at + found.length + 40) || next;
    switch (found[0]) {
      case '_':
        // A row of `_` for filling in is between blanks, and neither opens nor closes emphasis.
        return isApart(text[at - 1]) && isApart(after[0]) ? found : found.replaceAll('_', '\\_');
      case '<':
        return /^(?:[a-z/!?]|$)/i.test(after) ? '\\<' : '<';
      case '&':
        return /^(?:#?\w+;|$)/.test(after) ? '\\&' : '&';
      case '[':
        return /^(?:\^|[ xX]\]|$)/.test(after) ? '\\[' : '[';
      case ']':
        return /^[([:]/.test(after) ? '\\]' : ']';
      default:
        return `\\${found}`;
    }
  });
}

const isApart = (character: string | undefined): boolean => character === undefined || /\s/.test(character);

/** In a link's text, brackets would end it. */
export const escapeLabel = (text: string, next: string): string =>
  SPECIAL.test(text) ? escapeText(text, next).replace(/(?<!\\)[[\]]/g, '\\$&') : text;

const LINE_START = /^(?:#{1,6}(?=\s|$)|[>|]|[-+](?=\s|$)|\d{1,9}(?=[.)](?:\s|$))|(?:[-_=]\s*){2,}$)/;

/** Escapes the beginning of a paragraph that looks like a heading, a list and the like. */
export function escapeStart(line: string): string {
  const start = LINE_START.exec(line)?.[0];
  if (start === undefined) return line;
  return /^\d/.test(start) ? `${start}\\${line.slice(start.length)}` : `\\${line}`;
}

/** Writes a destination without blanks and parentheses, as Markdown requires. */
export const escapeAddress = (address: string): string =>
  /[\s()<>\\[\]`&~\p{Cc}]/u.test(address)
    ? address.replace(/[\s()<>\\[\]`~\p{Cc}]/gu, found =>
        encodeURIComponent(found).replace(/[()~]/g, encodeAscii),
      )
    : address;

const encodeAscii = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

export const escapeHtml = (text: string): string =>
  /[&<>]/.test(text) ? text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;') : text;

export const escapeAttribute = (text: string): string => escapeHtml(text).replace(/"/g, '&quot;');
