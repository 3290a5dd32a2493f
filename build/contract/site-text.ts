import { documentUrl } from './paths.ts';
import type { ViewRoute } from './routing/routes.ts';
import { escapeHtml } from './site-head.ts';
import { type SourceId, sourceOf } from './sources.ts';
import type { WebPlace } from './web-path.ts';

/** Plain text in a document's page (build/contract/README.md, Site): a document's markup cannot become the page's. */

/** Bytes of plain text in a page. Longer texts are cut, with a link to the whole. */
export const TEXT_BYTES = 32 * 1024;

/** The text is inserted before this end of `noscript`, which browsers with scripts ignore. */
export const TEXT_END = '</noscript></main>';

/** Returns the file of a page's text; null for pages that show no document. */
export const textFileOf = ({ place, subject }: Pick<ViewRoute, 'place' | 'subject'>): string | null =>
  place.identifier === undefined || subject === null ? null : subject.replace(/\.json$/, '.txt');

export const textUrlOf = ({ source, identifier }: WebPlace): string =>
  `${documentUrl(sourceOf(source as SourceId), identifier as string)}?format=text`;

export interface PageText {
  /** The plain text, or its beginning. */
  text: string;
  isWhole: boolean;
  href: string;
}

/** Returns the shell with a text; unchanged without a place for one. */
export function withText(shell: string, title: string, { text, isWhole, href }: PageText): string {
  const at = shell.lastIndexOf(TEXT_END);
  if (at < 0) return shell;
  const shown = isWhole ? text : text.slice(0, cutAt(text));
  const paragraphs = shown
    .split(/\n[^\S\n]*\n\s*/)
    .map(paragraph => paragraph.trim())
    .filter(paragraph => paragraph !== '')
    .map(paragraph => `<p>${escapeHtml(paragraph)}</p>`);
  const rest = `<p><a href="${escapeHtml(href)}">The whole text</a> is longer than this page.</p>`;
  const article = [
    '<article class="plain-text">',
    `<h1>${escapeHtml(title)}</h1>`,
    ...paragraphs,
    ...(isWhole ? [] : [rest]),
    '</article>',
  ].join('\n');
  return shell.slice(0, at) + article + shell.slice(at);
}

/** Returns the end of the last whole line or word: the text may be cut within a character. */
function cutAt(text: string): number {
  const line = text.lastIndexOf('\n');
  return line > text.length / 2 ? line : Math.max(text.lastIndexOf(' '), 0);
}
