import { escapeHtml } from '../contract/site-head.ts';
import type { Diff } from './diff.ts';
import type { Op } from './words.ts';

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

const STYLE =
  'body{max-width:45rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 serif;white-space:pre-wrap;overflow-wrap:anywhere}' +
  'del{color:#8f1d1d;background:#fbe9e7;text-decoration:line-through}ins{color:#0b5a2b;background:#e6f4ea;text-decoration:underline}' +
  '@media print{body{margin:0;max-width:none}}';

/** The answer's policy for a page without scripts. */
export const DIFF_POLICY = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'`;

/** A whole page that prints. */
export function diffHtml({ body }: Pick<Diff, 'body'>, title: string): string {
  const inside = body
    .map(([op, text]) => {
      const words = escapeHtml(text);
      return op === '=' ? words : op === '-' ? `<del>${words}</del>` : `<ins>${words}</ins>`;
    })
    .join('');
  return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${escapeHtml(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body><main><h1>${escapeHtml(title)}</h1>${inside}</main></body>\n</html>\n`;
}
