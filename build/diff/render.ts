import { escapeHtml } from '../contract/site-head.ts';
import { markupOf, REFERENCED } from '../text/markup.ts';
import type { Diff } from './diff.ts';
import type { Op, Piece } from './words.ts';

/** Differences as a lawyer reads them: what is gone struck out, what is new underlined. */

/** CriticMarkup, whose marks no law has: `~~` and `**` are Markdown of the text itself. */
const MARKS: Readonly<Record<Op, readonly [open: string, close: string]>> = {
  '=': ['', ''],
  '-': ['{--', '--}'],
  '+': ['{++', '++}'],
};

/** The new body, with deletions `{--so--}` and insertions `{++so++}`. */
export const diffMarkdown = ({ body }: Pick<Diff, 'body'>): string =>
  body
    .map(([op, text]) => {
      const [open, close] = MARKS[op];
      // The marks stand within paragraphs: an empty line would end them.
      return op === '=' ? text : text.replace(/[^\n]+/g, line => open + line + close);
    })
    .join('');

/** One of the two texts, as readers see it. */
class Shown {
  readonly #text: string;
  readonly #markup: Uint8Array;
  #at = 0;
  /** Behind the last blank of an indent. */
  #indentedTo = -1;

  constructor(body: readonly Piece[], without: Op) {
    this.#text = body.map(([op, text]) => (op === without ? '' : text)).join('');
    this.#markup = markupOf(this.#text);
  }

  /** What is seen of the next characters. Indents stay, and the cells of a table are apart. @param length in code units */
  take(length: number): string {
    let shown = '';
    for (const end = this.#at + length; this.#at < end; ) {
      const start = this.#at;
      while (this.#at < end && !this.#markup[this.#at]) this.#at++;
      shown += this.#text.slice(start, this.#at);
      for (; this.#at < end && this.#markup[this.#at]; this.#at++) shown += this.#seenOf(this.#at);
    }
    return shown;
  }

  #seenOf(at: number): string {
    const sign = this.#text[at];
    if (sign === '|') return '\t';
    const before = this.#text[at - 1] ?? '\n';
    if (sign !== ' ' || (before !== '\n' && this.#indentedTo !== at)) return '';
    this.#indentedTo = at + 1;
    return sign;
  }
}

/** References to characters are the browser's to read. */
const asHtml = (words: string): string => escapeHtml(words).replace(ESCAPED_REFERENCE, '&');

const ESCAPED_REFERENCE = new RegExp(`&#38;(?=${REFERENCED})`, 'g');

const STYLE =
  'body{max-width:45rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 serif;white-space:pre-wrap;overflow-wrap:anywhere}' +
  'del{color:#8f1d1d;background:#fbe9e7;text-decoration:line-through}ins{color:#0b5a2b;background:#e6f4ea;text-decoration:underline}' +
  '@media print{body{margin:0;max-width:none}}';

/** The answer's policy for a page without scripts. */
export const DIFF_POLICY = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'`;

/** A whole page that prints: what readers see of both texts. Changes of markup alone are none. */
export function diffHtml({ body }: Pick<Diff, 'body'>, title: string): string {
  const [old, next] = [new Shown(body, '+'), new Shown(body, '-')];
  const inside = body
    .map(([op, text]) => {
      const [was, is] = [op === '+' ? '' : old.take(text.length), op === '-' ? '' : next.take(text.length)];
      if (op === '=') return asHtml(is);
      const shown = op === '-' ? was : is;
      if (shown.trim() === '') return asHtml(is);
      return op === '-' ? `<del>${asHtml(shown)}</del>` : `<ins>${asHtml(shown)}</ins>`;
    })
    .join('');
  return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${escapeHtml(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body><main><h1>${escapeHtml(title)}</h1>${inside}</main></body>\n</html>\n`;
}
