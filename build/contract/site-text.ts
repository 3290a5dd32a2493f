import { documentUrl } from './paths.ts';
import type { ViewRoute } from './routing/routes.ts';
import { escapeHtml } from './site-head.ts';
import { type SourceId, sourceOf } from './sources.ts';
import type { WebPlace } from './web-path.ts';

/**
 * The text of a document in its page, for those who run no scripts (build/contract/README.md, Site): the shim and the Worker put it there. It is
 * made of the plain text, so no markup of a document can become markup of the page.
 */

/** Bytes of the plain text that a page holds. Longer ones are cut, and the page leads to the whole. */
export const TEXT_BYTES = 32 * 1024;

/** Where the shell takes it, inside what browsers with scripts pass over. */
export const TEXT_END = '</noscript></main>';

/** The file of a page's text; null where the page is about no document. */
export const textFileOf = ({ place, subject }: Pick<ViewRoute, 'place' | 'subject'>): string | null =>
  place.identifier === undefined || subject === null ? null : subject.replace(/\.json$/, '.txt');

/** Where the plain text is asked for. @param place of a document */
export const textUrlOf = ({ source, identifier }: WebPlace): string =>
  `${documentUrl(sourceOf(source as SourceId), identifier as string)}?format=text`;

/** What is known of a page's text. */
export interface PageText {
  /** The plain text, or its beginning. */
  text: string;
  isWhole: boolean;
  /** The address of the whole. */
  href: string;
}

/** @returns the shell with a text; as it is where it has no place for one */
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

/** Behind the last whole line of a text that was cut somewhere, or its last whole word: the cut may be in the middle of a character. */
function cutAt(text: string): number {
  const line = text.lastIndexOf('\n');
  return line > text.length / 2 ? line : Math.max(text.lastIndexOf(' '), 0);
}
