import { decodedText } from '../../../../text/html.ts';
import { isAddress } from '../../../../text/links.ts';

/**
 * Reads tables in raw HTML, with their heads and spans. A table counts as one only if it is certain: every element is known,
 * lies where it may, and is closed before its parent. Anything else is words (`raw-html.ts`).
 */

/** A tag, or the words up to the next tag. */
const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z]+="[^"<>]*")*)\s*\/?>|[^<]+|(<)/gi;
const ATTRIBUTE = /([a-z]+)="([^"]*)"/gi;
const SPAN = /^[1-9]\d{0,2}$/;

/** Allowed parents of each element of a table. */
const PARENTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['table', ['']],
  ['thead', ['table']],
  ['tbody', ['table']],
  ['tr', ['table', 'thead', 'tbody']],
  ['td', ['tr']],
  ['th', ['tr']],
]);
const STYLES: ReadonlySet<string> = new Set(['a', 'em', 'small', 'strong', 'sub', 'sup']);

/** @returns the table as elements without attributes other than spans and addresses, or null where it is not certain */
export function safeTable(html: string): string | null {
  if (!/^<table>/.test(html)) return null;
  const open: string[] = [];
  let out = '';
  let isOver = false;
  for (const [token, slash, tagName, attributes, stray] of html.matchAll(TOKEN)) {
    const isWords = tagName === undefined;
    if (stray !== undefined || (isOver && (!isWords || token.trim() !== ''))) return null;
    if (isWords) {
      if (open.some(name => name === 'td' || name === 'th')) out += escapeHtml(decodedText(token));
      else if (token.trim() !== '') return null;
      continue;
    }
    const name = tagName.toLowerCase();
    if (slash) {
      if (open.pop() !== name) return null;
      out += `</${name}>`;
      isOver = open.length === 0;
      continue;
    }
    const element = elementOf(name, open.at(-1) ?? '', attributesOf(attributes ?? ''));
    if (element === null) return null;
    out += element;
    if (PARENTS.has(name) || STYLES.has(name)) open.push(name);
  }
  return isOver ? out : null;
}

/** @returns the element for the page; null where it may not lie here */
function elementOf(name: string, parent: string, attributes: ReadonlyMap<string, string>): string | null {
  const parents = PARENTS.get(name);
  if (parents) {
    if (!parents.includes(parent)) return null;
    return `<${name}${spanOf('colspan', attributes)}${spanOf('rowspan', attributes)}>`;
  }
  if (!(parent === 'td' || parent === 'th' || STYLES.has(parent))) return null;
  if (name === 'br') return '<br>';
  if (name === 'img') return imageLink(attributes.get('src') ?? '', attributes.get('alt') ?? '');
  if (!STYLES.has(name)) return null;
  return name === 'a' ? linkStart(attributes.get('href') ?? '') : `<${name}>`;
}

const spanOf = (name: string, attributes: ReadonlyMap<string, string>): string => {
  const span = attributes.get(name) ?? '';
  return SPAN.test(span) && span !== '1' ? ` ${name}="${span}"` : '';
};

const linkStart = (address: string): string | null =>
  isAddress(address) ? `<a href="${escapeHtml(address)}">` : null;

/** An image becomes a link, since the page loads nothing from elsewhere. Markdown images do the same (`events.ts`). */
const imageLink = (address: string, name: string): string | null =>
  isAddress(address) ? `<a href="${escapeHtml(address)}">${escapeHtml(name)}</a>` : null;

function attributesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(text.matchAll(ATTRIBUTE), ([, name, value]) => [name!.toLowerCase(), decodedText(value!)]),
  );
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
